/** `rules test`: do policies decide as their own expectations and their suites say? */
import { Option } from "commander";
import { lint } from "../../authoring/lint/lint.js";
import { claimFails } from "../../authoring/lint/lints/claim-fails.js";
import { expectationFails } from "../../authoring/lint/lints/expectation-fails.js";
import { brokenRecords } from "../../authoring/render/render-proofs.js";
import { isSuiteName } from "../../authoring/suite/read-suite.js";
import { decideAll, hasPassed } from "../../authoring/suite/run-tests.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { renderText } from "../../language/diagnostic/render-text.js";
import type { SourceFile } from "../../language/source/source-file.js";
import { isPolicyName } from "../../runtime/load/find-policy.js";
import type { Loaded } from "../../runtime/load/load.js";
import { realWorld, withoutFacts } from "../../runtime/load/world.js";
import { attackOn, hasOpenWay } from "../lint/attacked-policies.js";
import { checkJson, jsonOption } from "../options.js";
import { definePolicy, errorFrames, type PolicyOptions } from "../policy/policy-choice.js";
import { surroundings } from "../policy/request-choice.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import { watchOnTerminal } from "../terminal/watch-on-terminal.js";
import { hasSurvivor, mutateAll } from "../test/mutated-policies.js";
import { type Chosen, choose } from "../test/suite-choice.js";
import { type TestFormat, testFormats, testReport } from "../test/test-report.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly coverage?: true;
	readonly mutate?: true;
	readonly attack?: true;
	readonly watch?: true;
	readonly format: TestFormat;
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
			.option("--mutate", "change the policy in small ways, and show each change that no test notices")
			.option("--attack", "try to get around what is denied: a way that is open and not explained fails")
			.option("--watch", "test again whenever a policy or a suite changes, until Ctrl-C")
			.addOption(new Option("--format <FORMAT>", "how to report").choices(testFormats).default("text"))
			.addOption(jsonOption())
			.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: this folder)");
	},
	examples: [
		["rules test", "the nearest policy"],
		["rules test --coverage .", "this folder's policy and suites, and what they leave untested"],
		["rules test --mutate", "would the tests notice a slip?"],
		["rules test --attack", "can an agent get around what is denied?"],
		["rules test --format junit policy.rules ci.suite.yaml", "for build servers"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		checkJson(command);
		if (options.watch !== true) return testOnce(choose(command.args, options), options, terminal);
		if (options.format !== "text" && options.format !== "json")
			throw new WrongQuestion(
				`\`--watch\` does not go with \`--format ${options.format}\``,
				"a run follows another: use `text`, or `json`, which is one line a run",
			);
		return testAgain(command.args, options, terminal);
	},
};

/** Tests, and reports. */
async function testOnce(chosen: Chosen, options: Options, terminal: Terminal): Promise<number> {
	const { workspace } = surroundings(options);
	// What fails whatever the errors were meant to say is told with them.
	const broken = chosen.policies
		.filter(({ tree }) => tree === undefined)
		.map((loaded) => ({ ...loaded, diagnostics: lint(loaded, { lints: [expectationFails, claimFails] }) }));
	if (broken.length > 0 || chosen.faults.length > 0) {
		for (const one of broken) await terminal.complain(errorFrames(one, terminal.colour.err));
		await terminal.complain(suiteFrames(chosen.faults, chosen.sources, terminal.colour.err));
		await printBroken([...broken, { diagnostics: chosen.faults, sources: chosen.sources }], options, terminal);
		return exit.wrong;
	}
	const tested = decideAll(chosen, withoutFacts(realWorld(workspace)));
	if (tested.faults.length > 0) {
		await terminal.complain(suiteFrames(tested.faults, chosen.sources, terminal.colour.err));
		await printBroken([{ diagnostics: tested.faults, sources: chosen.sources }], options, terminal);
		return exit.wrong;
	}
	const mutated = options.mutate === true ? await mutateAll(tested) : undefined;
	const attacked = options.attack === true ? tested.policies.map(attackOn) : undefined;
	await terminal.print(
		testReport(tested, chosen.sources, {
			format: options.format,
			...(options.coverage === true ? { coverage: true } : {}),
			...(mutated === undefined ? {} : { mutated }),
			...(attacked === undefined ? {} : { attacked }),
			colour: terminal.colour.out,
			dense: options.watch === true,
		}),
	);
	return hasPassed(tested) && !mutated?.some(hasSurvivor) && !attacked?.some(hasOpenWay) ? exit.yes : exit.no;
}

/** Tests whenever something changes, until Ctrl-C. */
async function testAgain(names: readonly string[], options: Options, terminal: Terminal): Promise<number> {
	// The first question must be a good one; later ones may be broken while they are typed.
	let last = choose(names, options);
	return watchOnTerminal(
		{
			read: () => {
				last = choose(names, options);
				return last;
			},
			places: () => last.places,
			run: (chosen) => testOnce(chosen, options, terminal),
			isText: options.format === "text",
			isOfInterest: (name) => isPolicyName(name) || isSuiteName(name),
		},
		terminal,
	);
}

/** In JSON, what is printed in place of a report. */
async function printBroken(
	all: readonly Pick<Loaded, "diagnostics" | "sources">[],
	{ format }: Options,
	terminal: Terminal,
): Promise<void> {
	if (format !== "json") return;
	const diagnostics = all.flatMap((one) => brokenRecords(one.diagnostics, one.sources).diagnostics);
	await terminal.print(`${JSON.stringify({ diagnostics })}\n`);
}

function suiteFrames(faults: readonly Diagnostic[], sources: ReadonlyMap<string, SourceFile>, colour: boolean): string {
	const shown = renderText(faults, sources, { colour }).trimEnd();
	return shown === "" ? "" : `${shown}: a suite that can't be used proves nothing\n`;
}
