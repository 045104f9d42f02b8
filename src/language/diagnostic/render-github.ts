/**
 * Diagnostics as workflow commands of GitHub Actions, which show them beside the lines of a change.
 */
import { positionAt, type SourceFile } from "../source/source-file.js";
import type { Diagnostic } from "./diagnostic.js";
import { visible } from "./render-visible.js";

/** One line a diagnostic: `::error file=policy.rules,line=12,col=15,title=unknown-set::no set is called …` */
export function renderGithub(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, SourceFile>): string {
	return diagnostics.map((diagnostic) => `${command(diagnostic, sources)}\n`).join("");
}

function command(diagnostic: Diagnostic, sources: ReadonlyMap<string, SourceFile>): string {
	const { span, code, message, help, witness } = diagnostic;
	const level = { error: "error", warning: "warning", info: "notice" }[diagnostic.severity];
	const source = sources.get(span.file);
	const properties: [string, string | number][] = [["file", span.file]];
	if (source !== undefined) {
		const from = positionAt(source, span.start);
		const to = positionAt(source, span.end);
		properties.push(["line", from.line], ["endLine", to.line], ["col", from.column]);
		// GitHub takes an end column only on the same line.
		if (to.line === from.line) properties.push(["endColumn", Math.max(to.column, from.column + 1)]);
	}
	properties.push(["title", code]);
	const lines = [
		message,
		...(help === undefined ? [] : [`help: ${help}`]),
		...(witness === undefined ? [] : [`example: ${witness}`]),
	];
	const shown = properties.map(([name, value]) => `${name}=${property(String(value))}`).join(",");
	return `::${level} ${shown}::${lines.map((line) => data(line)).join("%0A")}`;
}

/** As `@actions/core` escapes what stands behind the second `::`. */
function data(text: string): string {
	return visible(text).replaceAll("%", "%25");
}

/** As it escapes the value of a property. */
function property(text: string): string {
	return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
