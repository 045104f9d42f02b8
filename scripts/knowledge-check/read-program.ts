/** Reads one program from all that its package holds: its help, its subcommands' help, its manual pages, its completions. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "../../src/engine/knowledge/program.js";
import type { DebianPackages } from "./debian.js";
import type { NpmPackage } from "./npm.js";
import type { Listed } from "./programs.js";
import { readBashCompletion, readFishCompletion, readZshCompletion } from "./readers/completion.js";
import { readHelp } from "./readers/help.js";
import { readManual } from "./readers/man.js";
import type { SeenOption } from "./readers/spellings.js";
import { hear, hostMounts, type Mounts } from "./sandbox.js";

/** An option, and where it was seen. */
export interface ReadOption extends SeenOption {
	readonly from: string;
}

/** What was read of a program. */
export interface Reading {
	/** By the subcommand's words; the program's own by the empty text. */
	readonly usages: ReadonlyMap<string, readonly ReadOption[]>;
	/** Options that some usage has, nobody says which. */
	readonly somewhere: readonly ReadOption[];
	/** The words of subcommands, and where each was seen. */
	readonly subcommands: ReadonlyMap<string, string>;
	/** Nothing could be read at all. */
	readonly empty: boolean;
}

/** Where its files are, and how it is started. */
export interface Place {
	readonly mounts: Mounts;
	readonly argv: readonly string[];
	readonly version: string;
	readonly manuals: readonly Manual[];
	readonly completions: readonly string[];
}

interface Manual {
	readonly name: string;
	readonly path: string;
}

const mostSubcommands = 400;

export async function readListed(listed: Listed, table: Program, place: Place, root: string): Promise<Reading> {
	const whole = table.style === "long" || table.style === "go" || table.style === "find";
	const usages = new Map<string, ReadOption[]>();
	const subcommands = new Map<string, string>();
	const somewhere: ReadOption[] = [];
	const add = (usage: string, from: string, options: readonly SeenOption[]): void => {
		const list = usages.get(usage) ?? [];
		usages.set(usage, list);
		for (const option of options) list.push({ ...option, from });
	};
	const hasSubcommands = Object.keys(table.subcommands).length > 0;

	// Help.
	const calls = listed.help ?? [["--help"]];
	const asked: string[][] = [];
	for (const words of calls) {
		const seen = readHelp(await hear(place.mounts, [...place.argv, ...words], place.version), whole);
		add("", "help", seen.options);
		for (const name of seen.subcommands) {
			if (name === "help" || !hasSubcommands) continue;
			subcommands.set(name, "help");
			asked.push([name]);
		}
	}
	// Help that lists none still knows those that the table has.
	if (asked.length === 0) asked.push(...Object.keys(table.subcommands).map((words) => words.split(" ")));
	const depth = listed.depth ?? 2;
	for (let next = asked.shift(); next !== undefined && subcommands.size < mostSubcommands; next = asked.shift()) {
		if (next.length > depth || calls.length === 0) continue;
		const words = listed.more?.flatMap((word) => (word === "{}" ? (next as string[]) : [word])) ?? [...next, "--help"];
		const said = await hear(place.mounts, [...place.argv, ...words], place.version);
		const seen = readHelp(said, whole);
		const usage = next.join(" ");
		add(usage, "help", seen.options);
		// The program's own help again: it has no other for this word.
		const deeper = seen.subcommands.filter(
			(name) => name !== "help" && !(subcommands.has(name) && seen.subcommands.length > 10 && asked.length > 0),
		);
		const own = deeper.filter((name) => !subcommands.has(name));
		if (next.length < depth && (own.length > 0 || deeper.length < 10))
			for (const name of deeper) {
				const words = `${usage} ${name}`;
				if (next.includes(name) || subcommands.has(words)) continue;
				subcommands.set(words, "help");
				asked.push([...next, name]);
			}
	}

	// Manual pages.
	const main = listed.man === undefined ? listed.name : listed.man;
	for (const { name, path } of place.manuals) {
		const isMain = name === main;
		const sub =
			main !== false && !isMain && hasSubcommands && name.startsWith(`${main}-`)
				? name.slice(main.length + 1)
				: undefined;
		if (!isMain && sub === undefined) continue;
		const text = await render(root, path, place.version);
		const options = readManual(text, whole);
		if (sub !== undefined) {
			const words = subcommandOf(sub, table, subcommands);
			if (!subcommands.has(words)) subcommands.set(words, "man");
			add(words, "man", options);
		} else if (hasSubcommands) somewhere.push(...options.map((option) => ({ ...option, from: "man" })));
		else add("", "man", options);
	}

	// Completions.
	for (const path of listed.completions === false ? [] : place.completions) {
		const text = readFileSync(path, "utf8");
		const options = path.includes("/fish/")
			? readFishCompletion(text, listed.name)
			: path.includes("/zsh/")
				? readZshCompletion(text)
				: readBashCompletion(text);
		somewhere.push(...options.map((option) => ({ ...option, from: "completion" })));
	}
	const empty =
		[...usages.values()].every((list) => list.length === 0) && somewhere.length === 0 && subcommands.size === 0;
	return { usages, somewhere, subcommands, empty };
}

/** `docker-container-ls` is `container ls`; `git-cherry-pick` is one word. */
function subcommandOf(page: string, table: Program, seen: ReadonlyMap<string, string>): string {
	const spaced = page.replaceAll("-", " ");
	const words = page.split("-");
	for (let cut = words.length - 1; cut > 0; cut--) {
		const two = `${words.slice(0, cut).join("-")} ${words.slice(cut).join("-")}`;
		if (seen.has(two) || isKnown(table, two)) return two;
	}
	return seen.has(spaced) || isKnown(table, spaced) ? spaced : page;
}

function isKnown(table: Program, words: string): boolean {
	return Object.entries(table.subcommands).some(([name, { aliases }]) => name === words || aliases.includes(words));
}

/** One paragraph a line, whatever the page's own width. */
async function render(root: string, path: string, version: string): Promise<string> {
	const mounts: Mounts = path.startsWith(root)
		? [["/", root]]
		: [
				["/", root],
				["/mnt", join(path, "..")],
			];
	const inside = path.startsWith(root) ? path.slice(root.length) : join("/mnt", path.split("/").at(-1) as string);
	return hear(mounts, ["mandoc", "-T", "ascii", "-O", "width=1000", inside], version, "/usr/share/man");
}

/** Undefined where the package has no such program. */
export function placeInDebian(listed: Listed, { root, versions }: DebianPackages): Place | undefined {
	const version = versions.get(listed.pack);
	if (version === undefined) return undefined;
	const binary = listed.binary ?? listed.name;
	const folders = ["/usr/bin", "/usr/sbin", "/usr/games"];
	const path = binary.startsWith("/")
		? binary
		: folders.map((folder) => `${folder}/${binary}`).find((one) => existsSync(join(root, one)));
	if (path === undefined) return undefined;
	const names = [...new Set([listed.name, binary.split("/").at(-1) as string])];
	const completions = names.flatMap((name) => [
		`usr/share/bash-completion/completions/${name}`,
		`usr/share/fish/vendor_completions.d/${name}.fish`,
		`usr/share/zsh/vendor-completions/_${name}`,
		`usr/share/zsh/site-functions/_${name}`,
	]);
	return {
		mounts: [["/", root]],
		argv: [path],
		version: `${listed.pack} ${version}`,
		manuals: manualFolders(binary).flatMap((one) => manualsIn(join(root, one))),
		completions: completions.map((one) => join(root, one)).filter((one) => existsSync(one)),
	};
}

/** Packages that may lie beside each other in several versions have pages of their own: `/usr/lib/postgresql/15/bin/psql`. */
function manualFolders(binary: string): readonly string[] {
	const own = /^\/usr\/lib\/(.+)\/bin\/[^/]+$/.exec(binary)?.[1];
	const folders =
		own === undefined ? ["usr/share/man"] : [`usr/share/${own}/man`, `usr/lib/${own}/man`, "usr/share/man"];
	return folders.flatMap((one) => [`${one}/man1`, `${one}/man8`]);
}

export function placeInNpm(listed: Listed, { folder, name, version }: NpmPackage): Place | undefined {
	const own = join(folder, "node_modules", name);
	const { bin = {} } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as {
		bin?: string | Record<string, string>;
	};
	const file = listed.binary ?? (typeof bin === "string" ? bin : bin[listed.name]);
	if (file === undefined) return undefined;
	const path = listed.binary === undefined ? join(own, file) : join(folder, "node_modules", file);
	if (!existsSync(path)) return undefined;
	const inside = join("/package", path.slice(folder.length));
	const isScript = /^#!.*\bnode\b/.test(readFileSync(path).subarray(0, 80).toString("latin1"));
	return {
		mounts: hostMounts(folder),
		argv: isScript ? ["/node/bin/node", inside] : [inside],
		version: `${name} ${version}`,
		manuals: manualsIn(join(own, "man/man1")),
		completions: [],
	};
}

const listings = new Map<string, readonly Manual[]>();

function manualsIn(folder: string): readonly Manual[] {
	const known = listings.get(folder);
	if (known !== undefined || !existsSync(folder)) return known ?? [];
	const manuals = readdirSync(folder)
		// `cmp.1ssl` is another program's page.
		.filter((file) => /^openssl.*\.1ssl(?:\.gz)?$|\.[18](?:\.gz)?$/.test(file))
		.map((file) => ({ name: file.replace(/\.[18](?:ssl)?(?:\.gz)?$/, ""), path: join(folder, file) }));
	listings.set(folder, manuals);
	return manuals;
}
