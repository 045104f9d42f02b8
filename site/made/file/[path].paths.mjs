/** A page for each file that pages link to and that is no page itself. */
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { linkedFiles, root } from "../../pages.mjs";

const languages = {
	".rules": "rules",
	".ts": "ts",
	".json": "json",
	".jsonl": "text",
	".py": "py",
	".sql": "sql",
	".sh": "sh",
};

export default {
	paths() {
		return linkedFiles().flatMap(({ kind, path }) =>
			kind === "file" ? [{ params: { path }, content: contentOf(path) }] : [],
		);
	},
};

function contentOf(path) {
	const text = readFileSync(join(root, path), "utf8");
	const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
	const fence = "`".repeat(Math.max(3, longest + 1));
	return `# ${path}\n\n${fence}${languages[extname(path)] ?? "text"}\n${text.trimEnd()}\n${fence}\n`;
}
