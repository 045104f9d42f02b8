/** What was tested, as the XML of JUnit, in the form that build servers read. */
import { visible } from "../../language/diagnostic/render-visible.js";
import { positionAt, type SourceFile } from "../../language/source/source-file.js";
import { countOutcomes, coverageLines, type TestedCheck, type TestedGroup } from "./report.js";

export function renderJunit(groups: readonly TestedGroup[], sources: ReadonlyMap<string, SourceFile>): string {
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<testsuites name="rules test" ${counts(groups.flatMap(({ checks }) => checks))}>`,
		...groups.flatMap((group) => suiteLines(group, sources)),
		"</testsuites>",
		"",
	].join("\n");
}

function suiteLines(
	{ name, checks, coverage = [] }: TestedGroup,
	sources: ReadonlyMap<string, SourceFile>,
): readonly string[] {
	const told = coverage.flatMap(coverageLines);
	return [
		`  <testsuite name="${escaped(name)}" ${counts(checks)}>`,
		...(coverage.length === 0
			? []
			: [
					"    <properties>",
					...coverage.map(
						({ agent, percent }) => `      <property name="coverage.${escaped(agent)}" value="${percent}"/>`,
					),
					"    </properties>",
				]),
		...checks.flatMap((check) => caseLines(check, name, sources)),
		...(told.length === 0 ? [] : [`    <system-out>${told.map(escaped).join("\n")}</system-out>`]),
		"  </testsuite>",
	];
}

function caseLines(
	{ title, agents, span, outcome }: TestedCheck,
	group: string,
	sources: ReadonlyMap<string, SourceFile>,
): readonly string[] {
	const source = sources.get(span.file);
	const line = source ? ` line="${positionAt(source, span.start).line}"` : "";
	const head = `    <testcase classname="${escaped(`${group} ${agents}`)}" name="${escaped(title)}" file="${escaped(span.file)}"${line}`;
	switch (outcome.kind) {
		case "passed":
			return [`${head}/>`];
		case "skipped":
			return [`${head}>`, `      <skipped message="${escaped(outcome.remark.message)}"/>`, "    </testcase>"];
		case "failed": {
			const { code, message, help = "" } = outcome.fault;
			return [
				`${head}>`,
				`      <failure type="${code}" message="${escaped(message)}">${escaped(help)}</failure>`,
				"    </testcase>",
			];
		}
	}
}

function counts(checks: readonly TestedCheck[]): string {
	const { failed, skipped } = countOutcomes(checks);
	return `tests="${checks.length}" failures="${failed}" errors="0" skipped="${skipped}"`;
}

/** Text for XML, which has no way to write most control characters: those are made visible. */
function escaped(text: string): string {
	return visible(text)
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&apos;");
}
