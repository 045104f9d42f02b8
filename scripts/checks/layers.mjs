/**
 * The wings and rooms of the house, in the order in which data passes, and what each may bring in from outside. Of `language`, the room `policy` stands behind the
 * engine's tables and readers: what an option in a pattern means, the program's table says. The records of clauses and settings stand before the grammar, which is built from them.
 */

/** A file imports from its own room or an earlier one. A room is a folder, a file, or a file with the folder of its name; the longest name that fits is the room. */
export const rooms = [
	"language/source",
	"language/diagnostic",
	"language/policy/terms", // effects, powers, kinds of rules: the closed words
	"language/policy/hands", // the names of calls, and whose they are
	"language/policy/test",
	"language/policy/patterns/pattern-tests",
	"language/policy/clauses", // a record for each clause: the grammar is built from them
	"language/policy/settings", // a record for each setting, as well
	"grammar", // its own top folder
	"language/syntax",
	"engine/records", // how records are made that a decision reads often
	"engine/knowledge",
	"engine/request",
	"engine/effects", // what a command does: everybody else asks here
	"language/policy",
	"engine/decide",
	"engine/history", // what happened before: the answers to what rules ask about it
	"runtime/harnesses", // a record for each harness; the language and the engine are handed what they need of it
	"runtime/load",
	"runtime/execute",
	"runtime/audit",
	"runtime/history", // what happened, kept on the disk
	"runtime/bundle", // signed policies, verified and activated
	"runtime/tools",
	"runtime/servers",
	"index", // src/index.ts: decide and run
	"authoring/analysis",
	"authoring/attack", // lines that get around denials
	"authoring/lint",
	"authoring/render", // decisions, proofs and differences for people
	"authoring/replay", // logs decided again
	"authoring/suite",
	"authoring/bundle", // signed policies, built
	"authoring/archive", // the logs of many machines as tables, and questions to them
	"authoring/learn", // rules from the questions of a log
	"authoring/exchange",
	"authoring/load",
	"authoring/report", // its `page` runs in browsers: it may use nothing of Node's
	"authoring/fleet", // heartbeats of machines, and the page about them
	"authoring/editor",
	"authoring", // src/authoring.ts: lints, proofs, suites
	"cli",
];

/** Public entry points by their files: nobody inside imports them. */
export const entryPoints = { "src/index.ts": "index", "src/authoring.ts": "authoring" };

/** The rooms that touch the world: files, processes, the network, the clock. */
export const worldly = [
	"runtime/load",
	"runtime/execute",
	"runtime/audit",
	"runtime/history",
	"runtime/bundle",
	"runtime/servers",
	"authoring/bundle",
	"authoring/archive",
	"authoring/load",
	"authoring/fleet",
	"authoring/editor",
	"cli",
];

/** Node's modules that only compute. All others are for worldly rooms. */
export const pureModules = [
	"assert",
	"async_hooks",
	"buffer",
	"crypto",
	"path",
	"string_decoder",
	"url",
	"util",
	"zlib",
];

/** Where a package may be imported, and nowhere else. */
export const packages = {
	chevrotain: ["grammar", "language/syntax"],
	yaml: ["language/syntax"],
	ajv: [], // validators are compiled by scripts and committed
	unbash: ["engine/request"],
	minimatch: ["engine/effects", "language/policy", "engine/decide", "runtime/load", "authoring/analysis", "cli"], // the command line: names of files; loading: what git ignores
	diff: ["authoring/render"],
	"jsonc-parser": ["language/source"],
	"toml-eslint-parser": ["runtime/harnesses"],
	picocolors: ["language/diagnostic", "authoring/render", "authoring/report", "cli"],
	commander: ["cli"],
	"node-pty": ["runtime/execute"],
	"@duckdb/node-api": ["authoring/archive"],
	"vscode-languageserver": ["authoring/editor"],
	"tuf-js": ["runtime/bundle"],
	"@tufjs/models": ["authoring/bundle"],
	"@modelcontextprotocol/client": ["runtime/servers"],
	"@modelcontextprotocol/server": ["runtime/servers"],
};
