/** The comments of a policy file with their places, in either notation. */
import { lexer } from "../../../../grammar/tokens.js";
import type { SourceFile } from "../../../language/source/source-file.js";
import type { FoundComment } from "../../../language/syntax/comments.js";
import { notationOf } from "../../../language/syntax/read-policy-file.js";
import { readTree } from "../../../language/syntax/yaml/yaml-tree.js";

/** Every comment, in the order of the text; none for a file that could not be read. */
export function commentsIn(source: SourceFile | undefined): readonly FoundComment[] {
	if (source === undefined || !source.text.includes("#")) return [];
	switch (notationOf(source.name)) {
		case "yaml":
			return readTree(source.name, source.text).value.comments.toSorted((a, b) => a.start - b.start);
		case "rules":
			return (lexer.tokenize(source.text).groups.comments ?? []).map(({ image, startOffset }) => ({
				text: image.trimEnd(),
				start: startOffset,
			}));
		case undefined:
			return [];
	}
}
