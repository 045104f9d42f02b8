/** The settings of a machine's rules (`NAME.bundle.json`): where they come from, and where it is kept what is known of them. `--rules` names this file. */
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readPolicyText } from "./read-file.js";

export interface BundleSettings {
	/** The file itself. All paths are absolute. */
	readonly file: string;
	/** Where the signed repository is: an address, or a folder as `file:`. It ends in `/`. */
	readonly from: string;
	/** `stable`, or `payments/stable` of a team. */
	readonly channel: string;
	/** The file with the root that is trusted from the start. */
	readonly root: string;
	/** The folder of the refresher: what is active, and what it was verified by. */
	readonly state: string;
	/** The folder of what was seen at the highest and latest. */
	readonly floor: string;
	/** The decision log that a release is compared by before it is active. */
	readonly log?: string;
	/** How much of it a release may answer less or more strictly: `1%`. */
	readonly looser?: string;
	readonly stricter?: string;
}

/** Why something of a bundle can't be used, and what to do. */
export interface BundleFault {
	readonly fault: string;
	readonly help: string;
}

/** Does this name mean the settings of a bundle? */
export function isBundleName(name: string): boolean {
	return name.endsWith(".bundle.json");
}

const channelForm = /^(?:[a-z][a-z0-9-]{0,63}\/)?[a-z][a-z0-9-]{0,63}$/;

/** Can a channel be called so? `stable`, `payments/stable` */
export function isChannel(name: string): boolean {
	return channelForm.test(name);
}

/** Reads the settings. */
export function readBundleSettings(name: string): BundleSettings | BundleFault {
	const file = resolve(name);
	const fault = (why: string, help: string): BundleFault => ({ fault: `these settings can't be used: ${why}`, help });
	const said = jsonIn(file, true);
	if ("fault" in said) return fault(said.fault, said.help);
	const strange = Object.keys(said.value).find((key) => !names.includes(key));
	if (strange !== undefined) return fault(`\`${strange}\` is no setting of a bundle`, `there are ${shown}`);
	const missing = names.find(
		(key) => !(optional as readonly string[]).includes(key) && typeof said.value[key] !== "string",
	);
	if (missing !== undefined) return fault(`they do not say \`${missing}\``, `say ${shown}, each as a text`);
	const odd = optional.find((key) => said.value[key] !== undefined && typeof said.value[key] !== "string");
	if (odd !== undefined) return fault(`\`${odd}\` is no text`, `say it as a text: ${examples[odd]}`);
	const { from, channel, root, state, floor, log, looser, stricter } = said.value as Readonly<Record<string, string>>;
	if (!isChannel(channel as string))
		return fault(`\`${channel}\` is no channel`, "a channel is called like `stable`, one of a team `payments/stable`");
	const bound = [looser, stricter].find((one) => one !== undefined && !/^(?:\d{1,2}(?:\.\d{1,6})?|100)%$/.test(one));
	if (bound !== undefined) return fault(`\`${bound}\` is no share`, "write for example `1%`");
	const at = (path: string): string => resolve(dirname(file), path);
	const source = sourceOf(from as string, dirname(file));
	if (source === undefined)
		return fault(`\`${from}\` is no address that can be read`, "write `https://…`, `http://…` or the path of a folder");
	return {
		file,
		from: source,
		channel: channel as string,
		root: at(root as string),
		state: at(state as string),
		floor: at(floor ?? `${state}/floor`),
		...(log === undefined ? {} : { log: at(log) }),
		...(looser === undefined ? {} : { looser }),
		...(stricter === undefined ? {} : { stricter }),
	};
}

const optional = ["floor", "log", "looser", "stricter"] as const;
const names: readonly string[] = ["from", "channel", "root", "state", ...optional];
const shown = "`from`, `channel`, `root`, `state`, and if wanted `floor`, `log`, `looser` and `stricter`";
const examples = { floor: "a folder", log: "a decision log", looser: "`0%`", stricter: "`5%`" } as const;

/** Where a repository is, as a whole address that ends in `/`; undefined for what can't be read. */
export function sourceOf(from: string, folder: string): string | undefined {
	if (/^[a-z][a-z0-9+.-]+:/i.test(from)) {
		if (!/^(?:https?|file):/i.test(from) || !URL.canParse(from)) return undefined;
		const url = new URL(from);
		url.search = "";
		url.hash = "";
		return url.href.endsWith("/") ? url.href : `${url.href}/`;
	}
	if (from === "") return undefined;
	const url = new URL("file:///");
	url.pathname = resolve(folder, from).split("/").map(encodeURIComponent).join("/");
	return `${url.href}/`;
}

/** A source as people write it. */
export function shownSource(from: string): string {
	return from.startsWith("file:") ? fileURLToPath(from).replace(/(.)\/$/, "$1") : from;
}

/** The object in a small file. `isFlat`: no name may stand in it twice. */
export function jsonIn(
	file: string,
	isFlat = false,
): { readonly value: Readonly<Record<string, unknown>> } | BundleFault {
	const read = readPolicyText(file);
	if ("message" in read) return { fault: `\`${file}\`: ${read.message}`, help: read.help };
	try {
		const value: unknown = JSON.parse(read.text);
		const twice = isFlat ? nameTwice(read.text) : undefined;
		if (twice !== undefined) return { fault: `\`${file}\` says \`${twice}\` twice`, help: "leave one of them" };
		if (isObject(value)) return { value };
	} catch {
		// Said below.
	}
	return { fault: `\`${file}\` holds no JSON object, or was cut off`, help: "put the whole file back" };
}

/** A name that stands twice in a text of JSON; programs do not agree which of the two holds. */
function nameTwice(text: string): string | undefined {
	// Strings one behind the other, so that none begins inside of another.
	const names = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)]
		.filter(([, colon]) => colon !== undefined)
		.map(([said, colon]) => JSON.parse(said.slice(0, -(colon as string).length)) as string);
	return names.find((name, at) => names.indexOf(name) < at);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
