/** `non-nfc`: a letter with a mark that is written as two signs, where nearly everybody writes one. */
import type { TextLint } from "../lint-record.js";
import { writtenNames } from "../reading/written-names.js";

export const nonNfc: TextLint = {
	name: "non-nfc",
	family: "text",
	severity: "warning",
	summary: "a letter and its mark are two characters, and so another name than the one with one",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		writtenNames(subject).flatMap(({ text, span }) => {
			const meant = text.normalize("NFC");
			if (meant === text) return [];
			const written = subject.sources.get(span.file)?.text.slice(span.start, span.end) ?? "";
			const composed = written.normalize("NFC");
			return [
				{
					message: `\`${text}\` is written with marks of their own, and is not the \`${meant}\` that people type`,
					span,
					help: "write each letter and its mark as one character (Unicode's form NFC)",
					...(composed === written
						? {}
						: {
								fix: {
									title: `write \`${meant}\` in one way: names in the other are not meant then`,
									edits: [{ span, text: composed }],
									safe: false,
								},
							}),
				},
			];
		}),
};
