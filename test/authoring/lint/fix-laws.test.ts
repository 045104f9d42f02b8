/** Laws of fixing, asked of every case of a lint and of cases that are thrown together. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { anySymbolicWorld } from "../../../src/authoring/analysis/agent-model.js";
import { difference } from "../../../src/authoring/analysis/changes/difference.js";
import { fixAll, type Texts, type Tried } from "../../../src/authoring/lint/fixes.js";
import { lint } from "../../../src/authoring/lint/lint.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { patternText } from "../../../src/language/syntax/dsl/part-text.js";
import type { RuleStatement, Statement } from "../../../src/language/syntax/statements.js";
import { type Loaded, load } from "../../../src/runtime/load/load.js";
import { readPolicyText } from "../../../src/runtime/load/read-file.js";
import { readCaseFile, type Scene } from "../../cases/read-case-file.js";
import { world } from "../../engine/laws/world.js";
import { part } from "../../part.js";

const folder = "test/cases/lints";
const today = "2026-06-01";
const root = mkdtempSync(join(tmpdir(), "bylaw-fix-laws-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A policy with the files that it imports. */
interface Given {
	readonly title: string;
	readonly name: string;
	readonly text: string;
	readonly files: ReadonlyMap<string, string>;
}

const givens: readonly Given[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".md"))
	.sort()
	.flatMap((file) =>
		readCaseFile(readFileSync(join(folder, file), "utf8")).scenes.map(({ policy, files }: Scene) => ({
			title: `${file}:${policy.line}`,
			name: policy.name,
			text: policy.text,
			files,
		})),
	);

let count = 0;

interface Opened {
	readonly path: string;
	readonly before: Loaded;
	readonly read: (text: string) => Loaded;
}

const open = new WeakMap<Given, Opened>();

function opened(given: Given): Opened {
	const known = open.get(given) ?? opening(given);
	open.set(given, known);
	return known;
}

const found = new WeakMap<Loaded, readonly Diagnostic[]>();

function findingsOf(policy: Loaded): readonly Diagnostic[] {
	const known = found.get(policy) ?? lint(policy, { today, steps });
	found.set(policy, known);
	return known;
}

/** The policy as the command line loads it, with the files that it imports beside it. */
function opening({ name, text, files }: Given): Opened {
	const own = join(root, String(count++));
	mkdirSync(own);
	for (const [file, content] of files) {
		mkdirSync(dirname(join(own, file)), { recursive: true });
		writeFileSync(join(own, file), content);
	}
	const path = join(own, name);
	writeFileSync(path, text);
	const read = (now: string): Loaded =>
		load([path], { read: (other) => (other === path ? { text: now } : readPolicyText(other)) });
	return { path, read, before: read(text) };
}

interface Outcome {
	readonly before: Loaded;
	readonly after: Loaded;
	readonly text: string;
}

/** Steps of one question. What is not settled in so many is not fixed. */
const steps = 1000;

function fixed(given: Given, unsafe: boolean): Outcome {
	const { path, read, before } = opened(given);
	const file = before.roots[0] as string;
	const tried = (texts: Texts): readonly Tried[] => {
		const loaded = texts.size === 0 ? before : read(texts.get(file) ?? given.text);
		const besides = loaded.tree === undefined ? loaded.besidesErrors?.() : undefined;
		const whole = besides?.isWhole === true ? besides : loaded;
		return [
			{
				...(whole.tree === undefined ? {} : { tree: whole.tree }),
				isBroken: loaded.tree === undefined,
				diagnostics: () => findingsOf(loaded),
				texts: new Map([[file, texts.get(file) ?? given.text]]),
				importable: whole,
			},
		];
	};
	const text = fixAll(tried, { unsafe, steps }).texts.get(file) ?? given.text;
	expect(path).toContain(given.name);
	return { before, after: text === given.text ? before : read(text), text };
}

function codesOf(policy: Loaded): readonly string[] {
	return findingsOf(policy).map(({ code }) => code);
}

/** What is there oftener than before. */
function added(before: readonly string[], after: readonly string[]): readonly string[] {
	const left = [...before];
	return after.filter((one) => {
		const at = left.indexOf(one);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}

function statementsOf({ files, roots }: Loaded): readonly Statement[] {
	const within = (list: readonly Statement[]): readonly Statement[] =>
		list.flatMap((one) => ("body" in one ? within(one.body as readonly Statement[]) : [one]));
	return within(files.filter(({ file }) => roots.includes(file)).flatMap(({ statements }) => statements));
}

/** Rules that say something, by what they do. `,` parts patterns: each counts, wherever it stands. */
function patternCount(policy: Loaded): ReadonlyMap<string, number> {
	const found = new Map<string, number>();
	const rules = statementsOf(policy).filter((one): one is RuleStatement => one.kind === "rule");
	for (const { keyword } of rules) found.set(keyword, (found.get(keyword) ?? 0) + 1);
	return found;
}

/** Rules that are gone, and that no other rule of the same kind stands for: the policy with them beside those of their kind alone decides otherwise. */
function lost({ before, after }: Outcome): readonly string[] {
	const [old, now] = [patternCount(before), patternCount(after)];
	const fewer = [...old].filter(([keyword, number]) => (now.get(keyword) ?? 0) < number).map(([keyword]) => keyword);
	if (fewer.length === 0) return [];
	const rulesOf = (policy: Loaded, keyword: string): readonly { readonly text: string; readonly speaksOf: string }[] =>
		statementsOf(policy).flatMap((one) => {
			if (one.kind !== "rule" || one.keyword !== keyword) return [];
			const text = policy.sources.get(one.span.file)?.text.slice(one.span.start, one.span.end) ?? "";
			return [{ text, speaksOf: one.patterns.map(patternText).join(", ") }];
		});
	return fewer.flatMap((keyword) => {
		const now = rulesOf(after, keyword);
		const was = rulesOf(before, keyword);
		const kept = now.map(({ text }) => text);
		// One that says something else of the same commands was rewritten.
		const made = now.filter(({ text }) => !was.some((one) => one.text === text)).map(({ speaksOf }) => speaksOf);
		const gone = was
			.filter(({ text, speaksOf }) => !kept.includes(text) && !made.includes(speaksOf))
			.map(({ text }) => text);
		// One whose words were mended speaks of others now: each of those stands for one.
		const mended = made.filter((one) => !was.some(({ speaksOf }) => speaksOf === one)).length;
		const sets = statementsOf(after).flatMap((one) =>
			one.kind === "set" ? [`set ${one.name.text} = ${one.patterns.map(patternText).join(", ")}`] : [],
		);
		const head = [...new Set(sets), `default ${keyword === "deny" || keyword === "constrain" ? "allow" : "deny"}`];
		const tree = (rules: readonly string[]): Tree | undefined =>
			opened({ title: "", name: "policy.rules", text: "", files: new Map() }).read([...head, ...rules, ""].join("\n"))
				.tree;
		const without = tree(kept);
		const missed = gone.filter((one) => {
			const withIt = tree([...kept, one]);
			if (without === undefined || withIt === undefined) return false;
			return difference(without, withIt, anySymbolicWorld, steps).changes.length > 0;
		});
		return missed.slice(mended);
	});
}

/** Expectations that are gone, and of which none like them is left. */
function lostExpectations({ before, after }: Outcome): readonly string[] {
	const said = (policy: Loaded): readonly string[] =>
		statementsOf(policy).flatMap((one) => (one.kind === "expect" ? [`${one.effect.text} ${one.command.text}`] : []));
	const [old, now] = [said(before), said(after)];
	// One that was mended is another one now.
	const made = now.filter((one) => !old.includes(one)).length;
	return old.filter((one) => !now.includes(one)).slice(made);
}

const corpora = ["attacks", "everyday", "spellings"].flatMap((name) => {
	const lines = readFileSync(`test/corpora/${name}.jsonl`, "utf8")
		.split("\n")
		.filter((line) => line !== "");
	return lines.flatMap((line) => {
		const { command, script } = JSON.parse(line) as { readonly command?: unknown; readonly script?: unknown };
		const text = command ?? script;
		return typeof text === "string" ? [text] : [];
	});
});

/** Commands that people and attackers type, and the words of the policy itself. */
function commandsFor({ text }: Given): readonly string[] {
	const own = text
		.split(/[\n,]/)
		.map((line) => line.replace(/^\s*(?:- )?(?:override |locked )*(?:allow|deny|ask|nudge):?\s*/, "").trim())
		.filter((line) => /^[a-z]/.test(line));
	const some = corpora.filter(
		(_, at) => at % Math.ceil(corpora.length / 60) === text.length % Math.ceil(corpora.length / 60),
	);
	return [...own, ...some];
}

function changedDecisions(given: Given, { before, after }: Outcome): readonly string[] {
	if (before.tree === undefined || after.tree === undefined || before.tree.digest === after.tree.digest) return [];
	const [old, now] = [before.tree, after.tree];
	return Object.keys(old.agents).flatMap((agent) =>
		commandsFor(given).filter(
			(script) => decide(old, { agent, script }, world).effect !== decide(now, { agent, script }, world).effect,
		),
	);
}

/** Policies that fixes changed. */
let changed = 0;

/** What is wrong about fixing a policy. */
function wrongWith(given: Given, unsafe: boolean): readonly string[] {
	const outcome = fixed(given, unsafe);
	if (outcome.text === given.text) return [];
	changed++;
	const more = added(codesOf(outcome.before), codesOf(outcome.after));
	// An error hides what else could be found: only what was whole is held against it.
	const isWhole = outcome.before.tree !== undefined;
	return [
		...(isWhole && more.length > 0 ? [`finds more: ${more.join(", ")}`] : []),
		...(isWhole && outcome.after.tree === undefined ? ["is broken"] : []),
		...lost(outcome).map((one) => `loses \`${one}\``),
		...lostExpectations(outcome).map((one) => `loses the expectation \`${one}\``),
		...(unsafe ? [] : changedDecisions(given, outcome).map((one) => `decides otherwise: ${one}`)),
	].map((one) => `${given.title}${unsafe ? " (unsafe)" : ""} ${one}\n${outcome.text}`);
}

const factor = Number(process.env.LAWS_RUNS ?? 0.25 * part);
const seed = Number(process.env.LAWS_SEED ?? 20261121);

/** All of them where there is time for more runs. */
const every = Math.max(1, Math.round(2 / factor));

describe("fixing to the end adds no finding, drops no intent and, where it is safe, changes no decision", () => {
	test.each([false, true])(
		"of every case, unsafe: %s",
		(unsafe) => {
			changed = 0;
			const some = givens.filter((_, at) => at % every === 0);
			expect(some.flatMap((given) => wrongWith(given, unsafe))).toEqual([]);
			expect(changed).toBeGreaterThanOrEqual(80 / every);
		},
		300_000,
	);
});

/** Cases without agents can be joined as they stand: what stands outside of any agent, of all of them. */
const loose = givens.filter(
	({ name, text, files }) => name === "policy.rules" && files.size === 0 && !/^\s*(?:agent|group|import)\b/m.test(text),
);
const bodies = givens.flatMap(({ title, name, text, files }) => {
	const body = /^ *agent default \{\n([\s\S]*?)\n *\}\s*$/.exec(text)?.[1];
	return name === "policy.rules" && files.size === 0 && body !== undefined && !/^ *\}/m.test(body)
		? [{ title, text: body }]
		: [];
});

test("of cases that are thrown together", () => {
	changed = 0;
	const joined = fc
		.tuple(fc.boolean(), fc.shuffledSubarray([...loose, ...bodies], { minLength: 2, maxLength: 4 }))
		.map(([unsafe, list]) => ({ unsafe, given: together(list) }));
	fc.assert(
		fc.property(joined, ({ unsafe, given }) => {
			const wrong = wrongWith(given, unsafe);
			if (wrong.length > 0) throw new Error(`${given.text}\n---\n${wrong.join("\n")}`);
		}),
		{ numRuns: Math.ceil(80 * factor), seed },
	);
	expect(loose.length).toBeGreaterThan(100);
	expect(bodies.length).toBeGreaterThan(100);
	expect(changed).toBeGreaterThan(20 * factor);
}, 300_000);

function together(list: readonly { readonly title: string; readonly text: string }[]): Given {
	// A second default would be an error of its own.
	const lines = list.flatMap(({ text }) => text.split("\n"));
	const first = lines.findIndex((line) => /^\s*default\b/.test(line));
	const text = lines.filter((line, at) => at === first || !/^\s*default\b/.test(line)).join("\n");
	return {
		title: list.map(({ title }) => title).join(" + "),
		name: "policy.rules",
		text: `${text}\n`,
		files: new Map(),
	};
}

describe("what stands beside an import stays, for the imported file may change", () => {
	const pack =
		"deny rm\nask npm publish\ngroup base {\n  default deny\n  deny curl\n  constrain writes of * to .\n}\nset tools = wc, sort\n";
	test.each([
		'import "./pack.rules"\nagent default {\n  default allow\n  deny rm\n}\n',
		'import "./pack.rules"\nagent default {\n  default allow\n  deny rm -rf\n}\n',
		'import "./pack.rules"\nagent default extends base {\n  default deny\n  allow ls, curl\n  deny curl\n  constrain writes of * to .\n}\n',
		'import "./pack.rules"\nagent default {\n  default deny\n  allow @tools, wc\n}\n',
		'import "./pack.rules"\nagent default {\n  default allow\n  ask npm publish\n  locked deny rm\n}\n',
	])("%j", (text) => {
		const given: Given = {
			title: "beside an import",
			name: "policy.rules",
			text,
			files: new Map([["pack.rules", pack]]),
		};
		expect(opened(given).before.tree).toBeDefined();
		for (const unsafe of [false, true]) expect(fixed(given, unsafe).text).toBe(text);
	});
});

test.each([
	["default deny\nallow git stauts\n", "default deny\nallow git status\n"],
	["default deny\nallow git\ndeny git psuh\n", "default deny\nallow git\ndeny git push\n"],
	["default deny\nallow git status\ndeny git stauts\n", undefined],
	["default deny\nallow rm\ndeny rm\n", undefined],
])("a rule that its author wrote is mended or stays: %j", (text, after = text) => {
	expect(fixed({ title: "a slip", name: "policy.rules", text, files: new Map() }, true).text).toBe(after);
});
