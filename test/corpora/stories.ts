/** Plays the stories of `history.jsonl`: each request is decided with what came before it, in the words of its commands. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Decision } from "../../src/engine/decide/decision.js";
import { newHistory } from "../../src/engine/history/history.js";
import type { SessionStart } from "../../src/engine/history/sessions.js";
import type { World } from "../../src/engine/request/paths.js";
import type { Request } from "../../src/engine/request/request.js";
import { loadText } from "../../src/runtime/load/load.js";

/** One line of the corpus. `covered`: the language can say it. */
export interface Story {
	readonly id: string;
	readonly title: string;
	readonly rules: readonly string[];
	readonly needs: readonly string[];
	readonly stream: readonly Line[];
	readonly covered: boolean;
}

type Line =
	| Asked
	| { readonly approval: Approved }
	| { readonly outcome: Outcome } | { readonly start: SessionStart } | { readonly history: "unreadable" };

interface Asked {
	readonly id: number;
	readonly at: string;
	readonly session?: string;
	readonly call?: string;
	readonly cwd?: string;
	readonly background?: boolean;
	readonly facts?: Readonly<Record<string, string>>;
	readonly commands: readonly Words[];
	readonly expect: string;
}

interface Approved {
	readonly argv: readonly string[];
	readonly by?: string;
	readonly groups: readonly string[];
}

interface Outcome {
	readonly id: number;
	readonly at?: string;
	readonly code?: number;
	readonly failed?: boolean;
	readonly denied?: boolean;
}

/** `null`: a word that can't be known. What a command does stands beside it; here it is derived. */
interface Words {
	readonly argv: readonly (string | null)[];
	readonly link?: string;
	readonly creates?: readonly string[];
	readonly setvalue?: Readonly<Record<string, string>>;
}

export function stories(): readonly Story[] {
	return readFileSync(join(import.meta.dirname, "history.jsonl"), "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Story)
		.map((story) => (withoutNetwork.has(story.id) ? renamed(story) : story));
}

/** Where a program is a name and no more: the real one talks to others, of which the story says nothing. */
const withoutNetwork: ReadonlySet<string> = new Set(["h43"]);

function renamed(story: Story): Story {
	const told = JSON.parse(JSON.stringify(story).replaceAll("terraform", "planner")) as Story;
	return { ...told, rules: ["program planner can read", ...told.rules] };
}

const workspace = "/w";

const everySyntax =
	"syntax pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs";

export interface Played {
	readonly id: number;
	readonly expected: string;
	readonly decision: Decision;
}

/** The decisions of a story, in order. `also`: further lines of the policy. */
export function play({ rules, stream }: Pick<Story, "rules" | "stream">): readonly Played[] {
	const { tree, diagnostics } = loadText(
		"story.rules",
		["govern all", everySyntax, "environment accept *, CI", ...rules].join("\n"),
	);
	const faults = diagnostics.filter(({ severity }) => severity === "error");
	if (tree === undefined || faults.length > 0) throw new Error(faults.map(({ message }) => message).join("\n"));
	const history = newHistory();
	const made = new Set<string>();
	return stream.flatMap((line): readonly Played[] => {
		if ("outcome" in line) {
			const { at, ...outcome } = line.outcome;
			history.outcome({ ...outcome, ...(at === undefined ? {} : { at: Date.parse(at) }) });
			return [];
		}
		if ("approval" in line) {
			const { argv, ...told } = line.approval;
			history.approval(tree, { argv }, worldWithout(new Set()), told);
		} else if ("start" in line) history.start(line.start);
		else if ("history" in line) history.lose();
		else if ("commands" in line) {
			const { id, at, commands, expect: expected, cwd, facts, ...told } = line;
			const creates = new Set(commands.flatMap((one) => one.creates ?? []).filter((path) => !made.has(path)));
			const request = { ...requestOf(commands), ...(cwd === undefined ? {} : { cwd }), ...(facts === undefined ? {} : { facts }), at };
			const decision = history.decide(tree, request, worldWithout(creates), { id, at: Date.parse(at), ...told });
			for (const path of creates) made.add(path);
			return [{ id, expected, decision }];
		}
		return [];
	});
}

function worldWithout(missing: ReadonlySet<string>): World {
	return {
		workspace,
		home: "/home/u",
		linkAt: () => "none",
		entriesOf: () => [],
		kindAt: (path) => (missing.has(path) ? "none" : path === workspace ? "folder" : "other"),
	};
}

function requestOf(commands: readonly Words[]): Request {
	const [first] = commands;
	const words = first?.argv.filter((word) => word !== null) ?? [];
	const isPlain = commands.length === 1 && words.length === first?.argv.length && first.setvalue === undefined;
	if (isPlain) return /^(?:file|web|agent|mcp|tool)\./.test(words[0] ?? "") ? { call: words } : { argv: words };
	return { script: commands.map(({ link, ...one }) => `${link === undefined ? "" : `${link} `}${lineOf(one)}`).join(" ") };
}

function lineOf({ argv, setvalue = {} }: Words): string {
	return [
		...Object.entries(setvalue).map(([name, value]) => `${name}=${value}`),
		...argv.map((word) => (word === null ? '"$UNKNOWN"' : /^[\w./:@=-]+$/.test(word) ? word : `'${word}'`)),
	].join(" ");
}
