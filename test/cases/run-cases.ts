/**
 * Runs a case file: each case is a test. A case is decided as a script and as an argv, under its policy as it stands and
 * as it is when it is written in the other notation; all must agree.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { fixAll, type Texts, type Tried } from "../../src/authoring/lint/fixes.js";
import { type LintSettings, lint } from "../../src/authoring/lint/lint.js";
import type { Lint } from "../../src/authoring/lint/lint-record.js";
import { lints } from "../../src/authoring/lint/lints.js";
import { readLintConfig } from "../../src/authoring/lint/settings/config.js";
import { configuredLevels } from "../../src/authoring/lint/settings/settings.js";
import { decide } from "../../src/engine/decide/decide.js";
import type { Decision } from "../../src/engine/decide/decision.js";
import type { Tree } from "../../src/engine/decide/tree.js";
import { firstRequest } from "../../src/engine/history/first-request.js";
import type { World } from "../../src/engine/request/paths.js";
import { readScript } from "../../src/engine/request/read-script.js";
import type { Request } from "../../src/engine/request/request.js";
import type { Diagnostic } from "../../src/language/diagnostic/diagnostic.js";
import { lineText } from "../../src/language/source/line-text.js";
import { positionAt, sourceFile } from "../../src/language/source/source-file.js";
import { convertPolicyFile } from "../../src/language/syntax/write-policy-file.js";
import { type Loaded, loadText } from "../../src/runtime/load/load.js";
import {
	type Case,
	type FakeWorld,
	type Finding,
	type Fixed,
	readCaseFile,
	type Scene,
	type Setting,
	unescaped,
} from "./read-case-file.js";

interface RunOptions {
	/** The cases are known to fail: each test passes as long as its case does. */
	readonly gaps?: boolean;
}

/** Registers the tests of a case file. `path` from the repository's folder. */
export function runCaseFile(path: string, options: RunOptions = {}): void {
	const file = readCaseFile(readFileSync(path, "utf8"));
	const run = (title: string, check: () => void): void => {
		test(title, () => {
			if (!options.gaps) return check();
			expect(() => check()).toThrow();
		});
	};
	describe(`${path}: ${file.heading}`, () => {
		if (file.faults.length > 0) {
			test("can be read", () => {
				throw new Error(file.faults.map((fault) => `${path}:${fault}`).join("\n"));
			});
		}
		for (const scene of file.scenes) {
			const at = (line: number, title: string): string => `${scene.heading} (line ${line}) ${title}`;
			if (scene.cases.length + scene.settings.length === 0) {
				const title =
					scene.findings.length === 0
						? "nothing is found"
						: `is found: ${scene.findings.map((one) => one.code).join(", ")}`;
				run(at(scene.policy.line, title), () => checkFindings(path, scene));
				for (const fixed of scene.fixed)
					run(at(fixed.line, `is fixed${fixed.unsafe ? ", unsafe" : ""}`), () =>
						place(path, fixed.line, () => checkFixed(path, scene, fixed)),
					);
				continue;
			}
			for (const one of scene.cases)
				run(at(one.line, one.title), () => place(path, one.line, () => checkCase(scene, one)));
			for (const one of scene.settings)
				run(at(one.line, `${one.agent}: ${one.key}`), () => place(path, one.line, () => checkSetting(scene, one)));
		}
	});
}

/** Says where the case stands when it fails. */
function place(path: string, line: number, check: () => void): void {
	try {
		check();
	} catch (error) {
		if (error instanceof Error) error.message = `${path}:${line}: ${error.message}`;
		throw error;
	}
}

function checkCase(scene: Scene, one: Case): void {
	const { own, other } = treesOf(scene);
	const world = worldOf(scene.world);
	const request = requestOf(one);
	const decision = decide(own, request, world, firstRequest(own));
	expect(summaryOf(decision)).toMatchObject(wanted(one, decision));
	if (one.says !== undefined) expect(decision.message).toContain(one.says.replace(/^"(.*)"$/, "$1"));
	expect({ notation: "other", effect: decide(other, request, world, firstRequest(other)).effect }).toEqual({
		notation: "other",
		effect: decision.effect,
	});
	const argv = request.script === undefined ? undefined : argvOf(request.script);
	if (argv === undefined) return;
	const { script: _, ...around } = request as Request & { script: string };
	expect({ as: "argv", effect: decide(own, { ...around, argv }, world, firstRequest(own)).effect }).toEqual({
		as: "argv",
		effect: decision.effect,
	});
}

export function requestOf(one: Case): Request {
	return {
		...one.request,
		force: one.forced,
		...(one.agent === undefined ? {} : { agent: one.agent }),
		...(one.cwd === undefined ? {} : { cwd: one.cwd }),
		...(one.env === undefined ? {} : { env: one.env }),
		...(one.tools === undefined ? {} : { tools: one.tools }),
		...(one.facts === undefined ? {} : { facts: one.facts }),
		...(one.at === undefined ? {} : { at: one.at }),
	};
}

function summaryOf(decision: Decision): Record<string, unknown> {
	const deciding = decision.commands.find((one) => one.effect === decision.effect && one.message === decision.message);
	return {
		effect: decision.effect,
		by: decision.rules.map((rule) => rule.id.replace(/^policy\.rules(\.yaml)?:/, "line ")).join(", "),
		code: decision.code,
		use: decision.use,
		doubt: deciding?.doubt ?? false,
		message: decision.message,
	};
}

/** What a case asks of the summary; the message is there to be seen when it fails. */
function wanted(one: Case, decision: Decision): Record<string, unknown> {
	const { effect, by, code, use, doubt } = one;
	const asked = Object.entries({ effect, by, code, use, doubt }).filter(([, value]) => value !== undefined);
	return { ...Object.fromEntries(asked), message: decision.message };
}

function argvOf(script: string): readonly string[] | undefined {
	const reading = readScript(script);
	const [command, ...more] = reading.kind === "understood" ? reading.commands : [];
	if (command === undefined || more.length > 0 || reading.kind === "opaque" || reading.syntax.length > 0)
		return undefined;
	if (command.redirects.length + command.assignments.length > 0) return undefined;
	const words = [command.program, ...command.args].map((word) => (word.kind === "known" ? word.text : undefined));
	return words.every((word): word is string => word !== undefined) ? words : undefined;
}

function checkSetting(scene: Scene, one: Setting): void {
	const { own, other } = treesOf(scene);
	const get = (tree: Tree): unknown => ({ ...tree.agents[one.agent]?.agent })[one.key];
	expect(get(own)).toEqual(one.value);
	expect(get(other)).toEqual(one.value);
}

const loaded = new WeakMap<Scene, { readonly own: Tree; readonly other: Tree }>();

/** The policy's tree, and that of the same policy in the other notation. */
function treesOf(scene: Scene): { readonly own: Tree; readonly other: Tree } {
	const known = loaded.get(scene);
	if (known) return known;
	const own = loadScene(scene, scene.policy.name, scene.policy.text);
	const trees = { own: treeOf(own), other: treeOf(inOtherNotation(scene, own)) };
	loaded.set(scene, trees);
	return trees;
}

function inOtherNotation(scene: Scene, own: Loaded): Loaded {
	const notation = scene.policy.name.endsWith(".yaml") ? "rules" : "yaml";
	const converted = convertPolicyFile(own.files[0] as Loaded["files"][number], notation);
	return loadScene(scene, notation === "yaml" ? "policy.rules.yaml" : "policy.rules", converted);
}

function treeOf(policy: Loaded): Tree {
	if (policy.tree === undefined) {
		const faults = policy.diagnostics.map((one) => `${placeName(policy, one)} ${one.code}: ${one.message}`);
		throw new Error(`the policy has faults:\n${faults.join("\n")}`);
	}
	return policy.tree;
}

function placeName(policy: Loaded, diagnostic: Diagnostic): string {
	const source = policy.sources.get(diagnostic.span.file);
	return source ? `${source.name}:${positionAt(source, diagnostic.span.start).line}` : diagnostic.span.file;
}

/** Files that it imports are written into a folder of their own. */
export function loadScene(scene: Scene, name: string, text: string): Loaded {
	if (scene.files.size === 0) return loadText(name, text, { cwd: "/nowhere" });
	const folder = mkdtempSync(join(tmpdir(), "bylaw-cases-"));
	try {
		for (const [file, content] of scene.files) {
			mkdirSync(dirname(join(folder, file)), { recursive: true });
			writeFileSync(join(folder, file), content);
		}
		return loadText(name, text, { cwd: folder });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

export function worldOf({ workspace, home, links, files, texts, variables }: FakeWorld): World {
	const there = [...files, ...links.keys()];
	const inFolder = (folder: string): string[] =>
		there.flatMap((path) =>
			path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).split("/")[0] as string] : [],
		);
	return {
		...(files.length === 0 ? {} : { entriesOf: (folder: string) => [...new Set(inFolder(folder))] }),
		kindAt: (path) => (files.includes(path) ? "other" : inFolder(path).length > 0 ? "folder" : "none"),
		...(texts.size === 0
			? {}
			: {
					textAt: (path) => {
						const text = texts.get(path);
						return text === undefined ? "none" : { text };
					},
				}),
		...(variables.size + texts.size === 0
			? {}
			: { facts: { variable: (name: string) => variables.get(name) ?? null } }),
		workspace,
		...(home === undefined ? {} : { home }),
		linkAt: (path) => {
			const target = links.get(path);
			return target === undefined ? "none" : target === "?" ? "unknown" : { target };
		},
	};
}

/** The lint that a file of cases is about. */
export function lintOf(path: string): Lint | undefined {
	const folder = dirname(path);
	const name = basename(dirname(folder)) === "lints" ? basename(folder) : basename(path, ".md");
	return [folder, dirname(folder)].some((one) => basename(one) === "lints")
		? lints.find((one) => one.name === name)
		: undefined;
}

/** The day on which cases are linted. */
const today = "2026-06-01";

export function settingsOf({ config }: Scene): LintSettings {
	if (config === undefined) return { today };
	const read = readLintConfig("bylaw.config.yaml", config);
	const settled = read.value.settle(lints);
	const faults = [...read.diagnostics, ...settled.diagnostics];
	if (faults.length > 0)
		throw new Error(`the configuration has faults: ${faults.map(({ message }) => message).join("; ")}`);
	const { value } = settled;
	return {
		today,
		levelsFor: (file) => configuredLevels(value, "/repo", `/repo/${file}`),
		...(value.steps === undefined ? {} : { steps: value.steps }),
	};
}

/** Lints of which what they find hangs on how a policy is written, not on what it says. */
const ofNotation: ReadonlySet<string> = new Set<string>([]);

/**
 * The lints that run for a case of one of them. It runs by itself, for lints know nothing of each other, and all of them
 * run on the same policies in `test/authoring/lint/overlaps.test.ts`. Only what is said of ignores hangs on what the others find.
 */
export function lintsFor(about: Lint, { policy, files }: Scene): readonly Lint[] {
	const ignores =
		about.looksAt === "ignores" || [policy.text, ...files.values()].some((text) => text.includes("lint-ignore"));
	return ignores ? lints : [about];
}

/** What reading finds under the name of a lint counts only where that lint is meant. */
const namesOfLints: ReadonlySet<string> = new Set(lints.map(({ name }) => name));

/** What is found must be what is marked, no less and no more. In `lints/NAME.md` only that lint counts, and what reading finds. */
function checkFindings(path: string, scene: Scene): void {
	const policy = loadScene(scene, scene.policy.name, scene.policy.text);
	const about = lintOf(path);
	const settings = about === undefined ? {} : { ...settingsOf(scene), lints: lintsFor(about, scene) };
	const found =
		about === undefined
			? policy.diagnostics
			: lint(policy, settings).filter(
					(one) =>
						one.code === about.name ||
						(policy.diagnostics.includes(one) && (one.severity === "error" || !namesOfLints.has(one.code))),
				);
	if (about?.looksAt === "policy" && !ofNotation.has(about.name) && policy.tree !== undefined) {
		const withoutPlaces = (findings: readonly Diagnostic[]): readonly string[] =>
			findings
				.filter(({ code }) => code === about.name)
				.map(({ message }) => message.replaceAll(/policy\.rules(\.yaml)?:\d+/g, "RULE"));
		const messages = withoutPlaces(lint(inOtherNotation(scene, policy), settings));
		expect({ notation: "other", messages }).toEqual({ notation: "other", messages: withoutPlaces(found) });
	}
	const source = sourceFile(scene.policy.name, scene.policy.text);
	const marked = (one: Finding): string =>
		`line ${scene.policy.line + one.at.line}: ${" ".repeat(one.at.start)}${"^".repeat(one.at.end - one.at.start)} ${one.code}: ${one.message}`;
	const wantedFindings = [...scene.findings].sort(byPlace);
	const shown = found
		.map((one): Finding => {
			const { line, column } = positionAt(source, one.span.start);
			const start = column - 1;
			const end = Math.max(start + 1, Math.min(start + one.span.end - one.span.start, lineText(source, line).length));
			return {
				line: 0,
				at: { line: line - 1, start, end },
				code: one.code,
				message: one.message,
				...(one.help === undefined ? {} : { help: one.help }),
			};
		})
		.sort(byPlace)
		.map((one, index) => ({
			text: marked(one),
			message: one.message,
			help: wantedFindings[index]?.help === undefined ? undefined : one.help,
		}));
	const asked = wantedFindings.map((one, index) => {
		const message = shown[index]?.message ?? "";
		const begins = one.message.endsWith("…") && message.startsWith(one.message.slice(0, -1));
		return {
			text: marked(begins ? { ...one, message } : one),
			message: begins ? message : one.message,
			help: one.help,
		};
	});
	const lines = (list: readonly { readonly text: string; readonly help: string | undefined }[]): string =>
		list.map((one) => `${one.text}${one.help === undefined ? "" : `\n= help: ${one.help}`}`).join("\n");
	expect(`${relative(".", path)}\n${lines(shown)}`).toBe(`${relative(".", path)}\n${lines(asked)}`);
}

/** The policy as the fixes of its lint leave it; fixing once more changes nothing. */
function checkFixed(path: string, scene: Scene, { unsafe, text }: Fixed): void {
	const about = lintOf(path);
	if (about === undefined) throw new Error("only cases of a lint have fixes");
	const { name } = scene.policy;
	const settings = { ...settingsOf(scene), lints: lintsFor(about, scene) };
	const read = (texts: Texts): readonly Tried[] => {
		const policy = loadScene(scene, name, texts.get(name) ?? scene.policy.text);
		return [
			{
				...(policy.tree === undefined ? {} : { tree: policy.tree }),
				diagnostics: () => lint(policy, settings).filter(({ code }) => code === about.name),
				texts: new Map([...policy.sources].map(([file, source]) => [file, source.text])),
			},
		];
	};
	const fixed = fixAll(read, { unsafe }).texts.get(name) ?? scene.policy.text;
	expect(fixed).toBe(unescaped(text));
	const again = fixAll((texts) => read(texts.size === 0 ? new Map([[name, fixed]]) : texts), { unsafe });
	expect(again.texts.get(name) ?? fixed).toBe(fixed);
}

function byPlace(a: Finding, b: Finding): number {
	return a.at.line - b.at.line || a.at.start - b.at.start;
}
