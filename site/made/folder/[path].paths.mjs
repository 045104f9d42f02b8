/** A page for each folder that pages link to: what lies in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { linkedFiles, pagesIn, root, titleOf } from "../../pages.mjs";

/** Linked from the first page. */
const always = ["docs/harnesses", "docs/starting-points"];

export default {
	paths() {
		const linked = linkedFiles().flatMap(({ kind, path }) => (kind === "folder" ? [path] : []));
		return [...new Set([...always, ...linked])].map((path) => ({ params: { path }, content: contentOf(path) }));
	},
};

function contentOf(folder) {
	const lines = pagesIn(folder).map((path) => {
		const text = readFileSync(join(root, path), "utf8");
		const summary = /^(?!#|```|\||<|Severity)\S.*$/m.exec(text)?.[0] ?? "";
		return `- [${titleOf(text)}](/${path}): ${withoutLinks(summary)}`;
	});
	return `# ${folder}\n\n${lines.join("\n")}\n`;
}

/** A sentence of another page: its links would lead elsewhere from here. */
function withoutLinks(text) {
	return text.replaceAll(/\[((?:[^\][]|\[[^\]]*\])*)\]\([^)]*\)/g, "$1");
}
