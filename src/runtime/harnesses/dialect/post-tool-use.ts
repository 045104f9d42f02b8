/**
 * What harnesses tell by `PostToolUse` and `PostToolUseFailure`, which say between them how a call ended, and by `SessionStart`. What only may have ended well
 * did not surely.
 */
import type { Fields, News } from "./dialect.js";
import { isFields } from "./read-tool-call.js";

/** The event by which a session tells how it began. */
export const sessionStart = "SessionStart";

/** The events, as a registration names them. */
export const newsEvents: readonly string[] = ["PostToolUse", "PostToolUseFailure", sessionStart];

export function postToolUseNews(input: Fields): News | undefined {
	const { hook_event_name: event, session_id: session } = input;
	if (typeof event !== "string" || !newsEvents.includes(event)) return undefined;
	if (typeof session !== "string" || session === "") return { kind: "none" };
	if (event === sessionStart) return sessionNews(input, session);
	const call = input.tool_use_id ?? input.tool_call_id;
	if (typeof call !== "string" || call === "") return { kind: "none" };
	if (event === "PostToolUseFailure") return { kind: "ended", session, call, failed: true };
	switch (endOf(input)) {
		case "runs":
			return { kind: "none" };
		case "unknown":
			return { kind: "ended", session, call };
		case "passed":
			return { kind: "ended", session, call, code: 0 };
	}
}

/** Of a harness that tells how sessions began, and not how calls ended. */
export function sessionNewsOf(input: Fields): News | undefined {
	if (input.hook_event_name !== sessionStart) return undefined;
	const { session_id: session } = input;
	return typeof session !== "string" || session === "" ? { kind: "none" } : sessionNews(input, session);
}

/** A person's `/clear` begins anew. What is resumed, compacted or copied goes on; a copy has a new name, and nobody tells of what it is one. */
function sessionNews({ source }: Fields, session: string): News {
	if (typeof source !== "string") return { kind: "none" };
	const how = source === "clear" ? "anew" : source === "startup" ? "new" : "going-on";
	return { kind: "began", session, how };
}

function endOf({ tool_input, tool_response }: Fields): "runs" | "unknown" | "passed" {
	const [asked, answer] = [tool_input, tool_response].map((one) => (isFields(one) ? one : {}));
	const isBackground = [asked?.run_in_background, asked?.is_background, answer?.backgroundTaskId, answer?.shellId].some(
		(one) => one !== undefined && one !== false && one !== "",
	);
	if (isBackground) return "runs";
	const isDoubtful = [answer?.interrupted, answer?.is_error, answer?.isError, answer?.error].some(
		(one) => one !== undefined && one !== false && one !== null && one !== "",
	);
	return isDoubtful ? "unknown" : "passed";
}
