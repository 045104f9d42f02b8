/** A table of Markdown; `others`: how columns behind the first are aligned, "" for to the left. */
export function table(heads, others, rows) {
	const line = (cells) => `| ${cells.join(" | ")} |`;
	return [
		line(heads),
		line(heads.map((_, at) => (at === 0 || others === "" ? "---" : "---:"))),
		...rows.map(line),
	].join("\n");
}
