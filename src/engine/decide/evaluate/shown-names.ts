/** Hidden names that whoever leaves out hidden ones takes all the same: a line of `.gitignore` or its like that begins with `!` asks for them (`!.env`). */
import { remembered } from "../../records/remembered.js";
import { joinPath, normalise, type World } from "../../request/paths.js";
import { fits, pathIn } from "./name-patterns.js";

/** The files that say so, in the folder and in those above it. */
const places = [".ignore", ".rgignore", ".gitignore"];

/** Of more lines nobody asks what they say. */
const mostLines = 200;

/** As long as the world of one decision. */
const known = new WeakMap<World, Map<string, readonly string[]>>();

export function isShown(name: string, folder: string, world: World): boolean {
	const asked = remembered(known, world, () => new Map<string, readonly string[]>());
	const isAsked = (at: string, ask: () => readonly string[]): boolean => fits(name, remembered(asked, at, ask));
	if (isAsked("", () => askedByGit(world))) return true;
	for (let at = folder; ; at = at.slice(0, Math.max(1, at.lastIndexOf("/")))) {
		const here = at;
		if (
			isAsked(here, () => [
				...places.flatMap((one) => askedIn(pathIn(here, one), world)),
				...askedByRepository(here, world),
			])
		)
			return true;
		if (at === "/") return false;
	}
}

/** What the list says that a repository keeps to itself. In a linked work tree `.git` is a file that says where it lies, and `commondir` there where all of them share it. */
function askedByRepository(folder: string, world: World): readonly string[] {
	const { kindAt, textAt } = world;
	const own = pathIn(folder, ".git");
	if (textAt === undefined || kindAt?.(own) !== "other") return askedIn(`${own}/info/exclude`, world);
	const read = (file: string): string | undefined => {
		const found = textAt(file);
		return typeof found === "object" ? found.text.trim() : found === "none" ? "" : undefined;
	};
	const told = /^gitdir:\s*(.+)$/.exec(read(own) ?? "")?.[1];
	if (told === undefined) return ["*"];
	const linked = normalise(joinPath(folder, told));
	const shared = read(`${linked}/commondir`);
	if (shared === undefined) return ["*"];
	const kept = [linked, normalise(joinPath(linked, shared))];
	return kept.flatMap((one) => askedIn(`${one}/info/exclude`, world));
}

/** What the user's own list says: git's settings name it, or it has its usual place. */
function askedByGit(world: World): readonly string[] {
	const { home, textAt, facts } = world;
	if (textAt === undefined) return [];
	const told = facts?.variable?.("XDG_CONFIG_HOME");
	const folder = told?.startsWith("/") ? `${told}/git` : `${home}/.config/git`;
	const settings = [`${home}/.gitconfig`, `${folder}/config`].map(textAt);
	if (home === undefined || settings.includes("unknown")) return ["*"];
	const texts = settings.map((one) => (typeof one === "string" ? "" : one.text)).join("\n");
	const lists = [...texts.matchAll(/excludesfile\s*=\s*"?\s*(.*?)\s*"?\s*$/gim)].map(([, path = ""]) =>
		path.replace(/^~(?=\/)/, home),
	);
	return [`${folder}/ignore`, ...lists].flatMap((file) => (file.startsWith("/") ? askedIn(file, world) : ["*"]));
}

/** Globs for last parts of names. */
function askedIn(file: string, { textAt }: World): readonly string[] {
	const found = textAt?.(file) ?? "none";
	if (found === "none") return [];
	const lines = found === "unknown" ? [] : found.text.split("\n").filter((line) => line.startsWith("!"));
	if (found === "unknown" || lines.length > mostLines) return ["*"];
	return lines.map((line) => {
		const last =
			line
				.slice(1)
				.trimEnd()
				.split("/")
				.findLast((part) => part !== "") ?? "";
		return /^[\w.*-]+$/.test(last) ? last : "*";
	});
}
