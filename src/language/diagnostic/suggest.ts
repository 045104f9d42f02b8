/**
 * The nearest name, for "did you mean".
 */
import type { Span } from "../source/span.js";
import type { Diagnostic } from "./diagnostic.js";

/** The candidate nearest to a mistyped name, if one is near enough: a third of its letters may differ. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
	let best: string | undefined;
	let least = Math.max(1, Math.floor(name.length / 3)) + 1;
	for (const candidate of candidates) {
		if (Math.abs(candidate.length - name.length) >= least) continue;
		const distance = edits(name.toLowerCase(), candidate.toLowerCase());
		if (distance < least) {
			least = distance;
			best = candidate;
		}
	}
	return best;
}

/** "did you mean `x`?", or a list of what there is when nothing is near and the list is short. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
	const all = [...candidates];
	const near = nearest(name, all);
	if (near !== undefined) return `did you mean \`${near}\`?`;
	return all.length > 0 && all.length <= 12 ? `there is ${all.map((one) => `\`${one}\``).join(", ")}` : undefined;
}

/** The fix that writes the name that a word is near to; none where none is. */
export function respelling(
	{ text, span }: { readonly text: string; readonly span: Span },
	candidates: Iterable<string>,
): Pick<Diagnostic, "fix"> {
	const near = nearest(text, candidates);
	const quotes = span.end - span.start - text.length;
	// With more than quotes around it, what is written differs from what it says.
	if (near === undefined || (quotes !== 0 && quotes !== 2)) return {};
	const place = { ...span, start: span.start + quotes / 2, end: span.end - quotes / 2 };
	return { fix: { title: `write \`${near}\``, edits: [{ span: place, text: near }], safe: false } };
}

/** Edits of one letter and swaps of two neighbours (Damerau 1964, in the restricted form). */
export function edits(a: string, b: string): number {
	let before: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1;
			let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + same);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
				cost = Math.min(cost, (before[j - 2] as number) + 1);
			row.push(cost);
		}
		before = last;
		last = row;
	}
	return last[b.length] as number;
}
