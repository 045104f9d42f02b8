/** The rooms of the house, in the order in which data passes, and what each may bring in from outside. */

/** A file imports from its own room or an earlier one. `src/index.ts` stands above them all. */
export const rooms = [
	"grammar", // its own top folder: the language stands alone
	"source",
	"diagnostic",
	"syntax",
	"knowledge",
	"request",
	"effects", // what a command does: everybody else asks here
	"harnesses", // facts: the core is handed what it needs of them
	"policy",
	"decide",
	"analysis",
	"attack", // lines that get around denials
	"lint",
	"suite",
	"load",
	"execute",
	"audit",
	"harness",
	"server",
	"page", // runs in browsers: it may use nothing of Node's
	"cli",
];

/** The rooms that touch the world: files, processes, the network, the clock. */
export const worldly = ["load", "execute", "audit", "server", "cli"];

/** Node's modules that only compute. All others are for worldly rooms. */
export const pureModules = ["assert", "async_hooks", "buffer", "crypto", "path", "string_decoder", "url", "util"];

/** Where a package may be imported, and nowhere else. */
export const packages = {
	chevrotain: ["grammar", "syntax"],
	yaml: ["syntax"],
	ajv: [], // validators are compiled by scripts and committed
	unbash: ["request"],
	minimatch: ["effects", "policy", "decide", "analysis", "cli"], // the command line: names of files
	picocolors: ["diagnostic", "cli"],
	commander: ["cli"],
	"node-pty": ["execute"],
	"vscode-languageserver": ["server"],
	"@modelcontextprotocol/server": ["server"],
};
