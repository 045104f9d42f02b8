/** How each harness goes on with a session: by which words it is resumed, how it is brought to compact it, and how a person begins anew. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sessionIn } from "./session-ids.mjs";

const resumed =
	(words) =>
	async ({ play, asked }) => {
		const { text } = await play(asked.first);
		return text + (await play(asked.next, words)).text;
	};

/** By the name of the session that was told first. */
const forked =
	(words) =>
	async ({ play, asked, told }) => {
		const { text } = await play(asked.first);
		const id = told()
			.map(sessionIn)
			.find((one) => one !== undefined);
		return text + (await play(asked.next, (all) => words(id, all))).text;
	};

/** Each is typed when what was asked before is done. */
const lines = (between, { next }, ends) => [
	{ said: between, when: () => ends() >= 1 },
	{ said: next },
	{ said: "/quit", when: () => ends() >= 2 },
];

/** A person types it between two things at a terminal. The first one is given to the program by `-i` in place of `-p`. */
const atTerminal =
	(between) =>
	({ typed, asked, start, ends }) => {
		const words = start(asked.first).words.map((word) => (word === "-p" ? "-i" : word));
		const kept = words.filter((word, at) => word !== "--output-format" && words[at - 1] !== "--output-format");
		return typed(kept, lines(between, asked, ends)).then(({ text }) => text);
	};

/** Registers a listener for these events in settings of Claude's shape. */
const listening =
	(file, events, entry) =>
	({ home, workspace, program }) => {
		const path = file({ home, workspace });
		const settings = JSON.parse(readFileSync(path, "utf8"));
		for (const event of events)
			settings.hooks[event] = [...(settings.hooks[event] ?? []), entry({ type: "command", command: program })];
		writeFileSync(path, JSON.stringify(settings));
	};

/** Several things that a person says to one process, as lines of JSON. */
const said =
	(between) =>
	async ({ play, asked }) => {
		const lines = [asked.first, between, asked.next].map((content) =>
			JSON.stringify({ type: "user", message: { role: "user", content } }),
		);
		const without = ["-p", asked.first, "--output-format", "json"];
		const streams = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
		const words = (all) => [...streams, ...all.filter((word) => !without.includes(word))];
		return (await play(asked.first, words, { lines, isOver: /"type":"result"/ })).text;
	};

/** Tells a listener of what concerns sessions, by a plugin of its own. `folder`: that of plugins in a project. */
const eavesdropping =
	(folder) =>
	({ workspace, program }) => {
		writeFileSync(
			join(workspace, folder, "plugin", "listener.js"),
			`import { spawnSync } from "node:child_process";
export const Listener = async () => ({
	event: async ({ event }) => {
		if (/^session\\.(?:created|compacted|deleted)$/.test(event.type)) spawnSync(${JSON.stringify(program)}, [], { input: JSON.stringify(event) });
	},
});
`,
		);
	};

function byPlugin(folder) {
	const inRun =
		(more) =>
		([run, ...words]) => [run, ...more, ...words];
	return {
		all: { listen: eavesdropping(folder) },
		resume: { play: resumed(inRun(["--continue"])) },
		fork: { play: resumed(inRun(["--continue", "--fork"])) },
		compaction: { full: 99_000, inOneTurn: true, isSummary: /conversation so far|summar/i },
		clear: {
			play: ({ typed, asked, ends }) =>
				typed(["--prompt", asked.first], lines("/new", asked, ends)).then(({ text }) => text),
		},
	};
}

export const ways = {
	"claude-code": {
		all: {
			listen: listening(
				({ workspace }) => join(workspace, ".claude", "settings.json"),
				["SessionStart", "SessionEnd", "PreCompact", "PostCompact", "SubagentStart", "SubagentStop"],
				(hook) => ({ matcher: "", hooks: [hook] }),
			),
		},
		resume: { play: resumed((words) => ["--continue", ...words]) },
		fork: { play: resumed((words) => ["--continue", "--fork-session", ...words]) },
		compaction: { play: said("/compact"), isSummary: /detailed summary of the conversation/ },
		clear: { play: said("/clear") },
	},
	codex: {
		all: {
			prepare: ({ home, workspace }) => {
				const path = join(home, ".codex", "config.toml");
				writeFileSync(
					path,
					`model_context_window = 100000\nmodel_auto_compact_token_limit = 50000\n${readFileSync(path, "utf8")}\n[projects."${workspace}"]\ntrust_level = "trusted"\n`,
				);
			},
		},
		resume: { play: resumed(([exec, ...words]) => [exec, "resume", "--last", ...words]) },
		fork: { play: forked((id, [exec, ...words]) => [exec, "fork", ...words.slice(0, -1), id, ...words.slice(-1)]) },
		compaction: { full: 80_000, inOneTurn: true, isSummary: /CHECKPOINT COMPACTION|handoff summary/ },
		clear: {
			play: ({ typed, asked, ends }) => typed([asked.first], lines("/clear", asked, ends)).then(({ text }) => text),
		},
	},
	"gemini-cli": {
		all: {
			listen: listening(
				({ home }) => join(home, ".gemini", "settings.json"),
				["SessionStart", "SessionEnd", "PreCompress", "BeforeAgent"],
				(hook) => ({ matcher: "*", hooks: [hook] }),
			),
		},
		resume: { play: resumed((words) => ["--resume", "latest", ...words]) },
		compaction: { play: atTerminal("/compress"), isSummary: /state_snapshot|compress/ },
		clear: { play: atTerminal("/clear") },
	},
	"qwen-code": {
		all: {
			listen: listening(
				({ home }) => join(home, ".qwen", "settings.json"),
				["SessionStart", "SessionEnd", "PreCompact", "PostCompact", "SubagentStart", "SubagentStop"],
				(hook) => ({ matcher: "*", hooks: [hook] }),
			),
		},
		resume: { play: resumed((words) => ["--continue", ...words]) },
		fork: { play: resumed((words) => ["--continue", "--fork-session", ...words]) },
		compaction: { play: atTerminal("/compress"), isSummary: /state_snapshot|compress/ },
		clear: { play: atTerminal("/clear") },
	},
	opencode: byPlugin(".opencode"),
	"kilo-code": byPlugin(".kilo"),
	"copilot-cli": {
		all: {
			prepare: ({ home, workspace }) => {
				mkdirSync(join(home, ".copilot"), { recursive: true });
				writeFileSync(join(home, ".copilot", "config.json"), JSON.stringify({ trusted_folders: [workspace] }));
			},
			listen: ({ home, program }) => {
				const events = ["sessionStart", "sessionEnd", "preCompact", "subagentStart", "subagentStop"];
				const hooks = Object.fromEntries(
					events.map((event) => [event, [{ type: "command", bash: `EVENT=${event} ${program}` }]]),
				);
				writeFileSync(join(home, ".copilot", "hooks", "listener.json"), JSON.stringify({ version: 1, hooks }));
			},
		},
		resume: { play: resumed((words) => ["--continue", ...words]) },
		compaction: { play: atTerminal("/compact"), isSummary: /summar|compact/i },
		clear: { play: atTerminal("/clear") },
	},
	cline: {
		all: {
			listen: ({ home, program }) => {
				for (const event of ["TaskStart", "TaskResume", "TaskCancel", "TaskComplete", "PreCompact", "UserPromptSubmit"])
					writeFileSync(join(home, ".cline", "hooks", event), `#!/bin/sh\nexec ${program}\n`, { mode: 0o755 });
			},
		},
		resume: {
			// Only at a terminal.
			play: async ({ play, typed, start, asked, told, ends }) => {
				const { text } = await play(asked.first);
				const id = told()
					.map(({ said }) => said.sessionContext?.rootSessionId)
					.find((one) => one !== undefined);
				const words = start(asked.next).words.filter((word) => word !== "--json" && word !== asked.next);
				const typing = [{ said: asked.next }, { said: "/quit", when: () => ends() >= 2 }];
				return text + (await typed(["-i", "--id", id, ...words], typing)).text;
			},
		},
	},
};
