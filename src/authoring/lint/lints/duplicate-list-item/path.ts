/** A list names one path twice. */
import type { TextLint } from "../../lint-record.js";
import { pathShape, shapeKey } from "../../powers/path-shape.js";
import { elementDeletion } from "../../reading/part-deletion.js";
import { type WrittenPaths, writtenPaths } from "../../reading/written-paths.js";

export const duplicatePath: Pick<TextLint, "check"> = {
	check: (subject) =>
		writtenPaths(subject).flatMap((list) =>
			repeated(list).map(({ place, before }) => {
				const word = list.words[place] as WrittenPaths["words"][number];
				const edit = elementDeletion(
					list.words.map(({ span }) => span),
					place,
					subject,
				);
				const text = word.kind === "set" ? `@${word.text}` : word.text;
				return {
					message: `\`${text}\` is in this list already`,
					span: word.span,
					labels: [{ span: before, message: "here" }],
					help: "take one of them out",
					...(edit === undefined
						? {}
						: { fix: { title: `take the second \`${text}\` out`, edits: [edit], safe: true } }),
				};
			}),
		),
};

interface Repeated {
	readonly place: number;
	readonly before: WrittenPaths["span"];
}

/** Words of which everything was said before them, in the list or in a set that it names. */
function repeated({ words, paths }: WrittenPaths): readonly Repeated[] {
	const first = new Map<string, WrittenPaths["span"]>();
	const found: Repeated[] = [];
	for (const [place, word] of words.entries()) {
		const keys =
			word.kind === "set"
				? [`${word.negated} @${word.text}`]
				: paths.filter((one) => one.place === place).map((one) => `${one.negated} ${shapeKey(pathShape(one))}`);
		for (const key of keys) {
			const before = first.get(key);
			if (before === undefined) first.set(key, word.span);
			else found.push({ place, before });
		}
	}
	return found;
}
