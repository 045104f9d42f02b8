/** A word as every shell reads it. Between single quotes a backslash is one everywhere, but for fish before another one, a quote and the end: there it stands outside. */
export function quoted(word: string): string {
	if (/^[\w@%+=:,./-]+$/.test(word)) return word;
	return `'${word.replaceAll(/'|\\(?=[\\']|$)/g, (sign) => `'\\${sign}'`)}'`;
}
