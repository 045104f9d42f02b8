/** `nudge`: there is a better way; `force` runs the command all the same. */
import type { Kind } from "./kind.js";

export const nudge: Kind = {
	keyword: "nudge",
	effect: "nudge",
	summary:
		"points to a better tool: grants the command for whoever forces it, and raises the answer to a nudge otherwise",
	required: [],
	lockable: false,
	access: false,
	people: false,
	example: "nudge go build use go.build",
	lower: ({ granting, restricting, use }) => ({
		grants: granting(),
		restricts: {
			kind: "all",
			tests: [
				restricting(),
				{ kind: "not", test: { kind: "forced" } },
				...(use.length > 0 ? [{ kind: "has-tool", names: use } as const] : []),
			],
		},
	}),
};
