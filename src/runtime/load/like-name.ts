/** Does a name fit one of these patterns, in which `*` stands for any text? */
export const isLikeOne = (name: string, patterns: readonly string[]): boolean =>
	patterns.some((pattern) => isLike(name, pattern));

function isLike(name: string, pattern: string): boolean {
	const [first = "", ...parts] = pattern.split("*");
	if (parts.length === 0) return name === pattern;
	const last = parts.pop() as string;
	if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
	let at = first.length;
	const end = name.length - last.length;
	for (const part of parts) {
		const found = name.indexOf(part, at);
		if (found < 0 || found + part.length > end) return false;
		at = found + part.length;
	}
	return true;
}
