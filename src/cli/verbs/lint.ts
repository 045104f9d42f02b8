/** `rules lint`: every fault of policies, syntax errors and lints alike. */
import { Option } from "commander";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { hasErrors } from "../../diagnostic/diagnostic.js";
import { renderGithub } from "../../diagnostic/render-github.js";
import { renderJson } from "../../diagnostic/render-json.js";
import { renderText } from "../../diagnostic/render-text.js";
import { didYouMean } from "../../diagnostic/suggest.js";
import { lint as findFaults } from "../../lint/lint.js";
import { lints } from "../../lint/lints.js";
import type { Loaded } from "../../load/load.js";
import type { SourceFile } from "../../source/source-file.js";
import { exit, WrongQuestion } from "../exit.js";
import { count } from "../options.js";
import { lintPage, lintPages } from "../own-files.js";
import { definePolicy, loadEach, type PolicyOptions, unreadableFile } from "../policy-choice.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly format: "text" | "json" | "github";
	readonly maxWarnings?: number;
	readonly explain?: string;
}

export const lint: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument("[FILES...]", "policies, each by itself; a folder is one policy")
			.addOption(new Option("--format <FORMAT>", "how to report").choices(["text", "json", "github"]).default("text"))
			.option("--max-warnings <N>", "end with 1 when there are more warnings than this", count)
			.option("--explain <CODE>", "show the page on a lint");
	},
	examples: [
		["rules lint", "the nearest policy"],
		["rules lint --format github --max-warnings 0 rules/", "for a workflow"],
		["rules lint --explain missing-override", "what a lint means"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		if (options.explain !== undefined) {
			await terminal.print(explanationOf(options.explain));
			return exit.yes;
		}
		const policies = loadEach(command.args, options);
		const sources = new Map<string, SourceFile>(policies.flatMap((loaded) => [...loaded.sources]));
		const found = withoutRepeats(policies.flatMap((loaded) => findFaults(loaded)));
		switch (options.format) {
			case "text":
				await terminal.print(renderText(found, sources, { colour: terminal.colour.out }));
				break;
			case "json":
				await terminal.print(renderJson(found, sources));
				break;
			case "github":
				await terminal.print(renderGithub(found, sources));
				break;
		}
		if (found.length === 0 && options.format === "text") await terminal.print(`${filesText(policies)}: no faults\n`);
		if (policies.some(unreadableFile)) return exit.wrong;
		const warnings = found.filter((diagnostic) => diagnostic.severity === "warning").length;
		return hasErrors(found) || warnings > (options.maxWarnings ?? Number.POSITIVE_INFINITY) ? exit.no : exit.yes;
	},
};

/** Two policies that import the same file find its faults twice. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
	const seen = new Set<string>();
	return diagnostics.filter((diagnostic) => {
		const key = JSON.stringify([diagnostic.code, diagnostic.span, diagnostic.message]);
		return !seen.has(key) && seen.add(key);
	});
}

function filesText(policies: readonly Loaded[]): string {
	const files = [...new Set(policies.flatMap((loaded) => loaded.files.map((file) => file.file)))];
	return files.length === 1 ? (files[0] as string) : `${files.length} files`;
}

/** The page on a lint; where none is shipped, its one sentence. */
function explanationOf(code: string): string {
	const page = lintPage(code);
	if (page !== undefined) return page;
	const known = lints.find((one) => one.name === code);
	if (known !== undefined) return `${known.name} (${known.severity}): ${known.summary}\nThere is no page on it yet.\n`;
	const help = didYouMean(code, [...lints.map((one) => one.name), ...lintPages()]);
	throw new WrongQuestion(
		`there is no page on \`${code}\``,
		help ?? "the code stands in brackets in what `rules lint` reports",
	);
}
