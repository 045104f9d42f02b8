/** `mixed-line-ends`: some lines of a file end as on Windows, and others do not. */

import type { TextLint } from "../lint-record.js";
import { linesOf } from "../reading/lines.js";

export const mixedLineEnds: TextLint = {
	name: "mixed-line-ends",
	family: "text",
	severity: "info",
	summary: "lines of one file end in two ways",
	fixes: "safe",
	looksAt: "text",
	check: ({ roots, sources }) =>
		roots.flatMap((file) => {
			const source = sources.get(file);
			if (source === undefined || !source.text.includes("\r\n")) return [];
			const lines = linesOf(source);
			const [windows, others] = [
				lines.filter((one) => one.break === "\r\n"),
				lines.filter((one) => one.break === "\n"),
			];
			const fewer = windows.length > others.length ? others : windows;
			const [first] = fewer;
			if (first === undefined || others.length === 0) return [];
			const wanted = fewer === windows ? "\n" : "\r\n";
			const breaks = fewer.map(({ span, break: { length } }) => ({ ...span, start: span.end, end: span.end + length }));
			return [
				{
					message: `of the lines of this file ${windows.length} end in CR LF, and ${others.length} in LF alone`,
					span: first.content,
					help: `end all of them in ${wanted === "\n" ? "LF" : "CR LF"}`,
					fix: {
						title: `end all lines in ${wanted === "\n" ? "LF" : "CR LF"}`,
						edits: breaks.map((span) => ({ span, text: wanted })),
						safe: true,
					},
				},
			];
		}),
};
