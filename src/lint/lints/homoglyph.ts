/** `homoglyph`: a letter of another script that looks like a Latin one: `gіt` is not `git` (Boucher and Anderson, "Trojan Source", 2021). */
import type { Fault, LintSubject, TextLint } from "../lint.js";
import { type Lookalike, lookalikesIn } from "../lookalikes.js";
import { type WrittenName, writtenNames } from "../written-names.js";

export const homoglyph: TextLint = {
	name: "homoglyph",
	family: "text",
	severity: "error",
	summary: "a letter or a dash looks like another, so that a name is not the one that people read",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		writtenNames(subject).flatMap((name): readonly Fault[] => {
			// Nearly every name is plain.
			if (!/[^\0-\x7f]/.test(name.text)) return [];
			const found = lookalikesIn(name);
			const [first] = found;
			return first === undefined ? [] : [faultOf(name, first, found, subject)];
		}),
};

function faultOf(
	{ text, span }: WrittenName,
	{ sign, like }: Lookalike,
	found: readonly Lookalike[],
	subject: LintSubject,
): Fault {
	const meant = found.reduce((now, one) => now.replaceAll(one.sign, one.like), text);
	const code = `U+${(sign.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
	const source = subject.sources.get(span.file)?.text ?? "";
	const likes = new Map(found.map((one) => [one.sign, one.like]));
	let at = span.start;
	const edits = [...source.slice(span.start, span.end)].flatMap((one) => {
		const start = at;
		at += one.length;
		const letter = likes.get(one);
		return letter === undefined ? [] : [{ span: { ...span, start, end: at }, text: letter }];
	});
	return {
		message: `\`${text}\` is not \`${meant}\`: it has ${code} where it seems to have \`${like}\``,
		span,
		help: `write \`${meant}\``,
		...(edits.length === 0
			? {}
			: { fix: { title: `write \`${meant}\`: what is meant changes with it`, edits, safe: false } }),
	};
}
