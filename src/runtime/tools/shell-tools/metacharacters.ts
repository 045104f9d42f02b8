/** Which sign of a command line a shell would act on, so that a refusal can name it. */

/** Longer ones first. */
const signs = ["$(", "${", "$", "`", "&&", "||", "|&", "|", "&", ";", ">>", "<<", "<(", ">(", ">", "<", "\n"] as const;

/** The first sign outside of quotes; `$` and backticks count inside of double ones too. */
export function firstMetacharacter(line: string): string | undefined {
	let quote: "'" | '"' | undefined;
	for (let at = 0; at < line.length; at++) {
		const character = line[at] as string;
		if (quote === "'") {
			if (character === "'") quote = undefined;
			continue;
		}
		if (character === "\\") {
			at++;
			continue;
		}
		if (character === '"') {
			quote = quote === '"' ? undefined : '"';
			continue;
		}
		if (character === "'" && quote === undefined) {
			quote = "'";
			continue;
		}
		const sign = signs.find((one) => line.startsWith(one, at));
		if (sign !== undefined && (quote === undefined || sign.startsWith("$") || sign === "`")) return sign;
	}
	return undefined;
}

/** Does every quote of the line end? */
export function hasOpenQuote(line: string): boolean {
	let quote: string | undefined;
	for (let at = 0; at < line.length; at++) {
		const character = line[at] as string;
		if (quote === "'") {
			if (character === "'") quote = undefined;
		} else if (character === "\\") at++;
		else if (quote === '"') {
			if (character === '"') quote = undefined;
		} else if (character === "'" || character === '"') quote = character;
	}
	return quote !== undefined;
}
