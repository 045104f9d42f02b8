/** The text of the policy, line by line, so that whatever the report says can be looked up in it. */

import { lineText } from "../../language/source/line-text.js";
import { element, type Markup, together } from "./markup.js";
import { leftOut } from "./matrix.js";
import { lineAnchor } from "./page/anchors.js";
import { shownFiles } from "./places.js";
import type { Study } from "./study.js";

export function sourcesSection(study: Study): Markup {
	const { tree, loaded } = study;
	const shown = shownFiles(study);
	return together(
		...shown.flatMap((file) => {
			const source = loaded.sources.get(file);
			if (source === undefined) return [];
			const lines = source.lineStarts.map((_, index) => index + 1);
			// Behind the last line break there is no line.
			if (lines.length > 1 && lineText(source, lines.length) === "") lines.pop();
			return [
				element(
					"details",
					{ class: "file", open: shown.length === 1 },
					element("summary", {}, file),
					element(
						"pre",
						{ class: "lines", tabindex: 0, "aria-label": file },
						...lines.map((line) =>
							element(
								"span",
								{ id: lineAnchor(tree.files, file, line), "data-line": line },
								lineText(source, line).replaceAll("\t", "  "),
							),
						),
					),
				),
			];
		}),
		leftOut(tree.files.length - shown.length, "file"),
	);
}
