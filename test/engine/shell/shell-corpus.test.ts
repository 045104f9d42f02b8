/** Scripts of which a real shell's commands were written down. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { unwrap } from "../../../src/engine/effects/commands.js";
import { readScript } from "../../../src/engine/request/read-script.js";
import { find, missed, runsCode, show } from "./covers.js";

interface Row {
	readonly id: string;
	readonly script: string;
	readonly shell: string;
	readonly executed: readonly (readonly string[])[];
	/** What stub wrappers would have run, were they real. */
	readonly implied?: readonly (readonly string[])[];
	readonly must: "find-all" | "fail-closed";
	/** What is special about it. */
	readonly note: string;
}

const corpus = join(process.cwd(), "test/corpora/shell.jsonl");
const rows = linesOf<Row>(corpus);
const answers = rows.map((row) => ({ row, found: find(row.script, row.shell === "dash" ? "sh" : "bash") }));

describe("scripts that a shell ran", () => {
	test("are there", () => {
		expect(rows.length).toBeGreaterThan(500);
		expect(rows.filter(({ executed }) => executed.length > 0).length).toBeGreaterThan(400);
	});

	test.each(answers.filter(({ found }) => found.kind === "understood"))("$row.id: no command is missed", (answer) => {
		const { row, found } = answer;
		if (found.kind === "refused") return;
		// What runs inside of a program is a power of it, and not a command, where nobody could read it off.
		const powerful = found.commands.some(runsCode);
		const ran = row.executed.filter((words) => !isCallOfFunction(words, row.script)).flatMap(inShell);
		const left = [
			...missed(found.commands, powerful && row.must === "fail-closed" ? [] : ran),
			...missed(found.commands, powerful ? [] : (row.implied ?? [])),
		];
		expect({ missed: left, found: left.length > 0 ? found.commands.map(show) : [] }).toEqual({ missed: [], found: [] });
	});

	test("are read where agents write them every day", () => {
		const daily = answers.filter(({ row }) => isDaily(row));
		const refused = daily.flatMap(({ row, found }) =>
			found.kind === "refused" && found.by === "reader" ? [`${row.id}: ${found.why}`] : [],
		);
		expect(daily.length).toBeGreaterThan(100);
		expect(daily.filter(({ row }) => row.id.startsWith("ag-")).length).toBeGreaterThan(20);
		expect(refused.length > 0.05 * daily.length ? refused : []).toEqual([]);
	});
});

/** A shell that `awk` or `sed` starts for a line is what the line runs. An `exec` without words runs nothing. */
function inShell(words: readonly string[]): readonly (readonly string[])[] {
	const [program, option, line] = words;
	if (words.length === 1 && program === "exec") return [];
	if (!/^(\/bin\/)?sh$/.test(program ?? "") || option !== "-c" || line === undefined) return [words];
	const simple = /^[\w./ -]+$/.test(line) ? line.trim().split(/ +/) : undefined;
	return simple === undefined ? [words] : [simple];
}

/** The call of a function that the script itself defines runs what the function holds, and that is what must be found. */
function isCallOfFunction(words: readonly string[], script: string): boolean {
	const name = (words[0] ?? "").replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
	return new RegExp(`(^|[\\s;&|({'"=])${name}\\s*\\(\\s*\\)|\\bfunction\\s+${name}(?![\\w-])`).test(script);
}

/**
 * Everyday scripts: those of agents, and of the families on quotes, lists, redirections, here-documents, loops, the shell's own commands and
 * wrappers those that need no note, since there is no trick in them. The other families are about nothing but tricks.
 */
function isDaily({ id, must, note, executed }: Row): boolean {
	if (must !== "find-all" || executed.length === 0) return false;
	return id.startsWith("ag-") || (note === "" && /^(basic|quote|redir|hd|cmp|bi|wr)-/.test(id));
}

// Other projects' own cases are not ours to keep; they are read where they lie.
const peers = join(resolve(process.env.BYLAW_CORPORA ?? "../shared/corpora"), "peers");

describe("other projects' commands", () => {
	if (!existsSync(peers)) {
		test.skip(`are not here: there is no folder ${peers}, and BYLAW_CORPORA names no other`, () => undefined);
		return;
	}

	test.each(readdirSync(peers).filter((name) => name.endsWith(".jsonl")))(
		"%s is read without a fault, each line within 50 ms",
		(name) => {
			const commands = linesOf<{ command?: unknown }>(join(peers, name)).flatMap(({ command }) =>
				typeof command === "string" ? [command] : [],
			);
			const slow = commands.flatMap((command) => {
				const best = Math.min(...[1, 2, 3].map(() => timeOf(command)));
				return best > 50 ? [`${best.toFixed(0)} ms: ${command.slice(0, 200)}`] : [];
			});
			expect(slow).toEqual([]);
		},
	);
});

function timeOf(script: string): number {
	const before = process.cpuUsage();
	const reading = readScript(script);
	if (reading.kind === "understood")
		for (const command of reading.commands) unwrap(command, { programs: new Map(), trust: ["/usr/bin", "/bin"] });
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

function linesOf<T>(path: string): T[] {
	return readFileSync(path, "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as T);
}
