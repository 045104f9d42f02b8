/** `homoglyph`: a letter of another script that looks like a Latin one: `gіt` is not `git` (Boucher and Anderson, "Trojan Source", 2021). */
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { type Lookalike, lookalikeIn } from "../reading/words/lookalikes.js";
import { type WrittenName, writtenNames } from "../reading/written-names.js";

export const homoglyph: TextLint = {
	name: "homoglyph",
	family: "text",
	severity: "error",
	summary: "a letter or a dash looks like another, so that a name is not the one that people read",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		writtenNames(subject).flatMap((name): readonly Finding[] => {
			// Nearly every name is plain.
			if (!/[^\0-\x7f]/.test(name.text)) return [];
			const found = lookalikeIn(name);
			return found === undefined ? [] : [homoglyphFinding(name, found, subject)];
		}),
};

function homoglyphFinding(
	{ text, span }: WrittenName,
	{ sign, like, meant }: Lookalike,
	subject: LintContext,
): Finding {
	const code = `U+${(sign.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
	const at = subject.sources.get(span.file)?.text.slice(span.start, span.end).indexOf(text) ?? -1;
	const place = { ...span, start: span.start + at, end: span.start + at + text.length };
	return {
		message: `\`${text}\` is not \`${meant}\`: it has ${code} where it seems to have \`${like}\``,
		span,
		help: `write \`${meant}\``,
		...(at < 0
			? {}
			: {
					fix: {
						title: `write \`${meant}\`: what is meant changes with it`,
						edits: [{ span: place, text: meant }],
						safe: false,
					},
				}),
	};
}
