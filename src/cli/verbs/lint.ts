/** `rules lint`: every fault of policies, syntax errors and lints alike. */
import { writeSync } from "node:fs";
import { type Command, Option } from "commander";
import { type AttackRecord, attackRecords, attacksOn } from "../../authoring/attack/score.js";
import { lintFailed } from "../../authoring/lint/lint.js";
import { families } from "../../authoring/lint/lint-description.js";
import type { Lint } from "../../authoring/lint/lint-record.js";
import { lints } from "../../authoring/lint/lints.js";
import { currentCode, removedLints } from "../../authoring/lint/settings/renamed-lints.js";
import { type Diagnostic, hasErrors, type Severity } from "../../language/diagnostic/diagnostic.js";
import { renderText } from "../../language/diagnostic/render-text.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import type { Loaded } from "../../runtime/load/load.js";
import { lintPage, lintPages } from "../../runtime/load/package-files.js";
import { knowing } from "../known-values.js";
import {
	baselineNote,
	type Compared,
	compareWithBaseline,
	readBaseline,
	updateBaseline as writeBaseline,
} from "../lint/baseline.js";
import { checkSelection, isChosen, levels, selectionOf } from "../lint/finding-selection.js";
import { cacheFault } from "../lint/findings-cache.js";
import { inputPolicy, namedPolicies } from "../lint/linted-files.js";
import type { LintedPolicy, LintRunOptions } from "../lint/linted-policy.js";
import { lintListRecord, renderLintList } from "../lint/list-lints.js";
import { type LintFormat, lintFormats, renderReport } from "../lint/report-findings.js";
import { configured, type Findings, findAll, lintsNear, lintsOf } from "../lint/run-lint.js";
import { lintAgain } from "../lint/watch-lint.js";
import { checkJson, collect, count, jsonOption } from "../options.js";
import { definePolicy, type PolicyOptions, unreadableFile } from "../policy/policy-choice.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly format: LintFormat;
	readonly maxWarnings?: number;
	readonly explain?: string;
	readonly config?: string;
	readonly plugins: boolean;
	readonly fix?: true;
	readonly unsafe?: true;
	readonly dryRun?: true;
	readonly list?: true;
	readonly attack?: true;
	readonly watch?: true;
	readonly cache?: true;
	readonly stdinFilename?: string;
	readonly only?: readonly string[];
	readonly skip?: readonly string[];
	readonly level?: Severity;
	readonly baseline?: string;
	readonly updateBaseline?: true;
}

export const lint: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument(
				"[FILES...]",
				"policies, each by itself; a folder is one policy, `*` and `**` in quotes are patterns, `-` is standard input",
			)
			.option(
				"--stdin-filename <NAME>",
				"with `-`: what standard input is called, and where its configuration is looked for",
			)
			.option("--attack", "try to get around what is denied, and report the ways that are open")
			.option("--fix", "put the fixes into the files that change no decision")
			.option("--unsafe", "with --fix: those that may change one, too, and say what changes")
			.option("--dry-run", "with --fix: write nothing, show the change as a diff")
			.addOption(new Option("--format <FORMAT>", "how to report").choices(lintFormats).default("text"))
			.addOption(jsonOption())
			.addOption(named("--only <NAMES>", "report these lints and families alone; names with commas, may be repeated"))
			.addOption(named("--skip <NAMES>", "do not report these lints and families"))
			.addOption(new Option("--level <LEVEL>", "report nothing below it").choices(levels))
			.option("--baseline <FILE>", "do not report what this file knows, and say what of it is gone")
			.option("--update-baseline", "with --baseline: write what is found now into the file")
			.option("--watch", "lint again whenever a policy or its configuration changes, until Ctrl-C")
			.option("--cache", "keep what is found in your cache folder, for policies that have not changed")
			.option("--max-warnings <N>", "end with 1 when there are more warnings than this", count)
			.option("--config <FILE>", "the configuration (default: the nearest `bylaw.config.yaml` to each policy)")
			.option("--no-plugins", "run no code that a configuration names")
			.option("--list", "show all lints with their levels and options")
			.addOption(knowing(new Option("--explain <CODE>", "show the page on a lint"), lintPages));
	},
	examples: [
		["rules lint", "the nearest policy"],
		["rules lint --attack", "can an agent get around what is denied?"],
		["rules lint --fix --dry-run", "what fixes would change"],
		["rules lint 'rules/**/*.rules' --level warning --skip style", "of many policies what matters"],
		["rules lint --stdin-filename policy.rules - < new.rules", "standard input, for editors"],
		[
			"rules lint --baseline lint-baseline.json --update-baseline",
			"take what is there as known, and report what is new",
		],
		["rules lint --format sarif --max-warnings 0 rules/", "for a workflow"],
		["rules lint --explain missing-override", "what a lint means"],
	],
	run: (command, { terminal }) => untilReported(() => answer(command, terminal)),
};

/** An option that takes names of lints and families. */
function named(flags: string, does: string): Option {
	return knowing(new Option(flags, does).argParser(collect), () => [...families, ...lints.map(({ name }) => name)]);
}

async function answer(command: Command, terminal: Terminal): Promise<number> {
	const options = command.opts<Options>();
	checkJson(command);
	if (options.explain !== undefined) {
		await terminal.print(
			explanationOf(options.explain, () =>
				lintsNear(
					command.args.filter((name) => name !== "-"),
					runOf(options),
				),
			),
		);
		return exit.yes;
	}
	checkOptions(options, command.args);
	if (options.list === true && command.args.length === 0 && options.rules === undefined) {
		await terminal.print(listOf(chosenOf(lints, options), options, terminal.colour.out));
		return exit.yes;
	}
	const run = runOf(options);
	const input = await inputPolicy(command.args, options);
	const read = (): readonly LintedPolicy[] => configured(namedPolicies(command.args, options, input), run);
	if (options.watch === true)
		return lintAgain(
			{
				policies: read,
				run: (policies) => lintOnce(policies, run, options, terminal),
				places: [
					...command.args,
					...(options.rules ?? []),
					...(options.baseline === undefined ? [] : [options.baseline]),
				],
				isText: options.format === "text",
			},
			terminal,
		);
	return lintOnce(read(), run, options, terminal);
}

async function lintOnce(
	read: readonly LintedPolicy[],
	run: LintRunOptions,
	options: Options,
	terminal: Terminal,
): Promise<number> {
	let policies = read;
	if (options.list === true) {
		await terminal.print(listOf(chosenOf(lintsOf(policies), options), options, terminal.colour.out));
		return exit.yes;
	}
	if (run.selection !== undefined && !policies.some(({ config }) => hasErrors(config.diagnostics)))
		checkSelection(run.selection, lintsOf(policies));
	const refused = options.cache === true ? cacheFault(policies) : undefined;
	if (refused !== undefined) await terminal.complain(`nothing is kept: ${refused}\n`);
	if (options.fix === true && !policies.some(({ config }) => hasErrors(config.diagnostics))) {
		const { fixPolicies } = await import("../lint/apply-fixes.js");
		policies = await fixPolicies(
			policies,
			run,
			{ unsafe: options.unsafe === true, dryRun: options.dryRun === true },
			terminal,
		);
		if (options.dryRun === true) {
			const { diagnostics, sources, incomplete } = findAll(policies, run);
			if (!incomplete) return exit.yes;
			const failures = diagnostics.filter(({ code }) => code === lintFailed);
			await terminal.complain(renderText(failures, sources, { colour: terminal.colour.err }));
			return exit.wrong;
		}
	}
	const all = findAll(policies, run);
	const { sources, incomplete } = all;
	const files = [...new Set(policies.flatMap(({ loaded }) => loaded.roots))];
	const baseline = await comparedWithBaseline(all, files, options, terminal);
	const diagnostics = baseline?.left ?? all.diagnostics;
	const report = {
		diagnostics,
		sources,
		files,
		lints: lintsOf(policies),
		...(options.attack === true ? { attacks: policies.flatMap(({ loaded }) => attackRecordsOf(loaded)) } : {}),
		...(baseline === undefined ? {} : { baseline }),
		isPart: run.selection !== undefined,
		dense: options.watch === true,
	};
	await terminal.print(renderReport(options.format, report, terminal.colour.out));
	if (incomplete || policies.some(({ loaded }) => unreadableFile(loaded))) return exit.wrong;
	const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
	return hasErrors(diagnostics) || warnings > (options.maxWarnings ?? Number.POSITIVE_INFINITY) ? exit.no : exit.yes;
}

function attackRecordsOf({ policy, tree }: Loaded): readonly AttackRecord[] {
	return tree === undefined ? [] : attackRecords(attacksOn({ policy, tree }));
}

/** Without what is known; undefined where nobody asked for that. */
async function comparedWithBaseline(
	{ diagnostics, sources, ofReading, incomplete }: Findings,
	files: readonly string[],
	{ baseline: path, updateBaseline, only, skip, level }: Options,
	terminal: Terminal,
): Promise<Compared | undefined> {
	if (path === undefined) return undefined;
	const canBeKnown = (one: Diagnostic): boolean => !ofReading.has(one);
	const found = { diagnostics, sources, files, canBeKnown };
	const before = readBaseline(path, updateBaseline === true);
	const isWhole = !incomplete && !diagnostics.some((one) => one.severity === "error" && ofReading.has(one));
	if (updateBaseline === true) {
		if (!isWhole)
			throw new WrongQuestion(
				`\`${path}\` is left as it is: a policy that can't be read as a whole may hide what is known of it`,
				"lint without `--update-baseline`, and mend the errors",
			);
		const count = writeBaseline(path, before, found);
		await terminal.complain(`\`${path}\` knows ${count} finding${count === 1 ? "" : "s"}\n`);
		return compareWithBaseline(path, readBaseline(path, false), found);
	}
	const compared = compareWithBaseline(path, before, found);
	// What was not asked for is not gone.
	const isAll = isWhole && only === undefined && skip === undefined && (level ?? "info") === "info";
	const told = isAll ? compared : { ...compared, gone: [] };
	await terminal.complain(baselineNote(path, told));
	return told;
}

/** Of a list those that were asked for. */
function chosenOf(known: readonly Lint[], options: Options): readonly Lint[] {
	const selection = selectionOf(options);
	if (selection !== undefined) checkSelection(selection, known);
	return known.filter((one) => isChosen(one, selection));
}

function runOf(options: Options): LintRunOptions {
	const { config, plugins, cache, attack } = options;
	const selection = selectionOf(options);
	return {
		...(attack === true || selection?.only?.has("attacks") === true ? { attack: true as const } : {}),
		...(config === undefined ? {} : { config }),
		...(selection === undefined ? {} : { selection }),
		...(cache === undefined ? {} : { cache }),
		plugins,
		today: new Date().toISOString().slice(0, 10),
	};
}

/** A plugin may end the process: then nothing was found because nothing was looked at, and that is no success. */
async function untilReported(work: () => Promise<number>): Promise<number> {
	let code: number = exit.wrong;
	let isDone = false;
	process.on("exit", (ending) => {
		// An error that ends it has been told.
		if (!isDone && ending !== exit.wrong)
			writeSync(
				2,
				"error: a plugin ended the process before the report was out\nhelp: see the plugins, or lint without them: `--no-plugins`\n",
			);
		if (!isDone || ending === exit.yes) process.exitCode = code;
	});
	try {
		code = await work();
		return code;
	} finally {
		isDone = true;
	}
}

function listOf(known: readonly Lint[], { format }: Options, colour: boolean): string {
	return format === "json" ? `${JSON.stringify(lintListRecord(known), null, 2)}\n` : renderLintList(known, colour);
}

function checkOptions(options: Options, args: readonly string[]): void {
	const { fix, unsafe, dryRun, config, format, watch, baseline, updateBaseline, only, skip, level, list } = options;
	if (args.includes("-") && (fix === true || watch === true))
		throw new WrongQuestion(
			`\`${fix === true ? "--fix" : "--watch"}\` needs a file, and \`-\` is none`,
			fix === true ? "`--format json` holds the fixes" : "name the file",
		);
	if (watch === true) {
		const other =
			fix === true ? "--fix" : updateBaseline === true ? "--update-baseline" : list === true ? "--list" : undefined;
		if (other !== undefined)
			throw new WrongQuestion(`\`--watch\` does not go with \`${other}\``, `use \`${other}\` by itself`);
		if (format !== "text" && format !== "json")
			throw new WrongQuestion(
				`\`--watch\` does not go with \`--format ${format}\``,
				"a run follows another: use `text`, or `json`, which is one line a run",
			);
	}
	if (baseline === "") throw new WrongQuestion("the name of the baseline is empty", "name a file");
	if (updateBaseline === true) {
		if (baseline === undefined)
			throw new WrongQuestion(
				"`--update-baseline` says what to do with a baseline, and none is named",
				"write `--baseline FILE --update-baseline`",
			);
		if (only !== undefined || skip !== undefined || level !== undefined)
			throw new WrongQuestion("a baseline knows all that is found", "leave out `--only`, `--skip` and `--level`");
	}
	const lonely = unsafe === true ? "--unsafe" : dryRun === true ? "--dry-run" : undefined;
	if (fix !== true && lonely !== undefined)
		throw new WrongQuestion(`\`${lonely}\` says how to fix, and \`--fix\` is missing`, `write \`--fix ${lonely}\``);
	if (dryRun === true && format !== "text")
		throw new WrongQuestion(
			`\`--dry-run\` shows a diff, which is no \`${format}\``,
			"leave one of the two out: without `--fix --dry-run`, `json` and `sarif` hold the fixes",
		);
	if (config === "") throw new WrongQuestion("the name of the configuration is empty", "name a file");
}

/** The page on a lint; where there is none, its one sentence. `near`: plugins are run only for what is not ours. */
function explanationOf(code: string, near: () => readonly Lint[]): string {
	const current = currentCode(code);
	const page = lintPage(current);
	if (page !== undefined) return current === code ? page : `\`${code}\` is called \`${current}\` now.\n\n${page}`;
	const known = near();
	const found = known.find((one) => one.name === code);
	if (found?.page !== undefined) return `${found.page.trimEnd().split("\n").map(visible).join("\n")}\n`;
	if (found !== undefined)
		return `${found.name} (${found.severity}): ${visible(found.summary)}\nThere is no page on it.\n`;
	const help = didYouMean(code, [...known.map((one) => one.name), ...lintPages()]);
	throw new WrongQuestion(
		`there is no page on \`${code}\``,
		(removedLints.has(code) ? `it is no lint any more: ${removedLints.get(code)}` : help) ??
			"the code stands in brackets in what `rules lint` reports",
	);
}
