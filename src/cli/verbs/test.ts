/** `rules test`: do policies decide as their own expectations and their suites say? */
import { readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { Option } from "commander";
import type { Decision } from "../../decide/decision.js";
import type { Tree } from "../../decide/tree.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { placeRecord } from "../../diagnostic/render-json.js";
import { renderFrame, renderText } from "../../diagnostic/render-text.js";
import { isFolder, isPolicyName, policiesIn } from "../../load/find-policy.js";
import type { Loaded } from "../../load/load.js";
import { readPolicyText } from "../../load/read-file.js";
import { realWorld } from "../../load/world.js";
import type { Claim } from "../../policy/policy.js";
import type { World } from "../../request/paths.js";
import { type SourceFile, sourceFile, textOf } from "../../source/source-file.js";
import { type AgentCoverage, coverage } from "../../suite/coverage.js";
import { checkExpectations, type ExpectationResult, requestOf } from "../../suite/expectations.js";
import { isSuiteName, readSuite, type Suite } from "../../suite/read-suite.js";
import { countOutcomes, coverageLines, type TestedCheck, type TestedGroup } from "../../suite/report.js";
import { renderJunit } from "../../suite/report-junit.js";
import { renderTap } from "../../suite/report-tap.js";
import { type CaseResult, runSuite } from "../../suite/run-suite.js";
import { decisionRecord } from "../decision-record.js";
import { exit, refusedBySystem } from "../exit.js";
import {
	definePolicy,
	errorFrames,
	loadEach,
	loadPolicy,
	type PolicyOptions,
	unreadableFile,
} from "../policy-choice.js";
import { commandText, ruleName } from "../render-decision.js";
import { surroundings } from "../request-choice.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly coverage?: true;
	readonly format: "text" | "json" | "junit" | "tap";
	readonly workspace?: string;
}

export const test: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument(
				"[FILES...]",
				"policies, each by itself, and suites; a folder is one policy and its suites (default: the nearest policy)",
			)
			.option("--coverage", "show the rules that decided nothing, and conditions that were not tried")
			.addOption(
				new Option("--format <FORMAT>", "how to report").choices(["text", "json", "junit", "tap"]).default("text"),
			)
			.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: this folder)");
	},
	examples: [
		["rules test", "the nearest policy"],
		["rules test --coverage .", "this folder's policy and suites, and what they leave untested"],
		["rules test --format junit policy.rules ci.suite.yaml", "for build servers"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const chosen = choose(command.args, options);
		const { workspace } = surroundings(options);
		const broken = chosen.policies.filter((loaded) => loaded.tree === undefined);
		for (const loaded of broken) await terminal.complain(errorFrames(loaded, terminal.colour.err));
		if (broken.length > 0 || chosen.faults.length > 0) {
			await terminal.complain(suiteFrames(chosen.faults, chosen.sources, terminal.colour.err));
			return exit.wrong;
		}
		const tested = decideAll(chosen, realWorld(workspace));
		if (tested.faults.length > 0) {
			await terminal.complain(suiteFrames(tested.faults, chosen.sources, terminal.colour.err));
			return exit.wrong;
		}
		await terminal.print(report(tested, chosen.sources, options, terminal.colour.out));
		const results = [...tested.policies, ...tested.suites].flatMap(
			(one): readonly { passed: boolean }[] => one.results,
		);
		return results.every(({ passed }) => passed) ? exit.yes : exit.no;
	},
};

/** What is to be tested: every policy in play, and each suite under each policy that it speaks of. */
interface Chosen {
	readonly policies: readonly Loaded[];
	readonly suites: readonly { readonly suite: Suite; readonly under: Loaded }[];
	readonly sources: ReadonlyMap<string, SourceFile>;
	/** Of the suites. */
	readonly faults: readonly Diagnostic[];
}

/** Finds and reads policies and suites. */
function choose(names: readonly string[], options: Options): Chosen {
	const named = names.map(sorted);
	const policyNames = named.flatMap(({ policy }) => policy ?? []);
	const loads = new Loads();
	const own = policyNames.length === 0 ? undefined : loads.keep("", () => loadEach(policyNames, options));
	/** For suites that name no policy and have none beside them. */
	const general = (): readonly Loaded[] => [...new Set(own ?? loads.keep("", () => loadEach([], options)))];
	if (options.rules !== undefined || names.length === 0) general();
	const sources = new Map<string, SourceFile>();
	const faults: Diagnostic[] = [];
	const suites = new Map<string, { readonly suite: Suite; readonly under: Loaded }>();
	for (const { policy, files } of named) {
		const beside = policy === undefined ? undefined : own?.[policyNames.indexOf(policy)];
		for (const file of files) {
			const suite = readFile(file, sources, faults);
			if (suite === undefined) continue;
			const under = suite.policy.length > 0 ? loads.of(suite, file, faults) : beside ? [beside] : general();
			// A suite may be named, and lie in a folder that is named as well.
			for (const one of under) suites.set([file, ...one.roots].join("\0"), { suite, under: one });
		}
	}
	const policies = loads.all();
	for (const one of policies) for (const [name, source] of one.sources) sources.set(name, source);
	return { policies, suites: [...suites.values()], sources, faults };
}

/** Loads each policy once, whatever the names that it goes by. */
class Loads {
	private readonly byNames = new Map<string, readonly Loaded[]>();
	private readonly byRoots = new Map<string, Loaded>();

	keep(names: string, load: () => readonly Loaded[]): readonly Loaded[] {
		let kept = this.byNames.get(names);
		if (kept === undefined) {
			kept = load().map((one) => {
				const roots = one.roots.join("\0") || `nothing ${this.byRoots.size}`;
				const same = this.byRoots.get(roots) ?? one;
				this.byRoots.set(roots, same);
				return same;
			});
			this.byNames.set(names, kept);
		}
		return kept;
	}

	/** The policy that a suite names. One that can't be read is the suite's fault. */
	of({ policy }: Suite, file: string, faults: Diagnostic[]): readonly Loaded[] {
		const names = policy.map(({ text }) => fromSuite(file, text));
		const key = `of a suite: ${names.join("\0")}`;
		const loaded = this.byNames.get(key)?.[0] ?? loadPolicy(names);
		if (!unreadableFile(loaded)) return this.keep(key, () => [loaded]);
		for (const { code, message, help, span } of loaded.diagnostics) {
			if (loaded.sources.has(span.file)) continue;
			const named = policy[Math.max(0, names.indexOf(span.file))] as Suite["policy"][number];
			faults.push({
				code,
				severity: "error",
				message: `\`${named.text}\` can't be tested: ${message}`,
				span: named.span,
				...(help === undefined ? {} : { help }),
			});
		}
		return [];
	}

	all(): readonly Loaded[] {
		return [...this.byRoots.values()];
	}
}

/** A name that the user gave: a policy, a suite, or a folder, which may hold both. */
function sorted(name: string): { readonly policy?: string; readonly files: readonly string[] } {
	const path = resolve(name);
	if (name === "" || !isFolder(path)) return isSuiteName(name) ? { files: [path] } : { policy: name, files: [] };
	try {
		const files = suitesIn(path);
		return files.length > 0 && policiesIn(path).length === 0 ? { files } : { policy: name, files };
	} catch (error) {
		throw refusedBySystem(error, name, "read");
	}
}

/** The suites of a folder and the folders in it, where policies are looked for as well. */
function suitesIn(folder: string, depth = 0): readonly string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => !entry.name.startsWith(".") && entry.name !== "node_modules")
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((entry) => {
			const path = join(folder, entry.name);
			if (entry.isDirectory()) return depth < 16 ? suitesIn(path, depth + 1) : [];
			return entry.isFile() && isSuiteName(entry.name) ? [path] : [];
		});
}

/** The suite of a file. What is wrong with it, and its text, are added to the lists. */
function readFile(path: string, sources: Map<string, SourceFile>, faults: Diagnostic[]): Suite | undefined {
	const name = fromHere(path);
	const read = readPolicyText(path);
	if ("message" in read) {
		const code = read.message.startsWith("there is no") ? "file-not-found" : "unreadable-file";
		const span = { file: name, start: 0, end: 0 };
		faults.push({ code, severity: "error", message: read.message, span, help: read.help });
		return undefined;
	}
	sources.set(name, sourceFile(name, read.text));
	const { value, diagnostics } = readSuite(name, read.text);
	faults.push(...diagnostics);
	return diagnostics.length > 0 ? undefined : value;
}

/** A policy as a suite names it: a path from the suite's folder, or a pack. */
function fromSuite(suite: string, name: string): string {
	const isPath = name.includes("/") || isPolicyName(basename(name));
	return isPath ? fromHere(resolve(dirname(suite), name)) : name;
}

/** A path as people would write it here: relative, when it lies in this folder. */
function fromHere(path: string): string {
	const short = relative(process.cwd(), path);
	return short === "" || short.startsWith("..") ? path : short;
}

function suiteFrames(faults: readonly Diagnostic[], sources: ReadonlyMap<string, SourceFile>, colour: boolean): string {
	const shown = renderText(faults, sources, { colour }).trimEnd();
	return shown === "" ? "" : `${shown}: a suite that can't be used proves nothing\n`;
}

interface TestedPolicy {
	readonly loaded: Loaded;
	readonly tree: Tree;
	readonly results: readonly ExpectationResult[];
}
interface TestedSuite {
	readonly suite: Suite;
	readonly under: Loaded;
	readonly results: readonly CaseResult[];
}
interface Tested {
	readonly policies: readonly TestedPolicy[];
	readonly suites: readonly TestedSuite[];
	/** Of suites that ask what their policy can't answer. */
	readonly faults: readonly Diagnostic[];
	readonly world: World;
}

function decideAll({ policies, suites }: Chosen, world: World): Tested {
	const faults: Diagnostic[] = [];
	return {
		policies: policies.flatMap((loaded) => {
			const { policy, tree } = loaded;
			return tree === undefined ? [] : [{ loaded, tree, results: checkExpectations(policy, tree, world) }];
		}),
		suites: suites.flatMap(({ suite, under }) => {
			if (under.tree === undefined) return [];
			const { value, diagnostics } = runSuite(suite, under.tree, world);
			faults.push(...diagnostics);
			return [{ suite, under, results: value }];
		}),
		faults,
		world,
	};
}

function report(tested: Tested, sources: ReadonlyMap<string, SourceFile>, options: Options, colour: boolean): string {
	const covered = options.coverage === true;
	switch (options.format) {
		case "text":
			return text(groups(tested, sources, covered), sources, colour);
		case "json":
			return json(tested, sources, covered);
		case "junit":
			return renderJunit(groups(tested, sources, covered), sources);
		case "tap":
			return renderTap(groups(tested, sources, covered), sources);
	}
}

/** Policies first, then suites. */
function groups(tested: Tested, sources: ReadonlyMap<string, SourceFile>, covered: boolean): readonly TestedGroup[] {
	return [
		...tested.policies.map((one) => ({
			name: policyName(one.loaded),
			checks: [
				...one.results.map(expectationCheck),
				...one.loaded.policy.claims.map((claim) => claimCheck(claim, sources)),
			],
			...(covered ? { coverage: coverageOf(one, tested) } : {}),
		})),
		...tested.suites.map(({ suite, under, results }) => ({
			name: `${suite.file} (${policyName(under)})`,
			checks: results.map(caseCheck),
		})),
	];
}

function policyName({ roots }: Loaded): string {
	return roots.join(", ");
}

/** How far a policy's own expectations and all suites under it reach. */
function coverageOf({ loaded, tree, results }: TestedPolicy, { suites, world }: Tested): readonly AgentCoverage[] {
	const cases = suites.filter(({ under }) => under === loaded).flatMap((suite) => suite.results);
	const decided = [
		...results.map(({ expectation, decision }) => ({ request: requestOf(expectation), decision })),
		...cases.map(({ case: { request }, decision }) => ({ request, decision })),
	];
	return coverage(tree, decided, world);
}

function expectationCheck({ expectation, passed, decision }: ExpectationResult): TestedCheck {
	const { agent, command, effect, forced, by, span } = expectation;
	const wanted = { agent, command, effect, forced, rule: by };
	return {
		title: titleOf(wanted),
		agents: agent,
		span,
		outcome: passed
			? { kind: "passed" }
			: { kind: "failed", fault: { ...failure(wanted, decision), code: "failed-expectation", span } },
	};
}

function caseCheck({ case: one, passed, decision }: CaseResult): TestedCheck {
	const wanted = {
		agent: one.agent.text,
		command: commandOf(one),
		effect: one.expected,
		forced: one.request.force === true,
		rule: one.rule,
		note: one.note,
	};
	return {
		title: titleOf(wanted),
		agents: wanted.agent,
		span: one.span,
		outcome: passed
			? { kind: "passed" }
			: { kind: "failed", fault: { ...failure(wanted, decision), code: "failed-case", span: one.span } },
	};
}

function commandOf({ request }: CaseResult["case"]): string {
	if (request.argv !== undefined) return commandText(request.argv);
	return request.script.length > 200 ? `${request.script.slice(0, 199)}…` : request.script;
}

interface Wanted {
	readonly agent: string;
	readonly command: string;
	readonly effect: string;
	readonly forced: boolean;
	readonly rule: string | undefined;
	readonly note?: string | undefined;
}

/** As an `expect` line says it. */
function titleOf({ effect, forced, rule, command }: Wanted): string {
	return `${effect}${forced ? " forced" : ""}${rule === undefined ? "" : ` by ${rule}`}: ${command}`;
}

/** What a decision is, where another was wanted. */
function failure(
	{ agent, command, effect, rule, note }: Wanted,
	decision: Decision,
): Pick<Diagnostic, "severity" | "message" | "help"> {
	const rules = decision.rules.map(ruleName).join(", ");
	const wrong =
		decision.code === "fault"
			? "can't be decided"
			: decision.effect === effect
				? `is \`${effect}\`, but not by \`${rule}\``
				: `is \`${decision.effect}\`, not \`${effect}\``;
	const remark = note === undefined ? "" : ` (${note})`;
	return {
		severity: "error",
		message: `for agent \`${agent}\`, \`${command}\` ${wrong}`,
		help: `${rules === "" ? "no rule decided" : `decided by ${rules}`}: ${decision.message}${remark}`,
	};
}

function claimCheck(claim: Claim, sources: ReadonlyMap<string, SourceFile>): TestedCheck {
	return {
		title: claimText(claim, sources),
		agents: claim.agents.join(", "),
		span: claim.span,
		outcome: {
			kind: "skipped",
			remark: {
				code: "not-yet-provable",
				severity: "info",
				message: "this claim is not yet provable: it is read, and not checked",
				span: claim.span,
				help: "an `expect` line checks single commands",
			},
		},
	};
}

function claimText({ span }: Claim, sources: ReadonlyMap<string, SourceFile>): string {
	const source = sources.get(span.file);
	return source === undefined ? "" : textOf(source, span);
}

/** The frames of what failed, claims that nothing can prove yet, and a line that counts; in the end, what was not tested. */
function text(tested: readonly TestedGroup[], sources: ReadonlyMap<string, SourceFile>, colour: boolean): string {
	return [
		...tested.flatMap(({ name, checks }) => {
			const { passed, failed, skipped } = countOutcomes(checks);
			const frames = [
				...checks.flatMap(({ outcome }) => (outcome.kind === "failed" ? [outcome.fault] : [])),
				...checks.flatMap(({ outcome }) => (outcome.kind === "skipped" ? [outcome.remark] : [])),
			];
			const counts = [
				`${passed} passed`,
				`${failed} failed`,
				...(skipped > 0 ? [`${skipped} ${skipped === 1 ? "claim" : "claims"} not yet provable`] : []),
			];
			return [
				...frames.map((frame) => `${renderFrame(frame, sources, { colour })}\n`),
				`${name}: ${counts.join(", ")}\n`,
			];
		}),
		...tested.flatMap(({ name, coverage: agents = [] }) => [
			...(agents.length > 0 ? [`\ncoverage of ${name}:\n`] : []),
			...agents.flatMap(coverageLines).map((line) => `  ${line}\n`),
		]),
	].join("");
}

function json(tested: Tested, sources: ReadonlyMap<string, SourceFile>, covered: boolean): string {
	const expectations = tested.policies.flatMap(({ results }) =>
		results.map(({ expectation, passed, decision, why }) => ({
			...placeRecord(expectation.span, sources),
			agent: expectation.agent,
			effect: expectation.effect,
			forced: expectation.forced,
			...(expectation.by === undefined ? {} : { by: expectation.by }),
			command: expectation.command,
			passed,
			...(why === undefined ? {} : { why }),
			decision: decisionRecord(decision),
		})),
	);
	const claims = tested.policies.flatMap(({ loaded }) =>
		loaded.policy.claims.map((claim) => ({
			...placeRecord(claim.span, sources),
			agents: claim.agents,
			claim: claimText(claim, sources),
			status: "not-yet-provable",
		})),
	);
	const cases = tested.suites.flatMap(({ under, results }) =>
		results.map(({ case: one, passed, decision }) => ({
			...placeRecord(one.span, sources),
			policy: under.roots,
			request: one.request,
			effect: one.expected,
			...(one.rule === undefined ? {} : { rule: one.rule }),
			...(one.note === undefined ? {} : { note: one.note }),
			passed,
			decision: decisionRecord(decision),
		})),
	);
	const all = [...expectations, ...cases];
	const passed = all.filter((one) => one.passed).length;
	return `${JSON.stringify(
		{
			passed,
			failed: all.length - passed,
			notYetProvable: claims.length,
			expectations,
			claims,
			cases,
			...(covered
				? { coverage: tested.policies.map((one) => ({ policy: one.loaded.roots, agents: coverageOf(one, tested) })) }
				: {}),
		},
		null,
		2,
	)}\n`;
}
