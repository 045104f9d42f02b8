/** What each gate is, and how it is asked; of another package, whose. Its module is loaded in a process of its own only. */
export const about = {
	bylaw: {
		title: "Bylaw",
		dependency: "bylaw",
		how: "`decide` of its library; denials as `deny`, all else allowed; its own rules are those of the pack `guard`",
	},
	"cc-safety-net": {
		title: "cc-safety-net",
		dependency: "cc-safety-net",
		how: "its function for other programs; denials as rules of a rulebook of the user",
	},
	"cc-safety-net-paranoid": {
		title: "cc-safety-net, paranoid",
		dependency: "cc-safety-net",
		how: "the same at its level `paranoid`",
	},
	codex: {
		title: "Codex, its rules",
		dependency: "@openai/codex",
		how: "its app server with a model on this machine, approval `never`, no sandbox of its own; denials as `prefix_rule` with `forbidden`",
	},
	gemini: {
		title: "Gemini CLI, its policy engine",
		dependency: "@google/gemini-cli-core",
		how: "`PolicyEngine.check` of a call of its shell tool; denials as `commandPrefix`, secrets as an `argsPattern`, all else allowed, redirections too",
	},
	pi: {
		title: "pi-permission-system",
		dependency: "@gotgenes/pi-permission-system",
		how: "its gates for shell commands and their paths; denials as patterns `x` and `x *`, all else allowed",
	},
};
