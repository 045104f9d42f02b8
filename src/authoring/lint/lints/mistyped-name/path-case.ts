/** A folder that one path writes in other letters, small or capital, than the others: `Data/raw` beside `data/raw`. */
import type { TextLint } from "../../lint-record.js";
import { oncePerPlace, type WrittenPath, writtenPaths } from "../../reading/written-paths.js";

export const pathInOtherCase: Pick<TextLint, "check"> = {
	check: (subject) => {
		const paths = writtenPaths(subject).flatMap((list) => list.paths);
		const spellings = spellingsOf(paths);
		const times = timesOf(paths);
		return oncePerPlace(
			paths.flatMap((path) => {
				const meant = meantBy(path, spellings) ?? wholeMeant(path, times);
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

/** For each folder of the workspace in small letters, how often each spelling of it stands alone. */
function timesOf(paths: readonly WrittenPath[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
	const found = new Map<string, Map<string, number>>();
	for (const { text } of paths) {
		if (!ofWorkspace.test(text)) continue;
		const bySpelling = found.get(text.toLowerCase()) ?? new Map<string, number>();
		found.set(text.toLowerCase(), bySpelling.set(text, (bySpelling.get(text) ?? 0) + 1));
	}
	return found;
}

const ofWorkspace = /^\.\/[\w-]+$/;

/** `./source` once, beside `./Source` again and again. */
function wholeMeant({ text }: WrittenPath, times: ReturnType<typeof timesOf>): { readonly usual: string } | undefined {
	const all = times.get(text.toLowerCase());
	if (all === undefined || all.get(text) !== 1) return undefined;
	const usual = [...all].find(([other, often]) => other !== text && often > 1)?.[0];
	return usual === undefined ? undefined : { usual };
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
