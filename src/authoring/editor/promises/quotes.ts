/** What the help of a fault quotes, and what it asks of each quote: to write it, or to take it out. */

export interface Quote {
	readonly text: string;
	/** What stands before it in the sentence, back to the quote before. */
	readonly before: string;
	readonly behind: string;
	/** The quote after it. */
	readonly next?: string;
}

export function quotesIn(help: string): readonly Quote[] {
	const parts = help.split("`");
	return parts.flatMap((text, at) =>
		at % 2 === 0
			? []
			: [
					{
						text,
						before: parts[at - 1] ?? "",
						behind: parts[at + 1] ?? "",
						...(parts[at + 2] === undefined ? {} : { next: parts[at + 2] as string }),
					},
				],
	);
}

const statementWord =
	/^(?:(?:locked|override) )*(?:allow|deny|ask|nudge|constrain|default|environment|expect|program|set|trust|syntax|import|agent|group|govern|limit|never|always)\b \S/;
const clauseWord = /^(?:with|without|only|within|touching|granting|using|except|because|note|use|id|to) \S/;

export function sortOf({ text }: Quote): "statement" | "clause" | "word" {
	return statementWord.test(text) ? "statement" : clauseWord.test(text) ? "clause" : "word";
}

/** A quote that says where something of the author's belongs: it is to be filled in, and does nothing as it stands. */
export function isTemplate({ text }: Quote): boolean {
	return / …|= …|\{ … \}|\b(?:NAME|ID|COMMAND)\b/.test(text);
}

/** Does the sentence ask to take the quote out, rather than to write it? */
export function isTaking({ before, behind }: Quote): boolean {
	return (
		/\b(?:take|leave(?: out)?|leave it out|leave them out)(?: each of them)? $/i.test(before) || /^ out\b/.test(behind)
	);
}

const keywords = /^(?:allow|ask|nudge|deny|override|locked|note|because|granting|except|within|use|exactly)$/;

/** Does the sentence ask for something? What it only mentions is not asked for. */
export function isAsked(quote: Quote): boolean {
	// What belongs into the configuration is no rule, and a word of the language alone is only named.
	if (quote.next === "bylaw.config.yaml" || keywords.test(quote.text)) return isTaking(quote);
	if (/^(?:with|without|in|of|is|are|for|as|by|through|from|where|whether) $/.test(quote.before.trimStart()))
		return false;
	return (
		sortOf(quote) !== "word" ||
		isTaking(quote) ||
		/(?:\bwrite(?: it as)?|\bmean|\bbegin with|: ?) $|: $/.test(quote.before)
	);
}

/** Is the quote only an example of what may be written? */
export function isExample({ before }: Quote): boolean {
	return /\b(?:for instance|for example|such as|as in|like)[ ,:]*$/.test(before);
}

/** What a sentence asks to take out without quoting it: the thing itself, or a part that it names. */
export function takenOut(help: string): "it" | "statement" | "comment" | "clause" | undefined {
	const found =
		/\b(?:take|leave) (it|(?:the|this|that) (?:rule|claim|line|comment|clause|condition|exception|override|option|path|word)|one of (?:them|the two|the nudges)|the wider one) out\b(?! of)/.exec(
			help,
		)?.[1];
	if (found === undefined) return undefined;
	if (/rule|claim|line|override/.test(found)) return "statement";
	if (/comment/.test(found)) return "comment";
	return /clause|condition|exception/.test(found) ? "clause" : "it";
}
