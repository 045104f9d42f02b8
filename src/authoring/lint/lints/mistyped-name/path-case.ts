/** A folder that one path writes in other letters, small or capital, than the others: `Data/raw` beside `data/raw`. */
import type { TextLint } from "../../lint-record.js";
import { oncePerPlace, type WrittenPath, writtenPaths } from "../../reading/written-paths.js";

export const pathInOtherCase: Pick<TextLint, "check"> = {
	check: (subject) => {
		const paths = writtenPaths(subject).flatMap((list) => list.paths);
		const spellings = spellingsOf(paths);
		return oncePerPlace(
			paths.flatMap((path) => {
				const meant = meantBy(path, spellings);
				if (meant === undefined) return [];
				return [
					{
						message: `\`${path.text}\` begins otherwise than \`${meant.usual}\`, as the policy writes it elsewhere: capitals count`,
						span: path.span,
						help: `did you mean \`${meant.usual}${path.text.slice(meant.usual.length)}\`?`,
					},
				];
			}),
		);
	},
};

/** For each beginning in small letters, how it is written, and by how many different paths. */
type Spellings = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

function spellingsOf(paths: readonly WrittenPath[]): Spellings {
	const found = new Map<string, Map<string, Set<string>>>();
	for (const { text } of paths)
		for (const folder of foldersOf(text)) {
			const bySpelling = found.get(folder.toLowerCase()) ?? new Map<string, Set<string>>();
			found.set(folder.toLowerCase(), bySpelling.set(folder, (bySpelling.get(folder) ?? new Set()).add(text)));
		}
	return found;
}

/** `a/b/c` → `a`, `a/b`: folders that are written out. */
function foldersOf(text: string): readonly string[] {
	const plain = text.replace(/[*?[{\\].*$/s, "");
	return [...plain.matchAll(/\//g)].map(({ index }) => plain.slice(0, index)).filter((one) => /\w/.test(one));
}

function meantBy({ text }: WrittenPath, spellings: Spellings): { readonly usual: string } | undefined {
	for (const folder of foldersOf(text)) {
		const all = spellings.get(folder.toLowerCase());
		if (all === undefined || (all.get(folder)?.size ?? 0) !== 1) continue;
		const usual = [...all].find(([other, paths]) => other !== folder && paths.size > 1)?.[0];
		if (usual !== undefined) return { usual };
	}
	return undefined;
}
