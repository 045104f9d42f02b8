/** What `rules lint` found, in each of the formats. */
import { type AttackRecord, scoreLines } from "../../authoring/attack/score.js";
import type { Lint } from "../../authoring/lint/lint-record.js";
import { catalogueOf, tagsOf } from "../../authoring/lint/settings/tags.js";
import { type Diagnostic, hasErrors } from "../../language/diagnostic/diagnostic.js";
import { renderGithub } from "../../language/diagnostic/render-github.js";
import { renderGitlab } from "../../language/diagnostic/render-gitlab.js";
import { renderJson, reportOf } from "../../language/diagnostic/render-json.js";
import { renderSarif } from "../../language/diagnostic/render-sarif.js";
import { countLine, renderFrame } from "../../language/diagnostic/render-text.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { SourceFile } from "../../language/source/source-file.js";
import { homepage, lintPage, version } from "../../runtime/load/package-files.js";
import type { Compared } from "./baseline.js";

export const lintFormats = ["text", "json", "sarif", "github", "gitlab"] as const;
export type LintFormat = (typeof lintFormats)[number];

export interface Report {
	readonly diagnostics: readonly Diagnostic[];
	readonly sources: ReadonlyMap<string, SourceFile>;
	readonly lints: readonly Lint[];
	/** What attacks on the agents came to, where they were asked for. */
	readonly attacks?: readonly AttackRecord[];
	/** The files that were asked for, for the line that says that nothing is wrong with them. */
	readonly files: readonly string[];
	/** What a baseline took away, and what of it is gone. */
	readonly baseline?: Pick<Compared, "known" | "gone">;
	/** Only some findings were asked for. */
	readonly isPart?: boolean;
	/** JSON in one line, where a report follows another. */
	readonly dense?: boolean;
}

export function renderReport(format: LintFormat, report: Report, colour: boolean): string {
	const { diagnostics, sources, lints } = report;
	switch (format) {
		case "text":
			return reportText(report, colour) + attackText(report.attacks ?? []);
		case "json":
			return jsonOf(report);
		case "github":
			return renderGithub(diagnostics, sources);
		case "gitlab":
			return renderGitlab(diagnostics, sources);
		case "sarif": {
			const home = homepage();
			const rules = lints.map((lint) => {
				const { name, severity, summary, page: own } = lint;
				const ownPage = lintPage(name);
				const page = ownPage ?? own;
				const helpUri =
					home === undefined || ownPage === undefined ? {} : { helpUri: `${home}/blob/main/docs/lints/${name}.md` };
				const tags = tagsOf(lint).map((id) => ({ id, catalogue: catalogueOf(id) }));
				// SARIF has no level for what somebody asked for.
				const level = severity === "off" ? "info" : severity;
				return { code: name, severity: level, summary, tags, ...helpUri, ...(page === undefined ? {} : { page }) };
			});
			return renderSarif(diagnostics, sources, { version: version(), rules });
		}
	}
}

/** What the attacks came to, agent by agent. */
function attackText(attacks: readonly AttackRecord[]): string {
	return attacks.length === 0
		? ""
		: `\nattack:\n${scoreLines(attacks)
				.map((line) => `  ${visible(line)}\n`)
				.join("")}`;
}

function jsonOf({ diagnostics, sources, baseline, attacks, dense }: Report): string {
	if (baseline === undefined && attacks === undefined && dense !== true) return renderJson(diagnostics, sources);
	const { known, gone } = baseline ?? {};
	const record = {
		...reportOf(diagnostics, sources),
		...(attacks === undefined ? {} : { attacks }),
		...(gone === undefined
			? {}
			: { baseline: { known, gone: gone.map(({ file, code, count }) => ({ file, code, count })) } }),
	};
	return `${JSON.stringify(record, null, dense === true ? undefined : 2)}\n`;
}

function reportText({ diagnostics, sources, lints, files, baseline, isPart }: Report, colour: boolean): string {
	const none = `no ${baseline === undefined || baseline.known === 0 ? "" : "new "}faults${isPart === true ? " among those asked for" : ""}`;
	if (diagnostics.length === 0)
		return `${files.length === 1 ? (files[0] as string) : `${files.length} files`}: ${none}\n`;
	const frames = diagnostics.map((diagnostic) => renderFrame(diagnostic, sources, { colour }));
	// A plugin's page is found where its configuration is: not everywhere.
	const explained = diagnostics.find(
		({ code }) => lints.some(({ name }) => name === code) && lintPage(code) !== undefined,
	);
	const fixes = fixesLine(diagnostics);
	return [
		...frames,
		`${countLine(diagnostics)}${fixes === "" ? "" : `; ${fixes}`}\n${
			explained === undefined || hasErrors(diagnostics.filter(({ code }) => code === "syntax-error"))
				? ""
				: `what a finding means: \`rules lint --explain ${explained.code}\`\n`
		}`,
	].join("\n");
}

/** How many findings `--fix` takes away, and how many more the unsafe ones. */
function fixesLine(diagnostics: readonly Diagnostic[]): string {
	const safe = diagnostics.filter(({ fix }) => fix?.safe === true).length;
	const unsafe = diagnostics.filter(({ fix }) => fix?.safe === false).length;
	return [
		...(safe === 0 ? [] : [`\`--fix\` mends ${safe}`]),
		...(unsafe === 0 ? [] : [`\`--fix --unsafe\` mends ${safe === 0 ? unsafe : `${unsafe} more`}`]),
	].join(", ");
}
