/** `rules lint --list`: every lint by its family, with its level, its options and the fixes that it offers. */
import pc from "picocolors";
import { families, type Options } from "../../authoring/lint/lint-description.js";
import type { Lint } from "../../authoring/lint/lint-record.js";
import { tagsOf } from "../../authoring/lint/settings/tags.js";
import { visible } from "../../language/diagnostic/render-visible.js";

export function renderLintList(lints: readonly Lint[], colour: boolean): string {
	const { bold, dim } = pc.createColors(colour);
	const widest = Math.max(...lints.map(({ name }) => name.length));
	const blocks = families.flatMap((family) => {
		const own = lints.filter((one) => one.family === family);
		if (own.length === 0) return [];
		const lines = own.map((one) => {
			const more = [
				...fixesOf(one),
				...optionsOf(one),
				...(tagsOf(one).length === 0 ? [] : [tagsOf(one).join(" ")]),
			].join("; ");
			return `  ${visible(one.name).padEnd(widest)}  ${one.severity.padEnd(7)}  ${visible(one.summary)}${more === "" ? "" : dim(` (${visible(more)})`)}`;
		});
		return [`${bold(family)}\n${lines.join("\n")}\n`];
	});
	return `${blocks.join("\n")}\n${lints.length} lints; levels and options stand in \`bylaw.config.yaml\`\n`;
}

/** The same as data. */
export function lintListRecord(lints: readonly Lint[]): object {
	return lints.map((one) => {
		const { name, family, severity, summary, fixes, options } = one;
		return {
			name,
			family,
			severity,
			summary,
			fixes: fixes ?? "none",
			options: options ?? {},
			tags: tagsOf(one),
		};
	});
}

function fixesOf({ fixes }: Lint): readonly string[] {
	return fixes === undefined ? [] : [fixTexts[fixes]];
}

const fixTexts = { safe: "`--fix`", unsafe: "`--fix --unsafe`", both: "`--fix`, some `--unsafe`" } as const;

function optionsOf({ options = {} }: Lint): readonly string[] {
	return Object.entries(options).map(([name, value]) => `${name}: ${shown(value)}`);
}

function shown(value: Options[string]): string {
	return typeof value === "object" ? `[${value.join(", ")}]` : String(value);
}
