/** `rules lint --fix`: puts fixes into files, or shows what they would be. */

import { type Fixed, fixAll } from "../../authoring/lint/fixes.js";
import { renderDifference } from "../../authoring/render/render-difference.js";
import { unifiedDiff } from "../../authoring/render/unified-diff.js";
import { renderText } from "../../language/diagnostic/render-text.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { load } from "../../runtime/load/load.js";
import { checkWritable, replaceFile } from "../policy/write-file.js";
import type { Terminal } from "../terminal/terminal.js";
import type { LintedPolicy, LintRunOptions } from "./linted-policy.js";
import { tried } from "./run-lint.js";

export interface FixOptions {
	readonly unsafe: boolean;
	/** Show the change as a diff on standard output, and write nothing. */
	readonly dryRun: boolean;
}

/** The policies as they are afterwards. What was done is told on standard error, where it does not stand between findings. */
export async function fixPolicies(
	policies: readonly LintedPolicy[],
	run: LintRunOptions,
	options: FixOptions,
	terminal: Terminal,
): Promise<readonly LintedPolicy[]> {
	const fixed = fixAll((texts) => tried(policies, texts, run), { unsafe: options.unsafe });
	const before = new Map(
		policies.flatMap(({ loaded }) => [...loaded.sources].map(([name, { text }]) => [name, text] as const)),
	);
	const changed = [...fixed.texts].filter(([name, text]) => text !== before.get(name));
	// Before the first is written: a file that is read-only would be replaced, and half of a change is none.
	for (const [name] of options.dryRun ? [] : changed) checkWritable(name);
	for (const [name, text] of changed) {
		if (options.dryRun) await terminal.print(unifiedDiff(before.get(name) ?? "", text, name, name));
		else replaceFile(name, text);
	}
	await terminal.complain(told(fixed, changed.length, policies, options, terminal.colour.err));
	if (options.dryRun || changed.length === 0) return policies;
	return policies.map((policy) => ({ ...policy, loaded: load(policy.names) }));
}

function told(
	{ applied, refused, changes }: Fixed,
	files: number,
	policies: readonly LintedPolicy[],
	{ dryRun }: FixOptions,
	colour: boolean,
): string {
	const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
	const left = refused.map(({ diagnostic, why }) => ({
		...diagnostic,
		severity: "info" as const,
		message: `the fix \`${diagnostic.fix?.title ?? ""}\` is left out: ${why}`,
		help: "change it by hand",
	}));
	const sources = new Map(policies.flatMap(({ loaded }) => [...loaded.sources]));
	return [
		...(applied.length === 0
			? []
			: [`${dryRun ? "would fix" : "fixed"} ${count(applied.length, "fault")} in ${count(files, "file")}\n`]),
		...changes.map(
			({ found }) =>
				`this changes decisions:\n${visibleLines(renderDifference(found, { before: "before", after: "after", programs: [] }, colour))}`,
		),
		...(left.length === 0 ? [] : [renderText(left, sources, { colour })]),
	].join("");
}

function visibleLines(text: string): string {
	return text
		.split("\n")
		.map((line) => (line.includes("\u001b") ? line : visible(line)))
		.join("\n");
}
