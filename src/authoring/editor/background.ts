/**
 * The background of the server: what takes longer than an editor may wait. It runs in a thread of its own, on its own copies of the open texts.
 */
import { dirname } from "node:path";
import type { MessagePort } from "node:worker_threads";
import type { Diagnostic, Fix } from "../../language/diagnostic/diagnostic.js";
import type { Policy, Rule } from "../../language/policy/policy.js";
import type { Span } from "../../language/source/span.js";
import { readPolicyFile } from "../../language/syntax/read-policy-file.js";
import { type Loaded, load } from "../../runtime/load/load.js";
import { type FileText, readPolicyText } from "../../runtime/load/read-file.js";
import { lint, lintFailed } from "../lint/lint.js";
import { PluginError } from "../lint/settings/plugins.js";
import { loadLintSettings, nearestConfig } from "../load/lint-settings.js";
import type { ExpectationResult } from "../suite/expectations.js";
import { cover, mostAgents } from "./covered.js";
import type {
	Answer,
	Answered,
	Asked,
	Checked,
	Decided,
	EditorFinding,
	Elsewhere,
	Mended,
	Question,
} from "./findings.js";
import { importedPath, shownPath } from "./imports.js";
import { lensAnswer } from "./lens-answers.js";
import { keptPromises } from "./promises/kept-promises.js";
import { placeAt } from "./reading/places.js";
import { testedIn } from "./tested.js";
import { tooLarge } from "./too-large.js";

/** Answers what arrives at a port, one after the other, until it closes. */
export function answerInBackground(port: MessagePort): Promise<void> {
	const policies = editedPolicies();
	port.on("message", (asked: Asked) => {
		if (asked.kind === "text") policies.tell(asked.path, asked.text);
		else port.postMessage(answerTo(asked, policies));
	});
	return new Promise((done) => port.once("close", done));
}

/** Policies with the texts that an editor holds in place of their files. */
interface Policies {
	readonly tell: (path: string, text: string | undefined) => void;
	/** The policy of a file as it is now. */
	readonly load: (path: string) => Loaded;
	/** The same, but files on the disk may have changed since. */
	readonly last: (path: string) => Loaded;
	/** The same with another text in the file, which nobody keeps. */
	readonly tried: (path: string, text: string) => Loaded;
	/** The text of a file, where it can be read. */
	readonly textOf: (path: string) => string | undefined;
}

function editedPolicies(): Policies {
	const texts = new Map<string, string>();
	let last: { readonly path: string; readonly loaded: Loaded } | undefined;
	const read = (path: string): FileText => {
		const text = texts.get(path);
		if (text === undefined) return readPolicyText(path);
		return tooLarge(path, text) ?? { text };
	};
	const loadNow = (path: string): Loaded => {
		const loaded = load(path, { cwd: dirname(path), read });
		last = { path, loaded };
		return loaded;
	};
	return {
		tell: (path, text) => {
			last = undefined;
			if (text === undefined) texts.delete(path);
			else texts.set(path, text);
		},
		load: loadNow,
		last: (path) => (last?.path === path ? last.loaded : loadNow(path)),
		tried: (path, text) =>
			load(path, {
				cwd: dirname(path),
				read: (one) => (one === path ? (tooLarge(path, text) ?? { text }) : read(one)),
			}),
		textOf: (path) => {
			const found = read(path);
			return "text" in found ? found.text : undefined;
		},
	};
}

function answerTo({ id, question }: Asked & { readonly kind: "question" }, policies: Policies): Answered {
	try {
		switch (question.kind) {
			case "check":
				return checkOrFault(id, question, policies);
			case "cover":
				return { id, answer: cover(policies.last(question.path), question.start) };
			case "mend":
				return { id, answer: mend(question, policies) };
			case "lens":
				return { id, answer: lensAnswer(policies.last(question.path), question.path, question.workspace, question) };
		}
	} catch (error) {
		return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
}

/** A file about which a fault of ours says nothing must not look as if nothing were wrong with it. */
function checkOrFault(id: number, question: Question & { readonly kind: "check" }, policies: Policies): Answered {
	try {
		return { id, answer: check(question, policies) };
	} catch (error) {
		const text = policies.textOf(question.path);
		const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
		if (text === undefined) return { id, fault };
		const finding: EditorFinding = {
			code: lintFailed,
			severity: "error",
			message: "nothing is checked here: this is a fault of bylaw, which the log tells",
			start: 0,
			end: 0,
			labels: [],
			reading: false,
		};
		return { id, fault, answer: { text, findings: [finding], decided: [], answers: [], expectations: 0 } };
	}
}

function check({ path, workspace, plugins }: Question & { readonly kind: "check" }, policies: Policies): Checked {
	const loaded = policies.load(path);
	const root = loaded.roots[0] ?? path;
	const { policy } = loaded;
	const results = testedIn(loaded, path, workspace).expectations;
	const faults = linted(loaded, path, plugins);
	const told = new Set(faults.filter(({ code }) => code === "expectation-fails").map(({ span }) => spanKey(span)));
	const failing = results.flatMap(failed).filter(({ span }) => !told.has(spanKey(span)));
	const found = [...faults, ...failing, ...faultyImports(loaded, path)];
	const text = loaded.sources.get(root)?.text ?? "";
	const readingKeys = new Set(readPolicyFile(root, text).diagnostics.map(keyOf));
	return {
		text,
		findings: found
			.filter((one) => one.span.file === root)
			.map((one) => findingOf(one, loaded, path, readingKeys.has(keyOf(one)))),
		decided: decidedBy(results, policy, root),
		answers: answersIn(results, root),
		expectations: new Set(results.map(({ expectation }) => spanKey(expectation.span))).size,
	};
}

/** What the helps of findings promise, tried under the lints that found them. */
function mend({ path, plugins, findings, patience }: Question & { readonly kind: "mend" }, policies: Policies): Mended {
	const loaded = policies.last(path);
	const file = loaded.roots[0] ?? path;
	const text = loaded.sources.get(file)?.text ?? "";
	const { settings } = loadLintSettings(nearestConfig(dirname(path)), { cwd: dirname(path), plugins });
	const until = Date.now() + patience;
	const trying = {
		read: (now: string) => policies.tried(path, now),
		settings: { ...settings, today: today() },
		goesOn: () => Date.now() < until,
	};
	return {
		text,
		fixes: findings.flatMap(({ start, end, ...one }, of) =>
			keptPromises({ ...one, span: { file, start, end } }, loaded, trying).map((fix) => ({
				of,
				fix: fixOf(fix, dirname(path)),
			})),
		),
	};
}

function today(): string {
	return new Date().toISOString().slice(0, 10);
}

/** Everything that lints find, under the configuration of the file's folder. A configuration with errors is told at the beginning. */
function linted(loaded: Loaded, path: string, plugins: boolean): readonly Diagnostic[] {
	const [root] = loaded.roots;
	const wrong = (message: string): readonly Diagnostic[] => [
		...loaded.diagnostics,
		...(root === undefined
			? []
			: [
					{
						code: "faulty-config",
						severity: "error",
						message: `nothing is linted: ${message}`,
						span: { file: root, start: 0, end: 0 },
					} as const,
				]),
	];
	try {
		const config = loadLintSettings(nearestConfig(dirname(path)), { cwd: dirname(path), plugins });
		const [error] = config.diagnostics.filter((one) => one.severity === "error");
		if (error !== undefined) return wrong(`${config.path ?? "the configuration"}: ${error.message}`);
		return lint(loaded, { ...config.settings, today: today(), attack: true });
	} catch (error) {
		if (error instanceof PluginError) return wrong(error.message);
		throw error;
	}
}

function keyOf({ code, span, message }: Diagnostic): string {
	return `${code} ${span.start} ${span.end} ${message}`;
}

function spanKey({ file, start }: Span): string {
	return `${file} ${start}`;
}

/** An expectation that fails, as `rules test` words it. */
function failed({ passed, expectation, decision }: ExpectationResult): readonly Diagnostic[] {
	if (passed) return [];
	const { agent, command, effect, by, span } = expectation;
	const wanted = decision.effect === effect && by !== undefined ? `by \`${by}\`` : `\`${effect}\``;
	const places = decision.rules.map(({ id }) => `\`${id}\``).join(", ");
	return [
		{
			code: "failed-expectation",
			severity: "warning",
			message: `for agent \`${agent}\`, \`${command}\` is \`${decision.effect}\`, not ${wanted}`,
			span,
			help: places === "" ? decision.message : `decided by ${places}: ${decision.message}`,
		},
	];
}

/** An error in an imported file is told where the import stands: there is no policy until it is gone. */
function faultyImports({ diagnostics, files, roots, imports }: Loaded, path: string): readonly Diagnostic[] {
	const [root] = roots;
	const file = files.find((one) => one.file === root);
	const errors = diagnostics.filter((one) => one.severity === "error" && one.span.file !== root);
	if (file === undefined || errors.length === 0) return [];
	const folder = dirname(path);
	const shownBy = new Map(files.map((one) => [shownPath(one.file, folder), one.file]));
	return file.statements.flatMap((statement): Diagnostic[] => {
		if (statement.kind !== "import") return [];
		const shown = shownBy.get(importedPath(statement.path.text, path) ?? "");
		const within = shown === undefined ? new Set<string>() : reached(shown, imports);
		const own = errors.filter((one) => within.has(one.span.file));
		const [first] = own;
		if (first === undefined) return [];
		return [
			{
				code: "faulty-import",
				severity: "error",
				message: `what is imported here has ${own.length === 1 ? "an error" : `${own.length} errors`}: ${first.message}`,
				span: statement.path.span,
				labels: own.slice(0, 10).map((one) => ({ span: one.span, message: one.message })),
				help: "a policy with an error in any of its files decides nothing",
			},
		];
	});
}

/** The file, and all that it imports. */
function reached(file: string, imports: Loaded["imports"]): ReadonlySet<string> {
	const found = new Set([file]);
	for (const one of found) for (const other of imports.get(one) ?? []) found.add(other);
	return found;
}

/** Which rules of the file decide which expectations. */
function decidedBy(results: readonly ExpectationResult[], policy: Policy, root: string): readonly Decided[] {
	const rules = new Map<string, Rule>();
	for (const agent of policy.agents.values()) for (const rule of agent.rules) rules.set(rule.id, rule);
	const decided = new Map<Rule, Set<string>>();
	for (const rule of rules.values()) if (rule.span.file === root) decided.set(rule, new Set());
	for (const { expectation, decision } of results)
		for (const { id } of decision.rules) decided.get(rules.get(id) as Rule)?.add(spanKey(expectation.span));
	return [...decided].map(([{ span }, by]) => ({ start: span.start, end: span.end, count: by.size }));
}

/** How the expectations of the file are answered. */
function answersIn(results: readonly ExpectationResult[], root: string): readonly Answer[] {
	const answers = new Map<number, { start: number; end: number; lines: string[] }>();
	for (const { expectation, decision } of results) {
		const { span, agent } = expectation;
		if (span.file !== root) continue;
		const answer = answers.get(span.start) ?? { start: span.start, end: span.end, lines: [] };
		answers.set(span.start, answer);
		const by = decision.rules.map(({ id }) => `\`${id}\``).join(", ");
		const said = by === "" ? "" : `, decided by ${by}`;
		const message = decision.effect === "allow" ? "" : `: ${decision.message}`;
		if (answer.lines.length < mostAgents)
			answer.lines.push(`for agent \`${agent}\`: **${decision.effect}**${said}${message}`);
	}
	return [...answers.values()];
}

function findingOf(one: Diagnostic, loaded: Loaded, path: string, reading: boolean): EditorFinding {
	const folder = dirname(path);
	return {
		code: one.code,
		severity: one.severity,
		message: one.message,
		start: one.span.start,
		end: one.span.end,
		labels: (one.labels ?? []).map(({ span, message }) => elsewhere(span, message, loaded, folder)),
		...(one.help === undefined ? {} : { help: one.help }),
		...(one.witness === undefined ? {} : { witness: one.witness }),
		...(one.fix === undefined ? {} : { fix: fixOf(one.fix, folder) }),
		reading,
	};
}

function elsewhere(span: Span, message: string, { sources }: Loaded, folder: string): Elsewhere {
	const source = sources.get(span.file);
	const from = source ? placeAt(source, span.start) : { line: 0, character: 0 };
	const to = source ? placeAt(source, span.end) : from;
	return { path: shownPath(span.file, folder), start: span.start, end: span.end, from, to, message };
}

function fixOf(fix: Fix, folder: string): Fix {
	return {
		...fix,
		edits: fix.edits.map(({ span, text }) => ({ span: { ...span, file: shownPath(span.file, folder) }, text })),
	};
}
