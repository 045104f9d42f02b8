/** What a `.env` says of one variable. */

/** The last line that sets it. */
export function variableIn(text: string, name: string): { readonly value: string; readonly line: number } | undefined {
	const found = text.split(/\r?\n/).flatMap((line, at) => {
		const said = /^\s*(?:export\s+)?([\w.-]+)\s*[=:]\s*(.*?)\s*$/.exec(line);
		const value = said?.[2]?.replace(/^(['"`])(.*)\1(?:\s*#.*)?$/, "$2") ?? "";
		return said?.[1] === name ? [{ value, line: at + 1 }] : [];
	});
	return found.at(-1);
}

/** The names of all that it sets. */
export function variableNames(text: string): ReadonlySet<string> {
	return new Set(Array.from(text.matchAll(/^\s*(?:export\s+)?([\w.-]+)\s*[=:]/gm), ([, name]) => name as string));
}

/** Does a harness take it for a yes? In doubt it does. */
export function isTrue(value: string): boolean {
	return !/^(?:|0|false|off|no)$/i.test(value.trim());
}
