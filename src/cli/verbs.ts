/** Every verb of the command line. Each is loaded only when it is asked for. */
import type { VerbEntry } from "./verb.js";

export const verbs: readonly VerbEntry[] = [
	{
		name: "init",
		summary: "write a starter policy for this folder",
		load: async () => (await import("./verbs/init.js")).init,
	},
	{ name: "lint", summary: "find faults in policies", load: async () => (await import("./verbs/lint.js")).lint },
	{ name: "fmt", summary: "format policies", load: async () => (await import("./verbs/fmt.js")).fmt },
	{
		name: "convert",
		summary: "write a policy in the other notation",
		load: async () => (await import("./verbs/convert.js")).convert,
	},
	{
		name: "check",
		summary: "decide a command without running it",
		load: async () => (await import("./verbs/check.js")).check,
	},
	{
		name: "explain",
		summary: "decide a command and show how the answer came about",
		load: async () => (await import("./verbs/explain.js")).explain,
	},
	{
		name: "test",
		summary: "check the expectations and claims inside policies, and suites",
		load: async () => (await import("./verbs/test.js")).test,
	},
	{
		name: "show",
		summary: "show an agent's rules, and where each comes from",
		load: async () => (await import("./verbs/show.js")).show,
	},
	{
		name: "prove",
		summary: "prove a claim about all commands, or break it",
		load: async () => (await import("./verbs/prove.js")).prove,
	},
	{
		name: "can",
		summary: "show what an agent may run, with a command for each rule",
		load: async () => (await import("./verbs/can.js")).can,
	},
	{
		name: "diff",
		summary: "show every command that two policies decide differently",
		load: async () => (await import("./verbs/diff.js")).diff,
	},
	{
		name: "tree",
		summary: "draw the decision tree",
		load: async () => (await import("./verbs/tree.js")).tree,
	},
	{
		name: "report",
		summary: "write a page about the policy",
		load: async () => (await import("./verbs/report.js")).report,
	},
	{
		name: "run",
		summary: "decide a command, and run it if it is allowed",
		load: async () => (await import("./verbs/run.js")).run,
	},
	{
		name: "replay",
		summary: "decide a decision log again, and show what would change",
		load: async () => (await import("./verbs/replay.js")).replay,
	},
	{
		name: "learn",
		summary: "propose rules for questions that were always answered yes",
		load: async () => (await import("./verbs/learn.js")).learn,
	},
	{
		name: "audit",
		summary: "verify a decision log, look into it, and count",
		load: async () => (await import("./verbs/audit.js")).audit,
	},
	{
		name: "compile",
		summary: "write a policy as the compiled decision tree",
		load: async () => (await import("./verbs/compile.js")).compile,
	},
	{
		name: "bundle",
		summary: "sign a policy for many machines, and follow one",
		load: async () => (await import("./verbs/bundle.js")).bundle,
	},
	{
		name: "fleet",
		summary: "say where this machine stands, and see where many do",
		load: async () => (await import("./verbs/fleet.js")).fleet,
	},
	{
		name: "import",
		summary: "read another system's files into a policy",
		load: async () => (await import("./verbs/import.js")).importRules,
	},
	{
		name: "export",
		summary: "write a policy as a harness's own permissions",
		load: async () => (await import("./verbs/export.js")).exportRules,
	},
	{
		name: "serve",
		summary: "decide for whoever asks at a socket, or run a sandbox over HTTP",
		load: async () => (await import("./verbs/serve.js")).serve,
	},
	{
		name: "hook",
		summary: "answer a harness's own hook, in its dialect",
		load: async () => (await import("./verbs/hook.js")).hook,
	},
	{
		name: "install",
		summary: "have a harness ask the rules before each command",
		load: async () => (await import("./verbs/install.js")).install,
	},
	{
		name: "uninstall",
		summary: "take the hook out of a harness's settings again",
		load: async () => (await import("./verbs/uninstall.js")).uninstall,
	},
	{
		name: "mcp",
		summary: "serve agents a shell by the rules, over MCP",
		load: async () => (await import("./verbs/mcp.js")).mcp,
	},
	{
		name: "doctor",
		summary: "prove that registered hooks fire",
		load: async () => (await import("./verbs/doctor.js")).doctor,
	},
	{
		name: "session",
		summary: "show what a session did and what that forbids, or release it",
		load: async () => (await import("./verbs/session.js")).session,
	},
	{
		name: "approve",
		summary: "list what waits for certain people, and answer it",
		load: async () => (await import("./verbs/approve.js")).approve,
	},
	{
		name: "completion",
		summary: "write what a shell needs to complete this command line",
		load: async () => (await import("./verbs/completion.js")).completion,
	},
	{
		name: "lsp",
		summary: "serve editors as a language server",
		load: async () => (await import("./verbs/lsp.js")).lsp,
	},
];
