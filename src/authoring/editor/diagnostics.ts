/**
 * What is wrong with the open files, as it is known now: syntax at once, everything else from the background as soon as it is found.
 */
import type { Diagnostic as Shown } from "vscode-languageserver";
import type { Diagnostic, Severity } from "../../language/diagnostic/diagnostic.js";
import type { Checked, Decided, EditorFinding } from "./findings.js";
import { lintPageUri } from "./lint-pages.js";
import type { Files, Open } from "./reading/files.js";
import { holdsOffset, rangeOf } from "./reading/places.js";
import { carrying, rebaseDiagnostic } from "./reading/rebase-diagnostics.js";

export interface Diagnostics {
	/** Takes what the background found. */
	readonly take: (path: string, checked: Checked) => void;
	readonly forget: (path: string) => void;
	/** What is known of a file, where it stands now. */
	readonly findings: (open: Open) => readonly EditorFinding[];
	/** How the expectation at an offset is answered. */
	readonly answer: (open: Open, offset: number) => readonly string[];
	/** Rules with the number of expectations that they decide, and how many expectations there are. */
	readonly decided: (open: Open) => { readonly rules: readonly Decided[]; readonly expectations: number };
}

export function knownDiagnostics(files: Files): Diagnostics {
	const found = new Map<string, Checked>();
	return {
		take: (path, checked) => {
			found.set(path, checked);
		},
		forget: (path) => {
			found.delete(path);
		},
		findings: ({ path, source }) => {
			const checked = found.get(path);
			if (checked?.text === source.text) return checked.findings;
			const reading = (files.read(path)?.diagnostics ?? []).map(readingFinding);
			if (checked === undefined) return reading;
			const carry = carrying(checked.text, source.text);
			const stands = checked.findings
				.filter((finding) => !finding.reading)
				.flatMap((finding) => rebaseDiagnostic(finding, path, carry) ?? []);
			return [...reading, ...stands];
		},
		answer: ({ path, source }, offset) => {
			const checked = found.get(path);
			if (checked === undefined) return [];
			const carry = carrying(checked.text, source.text);
			const answer = checked.answers.find((one) => {
				const place = carry(one);
				return place !== undefined && holdsOffset(place, offset);
			});
			return answer?.lines ?? [];
		},
		decided: ({ path, source }) => {
			const checked = found.get(path);
			if (checked === undefined) return { rules: [], expectations: 0 };
			const carry = carrying(checked.text, source.text);
			const rules = checked.decided.flatMap((rule) => {
				const place = carry(rule);
				return place === undefined ? [] : [{ ...rule, ...place }];
			});
			return { rules, expectations: checked.expectations };
		},
	};
}

function readingFinding({ code, severity, message, span, help, fix, witness }: Diagnostic): EditorFinding {
	return {
		code,
		severity,
		message,
		start: span.start,
		end: span.end,
		labels: [],
		...(help === undefined ? {} : { help }),
		...(fix === undefined ? {} : { fix }),
		...(witness === undefined ? {} : { witness }),
		reading: true,
	};
}

const severities: Readonly<Record<Severity, 1 | 2 | 3>> = { error: 1, warning: 2, info: 3 };

/** A finding as an editor shows it. */
export function shownFinding(finding: EditorFinding, { source }: Open, files: Files): Shown {
	const { witness, help, labels } = finding;
	const page = lintPageUri(finding.code);
	const further = [
		...(witness === undefined ? [] : [`for instance: ${witness}`]),
		...(help === undefined ? [] : [`help: ${help}`]),
	];
	return {
		range: rangeOf(source, finding),
		severity: severities[finding.severity],
		code: finding.code,
		...(page === undefined ? {} : { codeDescription: { href: page } }),
		source: "rules",
		message: [finding.message, ...further].join("\n"),
		...(labels.length === 0
			? {}
			: {
					relatedInformation: labels.map(({ path, from, to, message }) => ({
						location: { uri: files.uriOf(path), range: { start: from, end: to } },
						message,
					})),
				}),
	};
}
