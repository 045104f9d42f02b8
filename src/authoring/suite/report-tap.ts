/** What was tested, as TAP 14 (https://testanything.org/tap-version-14-specification.html): a line for each check. */
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { positionAt, type SourceFile } from "../../language/source/source-file.js";
import { coverageLines, type TestedCheck, type TestedGroup } from "./report.js";

export function renderTap(groups: readonly TestedGroup[], sources: ReadonlyMap<string, SourceFile>): string {
	const all = groups.reduce((sum, { checks }) => sum + checks.length, 0);
	const lines = ["TAP version 14", `1..${all}`];
	let number = 0;
	for (const { name, checks, coverage = [] } of groups) {
		lines.push(`# ${visible(name)}`);
		for (const check of checks) lines.push(...checkLines(check, ++number, sources));
		if (coverage.length > 0) lines.push(`# coverage of ${visible(name)}:`);
		lines.push(...coverage.flatMap(coverageLines).map((line) => `#   ${line}`));
	}
	return `${lines.join("\n")}\n`;
}

function checkLines(
	{ title, agents, outcome }: TestedCheck,
	number: number,
	sources: ReadonlyMap<string, SourceFile>,
): readonly string[] {
	// A bare `#` would begin a directive.
	const description = visible(`${agents}: ${title}`).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
	switch (outcome.kind) {
		case "passed":
			return [`ok ${number} - ${description}`];
		case "skipped":
			return [`ok ${number} - ${description} # SKIP ${visible(outcome.remark.message).replaceAll("#", "\\#")}`];
		case "failed":
			return [`not ok ${number} - ${description}`, ...details(outcome.fault, sources)];
	}
}

/** A block of YAML; a JSON string is one in YAML, too. */
function details(
	{ code, message, help, span }: Diagnostic,
	sources: ReadonlyMap<string, SourceFile>,
): readonly string[] {
	const source = sources.get(span.file);
	const place = source && positionAt(source, span.start);
	return [
		"  ---",
		`  message: ${JSON.stringify(visible(message))}`,
		"  severity: fail",
		`  code: ${code}`,
		...(help === undefined ? [] : [`  help: ${JSON.stringify(visible(help))}`]),
		"  at:",
		`    file: ${JSON.stringify(visible(span.file))}`,
		...(place ? [`    line: ${place.line}`, `    column: ${place.column}`] : []),
		"  ...",
	];
}
