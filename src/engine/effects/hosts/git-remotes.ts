/** The addresses of a repository's remotes, out of its configuration as git reads it. What can't be read for certain can't be known. */
import type { Arguments } from "../../request/arguments/arguments.js";
import { joinPath, normalise, type World } from "../../request/paths.js";
import { hostOfRepository } from "./named-host.js";

/** Where the command runs, for what stands in files. */
export interface Surroundings {
	readonly folders: readonly (string | undefined)[];
	readonly world: World;
}

/** An address that the command talks to. `maybe`: it is one of several that may be meant. */
export interface RemoteAddress {
	readonly address: string;
	readonly maybe?: true;
}

/** One line of a configuration: `remote`, `origin`, `url`, and its value. Names of sections and keys in small letters. */
interface Setting {
	readonly section: string;
	readonly subsection: string;
	readonly key: string;
	readonly value: string;
}

/** `name`: the operand of `git push`, or undefined where there is none. */
export function remoteAddresses(
	name: string | undefined,
	args: Arguments,
	{ folders, world }: Surroundings,
): readonly RemoteAddress[] | "unknown" {
	const isClone = args.subcommand === "clone";
	if (args.options.some(({ fact, name: own }) => (fact?.names ?? [own]).some((one) => movesSettings.has(one))))
		return "unknown";
	const written = name === undefined ? undefined : hostOfRepository(name);
	const isAddress = name !== undefined && (written !== undefined || isPath(name));
	if (isClone) return isAddress && name !== undefined ? rewritten([name], globalSettings(world)) : "unknown";
	const settings = settingsOf(args, folders, world);
	if (settings === "none") return isAddress && name !== undefined ? [{ address: name }] : "unknown";
	if (settings === "unknown" || settings.some(isUnsure)) return "unknown";
	const pushes = args.subcommand === "push";
	const all = args.options.some(({ fact, name: own }) =>
		(fact?.names ?? [own]).some((one) => one === "--all" || one === "--multiple"),
	);
	if (!pushes && all) return "unknown";
	if (name !== undefined) return ofRemote(name, isAddress, settings, pushes);
	const named = defaultRemotes(settings, pushes);
	const found = named.map((one) => ofRemote(one, hostOfRepository(one) !== undefined || isPath(one), settings, pushes));
	if (found.includes("unknown")) return "unknown";
	const addresses = (found as readonly (readonly RemoteAddress[])[]).flat();
	return named.length === 1 ? addresses : addresses.map((one) => ({ ...one, maybe: true }));
}

/** Options that say where settings are, or what they are. */
const movesSettings: ReadonlySet<string> = new Set([
	"-c",
	"--config",
	"--config-env",
	"--git-dir",
	"--work-tree",
	"--namespace",
	"--super-prefix",
	"--recurse-submodules",
	"--recursive",
	"--remote-submodules",
	"--recurse-submodules-default",

	"--upload-pack",
	"--receive-pack",
	"--exec",
	"--bundle-uri",
	"--multiple",
]);

function isPath(text: string): boolean {
	return /^(?:\.{0,2}\/|\.\.?$)/.test(text);
}

/** The remotes that may be meant where none is named: whichever a branch has, and `origin`. */
function defaultRemotes(settings: readonly Setting[], pushes: boolean): readonly string[] {
	const ofBranches = settings.flatMap(({ section, key, value }) =>
		(section === "branch" && (key === "remote" || (pushes && key === "pushremote"))) ||
		(pushes && section === "remote" && key === "pushdefault")
			? [value]
			: [],
	);
	const named = settings.flatMap(({ section, subsection }) =>
		section === "remote" && subsection !== "" ? [subsection] : [],
	);
	const remotes = new Set(named);
	// With a single remote, that is meant.
	return [...new Set([...ofBranches, ...(remotes.size === 1 ? remotes : ["origin"])])];
}

function ofRemote(
	name: string,
	isAddress: boolean,
	settings: readonly Setting[],
	pushes: boolean,
): readonly RemoteAddress[] | "unknown" {
	const own = settings.filter(({ section, subsection }) => section === "remote" && subsection === name);
	if (own.some(({ key }) => !plainKeys.has(key))) return "unknown";
	const urls = own.filter(({ key }) => key === "url").map(({ value }) => value);
	const pushUrls = own.filter(({ key }) => key === "pushurl").map(({ value }) => value);
	const said = pushes && pushUrls.length > 0 ? pushUrls : pushes ? urls : urls.slice(0, 1);
	if (said.length === 0) return isAddress ? rewritten([name], settings) : "unknown";
	return rewritten(said, settings);
}

/** Of a remote: what says nothing of whom is talked to. */
const plainKeys: ReadonlySet<string> = new Set([
	"url",
	"pushurl",
	"fetch",
	"push",
	"mirror",
	"prune",
	"prunetags",
	"tagopt",
	"skipdefaultupdate",
	"skipfetchall",
	"promisor",
	"partialclonefilter",
	"gh-resolved",
	"followremotehead",
]);

/** Settings with which addresses, or the way to them, are others than they seem. */
function isUnsure({ section, subsection, key, value }: Setting): boolean {
	if (section === "include" || section === "includeif" || section === "submodule") return true;
	if (section === "extensions") return key === "worktreeconfig" && !/^(?:false|no|off|0)$/i.test(value);
	if (section === "core") return key === "sshcommand" || key === "gitproxy";
	return section === "http" && (key === "proxy" || (key === "curloptresolve" && subsection === ""));
}

/** `url.NEW.insteadOf OLD`: what begins with OLD begins with NEW. */
function rewritten(
	urls: readonly string[],
	settings: readonly Setting[] | "unknown" | "none",
): readonly RemoteAddress[] | "unknown" {
	if (settings === "unknown") return "unknown";
	const rewrites =
		settings === "none" ? [] : settings.filter(({ section, key }) => section === "url" && key.endsWith("insteadof"));
	if (urls.some((url) => rewrites.some(({ value }) => url.startsWith(value)))) return "unknown";
	return urls.map((address) => ({ address }));
}

/** The settings of the repository that the command runs in, and of its user; `none`: nothing is known of any file. */
function settingsOf(
	args: Arguments,
	outer: readonly (string | undefined)[],
	world: World,
): readonly Setting[] | "unknown" | "none" {
	const { textAt } = world;
	if (textAt === undefined) return "none";
	const [first, ...others] = outer;
	if (first === undefined || others.length > 0) return "unknown";
	let folder = first;
	for (const word of args.folders) {
		if (word.kind !== "known" || word.text.startsWith("~")) return "unknown";
		folder = joinPath(folder, word.text);
	}
	const config = configOf(normalise(folder), textAt);
	const global = globalSettings(world);
	if (config === undefined || global === "unknown" || global === "none") return "unknown";
	const own = readSettings(config);
	return own === undefined ? "unknown" : [...global, ...own];
}

function globalSettings({ textAt, home }: World): readonly Setting[] | "unknown" | "none" {
	if (textAt === undefined) return "none";
	if (home === undefined) return "unknown";
	const places = ["/etc/gitconfig", `${home}/.gitconfig`, `${home}/.config/git/config`];
	const found: Setting[] = [];
	for (const place of places) {
		const text = textAt(place);
		if (text === "none") continue;
		const read = text === "unknown" ? undefined : readSettings(text.text);
		if (read === undefined) return "unknown";
		found.push(...read);
	}
	return found;
}

/** The text of the configuration of the repository around a folder. */
function configOf(folder: string, textAt: NonNullable<World["textAt"]>): string | undefined {
	for (let at = folder; ; at = at.slice(0, at.lastIndexOf("/"))) {
		// A repository without a working tree, or one whose folder lies elsewhere: a file says where.
		if (textAt(`${at}/.git`) !== "none" && textAt(`${at}/.git/config`) === "none") return undefined;
		if (textAt(`${at}/HEAD`) !== "none" && textAt(`${at}/config`) !== "none") return undefined;
		const text = textAt(`${at}/.git/config`);
		if (text === "unknown") return undefined;
		if (text !== "none") {
			// The remotes of old versions, and settings of one working tree.
			const isPlain = textAt(`${at}/.git/commondir`) === "none" && textAt(`${at}/.git/config.worktree`) === "none";
			return isPlain ? text.text : undefined;
		}
		if (at === "") return undefined;
	}
}

/** Undefined for what is not read here for certain: lines that go on, odd quotes. */
function readSettings(text: string): readonly Setting[] | undefined {
	const found: Setting[] = [];
	let section = "";
	let subsection = "";
	for (const raw of text.split(/\r?\n/)) {
		let line = raw.trim();
		if (line === "" || /^[#;]/.test(line)) continue;
		const head = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
		if (head !== null) {
			section = (head[1] as string).toLowerCase();
			subsection = (head[2] ?? "").replace(/\\(.)/g, "$1");
			const dot = section.indexOf(".");
			if (dot >= 0) return undefined;
			line = line.slice(head[0].length).trim();
			if (line === "" || /^[#;]/.test(line)) continue;
		} else if (line.startsWith("[")) return undefined;
		const entry = /^([a-z][\w-]*)\s*(?:=\s*(.*))?$/i.exec(line);
		if (entry === null || section === "") return undefined;
		const value = readValue(entry[2]);
		if (value === undefined) return undefined;
		found.push({ section, subsection, key: (entry[1] as string).toLowerCase(), value });
	}
	return found;
}

function readValue(text: string | undefined): string | undefined {
	if (text === undefined) return "true";
	const [, quoted] = /^"([^"\\]*)"\s*(?:[#;].*)?$/.exec(text) ?? [];
	if (quoted !== undefined) return quoted;
	// Values that matter here have neither quotes nor backslashes; those that have are lines of a shell.
	if (/\\$/.test(text)) return undefined;
	return text.replace(/\s*[#;].*$/, "").trim();
}
