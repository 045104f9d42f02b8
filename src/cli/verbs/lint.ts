/** `rules lint`: every fault of policies, syntax errors and lints alike. */
import { writeSync } from "node:fs";
import { type Command, Option } from "commander";
import { type AttackRecord, attackRecords, attacksOn } from "../../attack/score.js";
import { hasErrors } from "../../diagnostic/diagnostic.js";
import { renderText } from "../../diagnostic/render-text.js";
import { visible } from "../../diagnostic/render-visible.js";
import { didYouMean } from "../../diagnostic/suggest.js";
import { type Lint, lintFailed } from "../../lint/lint.js";
import { lints } from "../../lint/lints.js";
import { currentCode, removedLints } from "../../lint/renamed-lints.js";
import type { Loaded } from "../../load/load.js";
import { exit, WrongQuestion } from "../exit.js";
import { lintListRecord, renderLintList } from "../lint-list.js";
import { type LintFormat, lintFormats, renderReport } from "../lint-report.js";
import { configured, findAll, type LintRunOptions, lintsNear, lintsOf } from "../lint-run.js";
import { loadEach } from "../load-policy.js";
import { count } from "../options.js";
import { lintPage, lintPages } from "../own-files.js";
import { chosenPolicy, definePolicy, type PolicyOptions, unreadableFile } from "../policy-choice.js";
import type { Terminal } from "../terminal.js";
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
}

export const lint: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument("[FILES...]", "policies, each by itself; a folder is one policy")
			.option("--attack", "try to get around what is denied, and report the ways that are open")
			.option("--fix", "put the fixes into the files that change no decision")
			.option("--unsafe", "with --fix: those that may change one, too, and say what changes")
			.option("--dry-run", "with --fix: write nothing, show the change as a diff")
			.addOption(new Option("--format <FORMAT>", "how to report").choices(lintFormats).default("text"))
			.option("--max-warnings <N>", "end with 1 when there are more warnings than this", count)
			.option("--config <FILE>", "the configuration (default: the nearest `bylaw.config.yaml` to each policy)")
			.option("--no-plugins", "run no code that a configuration names")
			.option("--list", "show all lints with their levels and options")
			.option("--explain <CODE>", "show the page on a lint");
	},
	examples: [
		["rules lint", "the nearest policy"],
		["rules lint --attack", "can an agent get around what is denied?"],
		["rules lint --fix --dry-run", "what fixes would change"],
		["rules lint --format sarif --max-warnings 0 rules/", "for a workflow"],
		["rules lint --explain missing-override", "what a lint means"],
	],
	run: (command, { terminal }) => untilReported(() => answer(command, terminal)),
};

async function answer(command: Command, terminal: Terminal): Promise<number> {
	const options = command.opts<Options>();
	if (options.explain !== undefined) {
		await terminal.print(explanationOf(options.explain, () => lintsNear(command.args, runOf(options))));
		return exit.yes;
	}
	if (options.list === true && command.args.length === 0 && options.rules === undefined) {
		await terminal.print(listOf(lints, options, terminal.colour.out));
		return exit.yes;
	}
	checkOptions(options);
	const run = runOf(options);
	const loaded = loadEach(command.args, options);
	const names = command.args.length === 0 ? [chosenPolicy(options)] : command.args.map((name) => [name]);
	let policies = configured(
		loaded.map((one, index) => ({ names: names[index] ?? [], loaded: one })),
		run,
	);
	if (options.list === true) {
		await terminal.print(listOf(lintsOf(policies), options, terminal.colour.out));
		return exit.yes;
	}
	if (options.fix === true && !policies.some(({ config }) => hasErrors(config.diagnostics))) {
		const { fixPolicies } = await import("../lint-fix.js");
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
	const { diagnostics, sources, incomplete } = findAll(policies, run);
	const files = [...new Set(policies.flatMap(({ loaded }) => loaded.roots))];
	const report = {
		diagnostics,
		sources,
		files,
		lints: lintsOf(policies),
		...(options.attack === true ? { attacks: policies.flatMap(({ loaded }) => attackRecordsOf(loaded)) } : {}),
	};
	await terminal.print(renderReport(options.format, report, terminal.colour.out));
	if (incomplete || policies.some(({ loaded }) => unreadableFile(loaded))) return exit.wrong;
	const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
	return hasErrors(diagnostics) || warnings > (options.maxWarnings ?? Number.POSITIVE_INFINITY) ? exit.no : exit.yes;
}

function attackRecordsOf({ policy, tree }: Loaded): readonly AttackRecord[] {
	return tree === undefined ? [] : attackRecords(attacksOn({ policy, tree }));
}

function runOf({ config, plugins, attack }: Options): LintRunOptions {
	return {
		...(attack === true ? { attack } : {}),
		...(config === undefined ? {} : { config }),
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

function checkOptions({ fix, unsafe, dryRun, config, format }: Options): void {
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
