/** Packages that lie in the project already: who runs one of them by its name talks to nobody. */
import type { Arguments } from "../request/arguments/arguments.js";
import type { World } from "../request/paths.js";

/** Is what the command runs surely installed, in each of the folders that it may start in, or above? Options with values may name another package, or another place. */
export function isInstalled(args: Arguments, folders: readonly (string | undefined)[], world: World): boolean {
	const folder = args.usage?.runs?.installed;
	if (folder === undefined || world.entriesOf === undefined || args.open || args.strange) return false;
	if (args.options.some(({ value, sure }) => value !== undefined || !sure)) return false;
	const [first] = args.operands.filter(({ canonical }) => canonical === undefined);
	if (first?.kind !== "sure" || first.word.kind !== "known" || !/^[a-z][\w.-]*$/i.test(first.word.text)) return false;
	const name = first.word.text;
	return folders.length > 0 && folders.every((one) => one !== undefined && liesAbove(one, `${folder}/${name}`, world));
}

function liesAbove(start: string, path: string, { workspace, entriesOf }: World): boolean {
	const at = path.lastIndexOf("/");
	for (let folder = start; folder === workspace || folder.startsWith(`${workspace}/`); ) {
		const entries = entriesOf?.(`${folder}/${path.slice(0, at)}`);
		if (entries !== undefined && entries !== "unknown" && [...entries].includes(path.slice(at + 1))) return true;
		folder = folder.slice(0, folder.lastIndexOf("/"));
	}
	return false;
}
