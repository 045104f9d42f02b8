/** The answer of harnesses that read `hookSpecificOutput` of the event `PreToolUse`. */
import { json, type Reply, type Verdict } from "./dialect.js";

export function preToolUseAnswer(verdict: Verdict): Reply {
	switch (verdict.kind) {
		case "none":
			return json({});
		case "allow":
			return json({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } });
		case "ask":
		case "deny":
			return json({
				hookSpecificOutput: {
					hookEventName: "PreToolUse",
					permissionDecision: verdict.kind,
					permissionDecisionReason: (verdict.kind === "ask" ? verdict.question : undefined) ?? verdict.reason,
				},
			});
	}
}
