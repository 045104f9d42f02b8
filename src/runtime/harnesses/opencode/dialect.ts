/**
 * opencode has no hook commands: a plugin file of ours (docs/harnesses/opencode.md) asks in this dialect, and throws at everything but an
 * `effect` of `allow` or `none`. It asks `{"tool", "args", "directory"}`.
 */
import { type Dialect, json, unasked } from "../dialect.js";
import { isFields } from "../read-tool-call.js";

export const dialect: Dialect = {
	name: "opencode",
	title: "opencode",
	shells: ["bash"],
	folders: ["workdir"],
	// Its `command` only says what led to it; what its agent runs is asked about by itself.
	plain: ["task"],
	tools: {},
	writesUnseen: false,
	read: ({ tool, args, directory }) => {
		if (typeof tool !== "string" || tool === "") return "it does not say which tool is called (`tool`)";
		if (!isFields(args)) return "it does not say what the tool is given (`args`)";
		if (typeof directory !== "string") return "it does not say in which folder (`directory`)";
		return { tool, input: args, cwd: directory, project: directory };
	},
	answer: (verdict) => {
		switch (verdict.kind) {
			case "none":
			case "allow":
				return json({ effect: verdict.kind });
			case "ask":
				return json({ effect: "deny", message: unasked(verdict.reason, dialect.title) });
			case "deny":
				return json({ effect: "deny", message: verdict.reason });
		}
	},
};
