/**
 * What messages promise, the editor does: for a finding with a fix, and for one whose help says what to write or to take out, there is an action, and the
 * finding is gone once it is applied.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { describe, expect, test } from "@jest/globals";
import { answerInBackground } from "../../../src/authoring/editor/background.js";
import { codeActions, promisingOf } from "../../../src/authoring/editor/code-actions.js";
import { shownFinding } from "../../../src/authoring/editor/diagnostics.js";
import type { Answered, Checked, EditorFinding, Mended, Question } from "../../../src/authoring/editor/findings.js";
import { keptPromises } from "../../../src/authoring/editor/promises/kept-promises.js";
import { isAsked, isExample, isTemplate, quotesIn, takenOut } from "../../../src/authoring/editor/promises/quotes.js";
import { policyFiles } from "../../../src/authoring/editor/reading/files.js";
import { type LintSettings, lint } from "../../../src/authoring/lint/lint.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { edited as editedBySpans } from "../../../src/language/source/text-edits.js";
import { readCaseFile, type Scene } from "../../cases/read-case-file.js";
import { lintOf, lintsFor, loadScene, settingsOf } from "../../cases/run-cases.js";
import { isWhole } from "../../part.js";
import { edited } from "./client.js";

/** By day one finding in so many: each is searched for anew, several times. */
const oneIn = isWhole ? 1 : 3;

/** What is left to people, with the reason. */
const byHand: ReadonlyMap<string, string> = new Map([
	[
		"allow-everything: name the programs that agents need; `…` lets a person look at all others",
		"which programs, only its author knows",
	],
	["doubtful-bound: take the `…` out, or name how many people must say yes", "how many, only its author knows"],
	[
		"doubtful-bound: name a shorter time, such as `…`, or leave it out: then each is asked about",
		"which time, only its author knows",
	],
	["foreign-notation: take it out, and name the files by their paths, behind `…`", "the files are to be named"],
	["inverted-condition: allow it `…` in place of this, with `…`", "two statements change"],
	["inverted-condition: to have the check first write `…`", "in YAML, a key has another name"],
	["long-rule: give those that belong together a name: `…`, then `…`", "which belong together, only its author knows"],
	["missing-comma: write them as a list: `…`", "in YAML, a text becomes a list"],
	["needless-regex: write `…`", "in YAML, braces begin a mapping"],
	[
		"never-matches: leave the condition out, or rest it on a variable that the policy does not set",
		"what the rule is for without it, only its author knows",
	],
	[
		"override-locked: take the override out, or change the locked rule where it stands",
		"what is taken out is all that an agent of YAML has",
	],
	[
		"path-as-operand: bound the paths where the command is granted: `…` keeps it in the workspace",
		"it is granted elsewhere",
	],
	["repeated-list: give them a name, `…`, and write `…` in both", "the name is to be found"],
	[
		"shell-escape: grant its plain use, `…`, without `…`",
		"clauses that the sentence does not quote are kept, `granting` as well",
	],
	[
		"unbounded-paths: name the folders that are meant, `…` for the workspace; or say what is left out: `…`",
		"in YAML, a list in a text becomes a list of texts",
	],
	["untested-rule: write `…`", "the block stands in one line"],
	[
		"unused-group: write `…` behind the agents that it is for, make it an agent if requests name it, or take it out",
		"in YAML, a key of a mapping is no statement in a list",
	],
	["inheritance-cycle: take the `…` out", "which of them, only its author knows"],
	["inheritance-cycle: take one `…` out", "which of them, only its author knows"],
	["unknown-agent: `…` is a file that is imported; it defines `…`: write `…`", "what it extends becomes another"],
	[
		"foreign-notation: rules speak of shell commands: `…`; what the harness's own tool may fetch is said in its settings",
		"the call is of another tool",
	],
	["bad-option: options begin with `…`; operands belong into the pattern: `…`", "the word moves from a list to a text"],
	["syntax-error: write `…`, `…` or `…`", "which of them, only its author knows"],
	["bad-shape: write `…`", "a key of YAML is no part of a statement before it can be read"],
	["bad-shape: write `…`, or leave the key out", "the same"],
	["bad-shape: write what it holds, or take it out", "the same"],
	[
		"bad-shape: write `…` as a key of its own; a program of this name stands in double quotes: '\"network\"'",
		"the same",
	],
	[
		"bad-shape: write `…` as a key of its own; a program of this name stands in double quotes: '\"writes\"'",
		"the same",
	],
]);

/** Does the help say what to write, or what to take out? What is only named, or is to be filled in, nobody can do for its reader. */
function isPromise({ help = "" }: Pick<Diagnostic, "help">): boolean {
	return (
		takenOut(help) !== undefined ||
		quotesIn(help).some((quote) => isAsked(quote) && !isTemplate(quote) && !isExample(quote))
	);
}

/** The same sentence about another thing. */
function sentence({ code, help = "" }: Pick<Diagnostic, "code" | "help">): string {
	return `${code}: ${help.replaceAll(/`[^`]*`/g, "`…`")}`;
}

/** The background of the server in this thread. */
function background() {
	const { port1, port2 } = new MessageChannel();
	void answerInBackground(port2);
	let last = 0;
	return {
		tell: (path: string, text: string) => port1.postMessage({ kind: "text", path, text }),
		ask: <A>(question: Question): Promise<A> =>
			new Promise((done, fail) => {
				const id = ++last;
				port1.once("message", (answered: Answered) => {
					if (answered.id === id && answered.fault === undefined) done(answered.answer as A);
					else fail(new Error(answered.fault ?? "another answer"));
				});
				port1.postMessage({ kind: "question", id, question });
			}),
		end: () => port1.close(),
	};
}

const pages = "docs/lints";

/** The policies that the page of a lint shows. */
function examplesOf(page: string): readonly { readonly language: string; readonly text: string }[] {
	const text = readFileSync(join(pages, page), "utf8");
	return [...text.slice(text.indexOf("## Example")).matchAll(/^```(rules|yaml)[^\n]*\n([\s\S]*?)^```$/gm)].map(
		([, language = "", policy = ""]) => ({ language, text: policy }),
	);
}

describe("the page of a lint", () => {
	const files = policyFiles();
	const back = background();
	const checked = async (path: string, text: string): Promise<Checked> => {
		back.tell(path, text);
		return back.ask<Checked>({ kind: "check", path, workspace: "/nowhere", plugins: false });
	};
	const known = new Set(lints.map(({ name }) => name));
	const names = readdirSync(pages).filter((name) => known.has(name.replace(/\.md$/, "")));

	test("has an action for each finding of its examples that promises one", async () => {
		const wrong: string[] = [];
		let done = 0;
		let met = 0;
		for (const page of names) {
			const code = page.replace(/\.md$/, "");
			for (const { language, text } of examplesOf(page)) {
				const path = `/nowhere/${code}.rules${language === "yaml" ? ".yaml" : ""}`;
				const open = files.open(`file://${path}`, language, 1, text);
				const { findings } = await checked(path, text);
				const own = findings.filter((one) => one.code === code);
				for (const finding of own) {
					if (finding.fix === undefined && !isPromise(finding)) continue;
					if (met++ % oneIn !== 0) continue;
					const mended = await back.ask<Mended>({
						kind: "mend",
						patience: 60_000,
						path,
						plugins: false,
						findings: promisingOf([finding]),
					});
					const shown = (one: EditorFinding) => shownFinding(one, open, files);
					const promised = mended.fixes.map(({ fix }) => ({ finding, fix }));
					const actions = codeActions(open, [finding], promised, findings, shown, (kind) => kind === "quickfix", files);
					const tried = actions.filter(({ title }) => !title.startsWith("ignore `"));
					if (tried.length === 0 && !byHand.has(sentence(finding))) wrong.push(`${sentence(finding)}\n${text}`);
					for (const { title, edit } of tried.slice(0, 2)) {
						done++;
						const after = edited(text, Object.values(edit?.changes ?? {})[0] ?? []);
						const now = (await checked(path, after)).findings.filter((one) => one.code === code);
						if (now.length >= own.length) wrong.push(`${code}: ${title}: it is found still\n${after}`);
					}
					back.tell(path, text);
				}
				files.close(open.uri);
			}
		}
		back.end();
		expect(wrong).toEqual([]);
		expect(done).toBeGreaterThan(60 / oneIn);
	}, 480_000);
});

interface Found {
	readonly path: string;
	readonly scene: Scene;
	readonly settings: LintSettings;
	readonly finding: Diagnostic;
	readonly all: readonly Diagnostic[];
}

/** What is found in the cases of a folder; of findings of one sentence in one notation, the first. */
function* foundIn(folder: string): Generator<Found> {
	const seen = new Set<string>();
	const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"));
	for (const path of paths.sort().map((file) => join(folder, file))) {
		const about = folder.endsWith("lints") ? lintOf(path) : undefined;
		for (const scene of readCaseFile(readFileSync(path, "utf8")).scenes) {
			const { name, text } = scene.policy;
			const settings = { ...settingsOf(scene), lints: about === undefined ? [] : lintsFor(about, scene) };
			const all = lint(loadScene(scene, name, text), settings);
			for (const finding of all) {
				const key = `${sentence(finding)} ${finding.fix?.title.replaceAll(/`[^`]*`/g, "`…`")} ${name.endsWith("yaml")}`;
				if (seen.has(key) || finding.span.file !== name || (about !== undefined && finding.code !== about.name))
					continue;
				seen.add(key);
				yield { path, scene, settings, finding, all };
			}
		}
	}
}

test.each(["test/cases/lints", "test/cases/errors"])(
	"in %s each finding with a fix or a promise has a change that takes it away",
	(folder) => {
		const wrong: string[] = [];
		let done = 0;
		let met = 0;
		for (const { path, scene, settings, finding, all } of foundIn(folder)) {
			const { name, text, line } = scene.policy;
			const read = (now: string) => loadScene(scene, name, now);
			const { fix, code } = finding;
			if (fix === undefined && !isPromise(finding)) continue;
			if (met++ % oneIn !== 0) continue;
			const fixes = fix === undefined ? keptPromises(finding, read(text), { read, settings }) : [fix];
			const place = `${path}:${line} ${sentence(finding)}`;
			if (fixes.length === 0 && !byHand.has(sentence(finding))) wrong.push(place);
			for (const { title, edits } of fixes) {
				done++;
				const own = edits.filter(({ span }) => span.file === name);
				const now = lint(read(editedBySpans(text, own)), settings);
				const count = (found: readonly Diagnostic[]): number => found.filter((one) => one.code === code).length;
				if (count(now) >= count(all)) wrong.push(`${place}\n  ${title}: it is found still`);
			}
		}
		expect(wrong).toEqual([]);
		expect(done).toBeGreaterThan((folder.endsWith("lints") ? 200 : 20) / oneIn);
	},
	480_000,
);
