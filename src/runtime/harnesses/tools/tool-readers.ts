/**
 * What the tools of harnesses are as commands: the forms that their records are written with, and the reading of a call by its record.
 * The facts were measured; `docs/harnesses/tools.md` lists them.
 */
import { callOptions, mcpCallName, toolCallName } from "../../../engine/request/calls.js";
import type { Hand } from "../../../language/policy/hands.js";
import type { Fields, ToolReader, ToolUse } from "../dialect/dialect.js";
import { isFields } from "../dialect/read-tool-call.js";

function reader(says: string, read: (input: Fields) => ToolUse): ToolReader {
	return Object.assign((input: Fields) => read(input), { says });
}

/** It changes nothing outside of the conversation, or what it runs is asked about by itself. */
export const nothing: ToolReader = reader("", () => ({ commands: [] }));

/** A tool that runs commands runs none with these arguments. */
export const startsNothing: ToolReader = reader("", () => ({ commands: [], startsNothing: true }));

type FileCall = "read" | "write" | "edit" | "delete";

/** `file.read PATH`: one for each path in these fields. */
export function file(call: FileCall, ...fields: readonly string[]): ToolReader {
	return reader(`\`file.${call} ${fields.join(" ")}\``, (input) => {
		const paths = textsIn(input, fields);
		if (paths === undefined) return { unclear: `it does not say which file (\`${fields[0]}\`)`, hand: "files" };
		return { commands: paths.map((path) => [`file.${call}`, path]) };
	});
}

/** The same for a list of paths under any of these names. Its items, and the arguments themselves, may be objects that hold a path in one of `fields`. */
export function paths(call: FileCall, lists: readonly string[], fields: readonly string[]): ToolReader {
	const one = file(call, ...fields);
	return reader(`\`file.${call}\` of each path in \`${lists[0]}\``, (input) => {
		const items = lists.flatMap((field) => input[field] ?? []);
		const own = items.length === 0 || fields.some((field) => field in input) ? [input] : [];
		return together(
			[...items, ...own].map((item) =>
				typeof item === "string" ? { commands: [[`file.${call}`, item]] } : one(isFields(item) ? item : {}),
			),
		);
	});
}

/** Each text in these fields is read in several ways, by what the harness makes of it. */
export function readingAs(
	readings: (text: string) => readonly string[],
	fields: readonly string[],
	one: ToolReader,
): ToolReader {
	return reader(one.says, (input) => {
		const read = fields.flatMap((field) => {
			const text = input[field];
			return typeof text === "string" ? [[field, readings(text)]] : [];
		});
		return one({ ...input, ...Object.fromEntries(read) });
	});
}

/** `file.list FOLDER`, with the part of a glob before its first wildcard. Without a folder it is the one of the call. */
export function list({ folder, glob }: { readonly folder?: string; readonly glob?: string }): ToolReader {
	return reader(`\`file.list ${folder ?? "."}\`${globSays(glob)}`, (input) =>
		lookingIn(input, folder, glob, (path) => [["file.list", path]]),
	);
}

/** `file.search PATTERN FOLDER`. */
export function search(fields: {
	readonly pattern: string;
	readonly folder?: string;
	readonly glob?: string;
}): ToolReader {
	return reader(`\`file.search ${fields.pattern} ${fields.folder ?? "."}\`${globSays(fields.glob)}`, (input) => {
		const patterns = textsIn(input, [fields.pattern]) ?? [""];
		return lookingIn(input, fields.folder, fields.glob, (path) =>
			patterns.map((pattern) => ["file.search", pattern, path]),
		);
	});
}

function globSays(glob: string | undefined): string {
	return glob === undefined ? "" : `, and where \`${glob}\` leads out of it`;
}

function lookingIn(
	input: Fields,
	folder: string | undefined,
	glob: string | undefined,
	commands: (path: string) => readonly (readonly string[])[],
): ToolUse {
	const folders =
		folder === undefined || input[folder] === undefined || input[folder] === null ? ["."] : textsIn(input, [folder]);
	if (folders === undefined) return { unclear: `its folder (\`${folder}\`) is no text`, hand: "files" };
	const globs = (glob === undefined ? [] : (textsIn(input, [glob]) ?? [])).flatMap((one) => alternatives(one));
	if (globs.length > mostAlternatives)
		return { unclear: `there is more in \`${glob}\` than can be read`, hand: "files" };
	const parts = globs.map(partsOf);
	if (parts.some(leadsUpFromAnywhere))
		return { unclear: `\`${glob}\` leads out of a folder whose name nobody knows`, hand: "files" };
	const paths = folders.flatMap((one) => {
		const from = one === "" ? "." : one;
		const deeper = parts
			.map(fixedPart)
			.filter((part) => part.startsWith("/") || part.startsWith("~") || /(?:^|\/)\.\.(?:\/|$)/.test(part));
		return [from, ...deeper.map((part) => (/^[/~]/.test(part) ? part : `${from}/${part}`))];
	});
	return { commands: [...new Set(paths)].flatMap(commands) };
}

/** More than these are not gone through. */
const mostAlternatives = 256;

/** A glob without its braces: `{../x,src}/*` is `../x/*` and `src/*`. What it is with them stays, for who takes them as they are. */
function alternatives(glob: string): readonly string[] {
	const all = [glob];
	for (let at = 0; at < all.length && all.length <= mostAlternatives; at++) {
		const [braces, inner] = /\{([^{}]*,[^{}]*)\}/.exec(all[at] as string) ?? [];
		if (braces !== undefined && inner !== undefined)
			for (const one of inner.split(",", mostAlternatives + 1))
				all.push((all[at] as string).replace(braces, () => one));
	}
	return all;
}

/** The parts of a glob between its slashes. `\.` and `[.]` are the same as `.`, so that `[.][.]/x` lies in the folder above. */
function partsOf(glob: string): readonly string[] {
	return glob.split("/").map((part) => part.replace(/\\(.?)|\[([^\]!^\\])\]/gs, (_, escaped, one) => escaped ?? one));
}

const wildcard = /[*?[{(!+@]/;

/** Does `..` stand behind a wildcard, or what may be it? Which folder that is depends on what lies there: `v*\/..` may go through a link. */
function leadsUpFromAnywhere(parts: readonly string[]): boolean {
	const first = parts.findIndex((part) => wildcard.test(part));
	return first >= 0 && parts.slice(first).some(mayBeUp);
}

/** `..`, `{..}`, `[.x][.x]`, `@(..|x)`. A `*` or `?` is no `..` to any library of globs. */
function mayBeUp(part: string): boolean {
	const plain = part.replace(/\[([^\]]*)\]/g, (_, among: string) => (/^[!^]|[-.:]/.test(among) ? "." : "x"));
	const inGroups = plain.slice(plain.indexOf("(") + 1).split(/[()|]/);
	return /^(?:\.\.|\{\.\.\})$/.test(plain) || (plain.includes("(") && inGroups.some((one) => /^\.+$/.test(one)));
}

/** The folders of a glob before its first part with a wildcard. */
function fixedPart(parts: readonly string[]): string {
	const first = parts.findIndex((part) => wildcard.test(part));
	const fixed = (first < 0 ? parts : parts.slice(0, first)).join("/");
	return fixed === "" && parts[0] === "" && parts.length > 1 ? "/" : fixed;
}

/** `web.fetch URL` for each address in these fields. */
export function fetching(...fields: readonly string[]): ToolReader {
	return reader(`\`web.fetch ${fields.join(" ")}\``, (input) => {
		const addresses = textsIn(input, fields);
		if (addresses === undefined) return { unclear: `it does not say which address (\`${fields[0]}\`)`, hand: "web" };
		return { commands: addresses.map((address) => ["web.fetch", address]) };
	});
}

/**
 * `web.fetch URL` for each address that stands in a text of these fields: whatever begins with a scheme, up to the next blank, and what a word, or the whole text, is to who takes it
 * for an address. `also`: what the harness makes of an address.
 */
export function fetchingFromText(
	fields: readonly string[],
	also: (address: URL) => string | undefined = () => undefined,
): ToolReader {
	return reader(`\`web.fetch\` of each address in \`${fields.join("`, `")}\``, (input) => {
		const texts = textsIn(input, fields) ?? [];
		const found = new Set<string>();
		for (const text of texts)
			for (const word of new Set([text, ...text.split(/\s+/)])) {
				const whole = webAddress(word);
				for (const address of addressesIn(word)) found.add(address);
				// A word that begins just so is found already.
				if (whole !== undefined && !word.startsWith(`${whole.protocol}//${whole.hostname}`)) found.add(whole.href);
				const other = whole && also(whole);
				if (other !== undefined) found.add(other);
			}
		return found.size === 0
			? { unclear: `there is no address in \`${fields[0]}\``, hand: "web" }
			: { commands: [...found].map((address) => ["web.fetch", address]) };
	});
}

/** Each address that begins in a word: of one in another both may be what is fetched. */
function addressesIn(word: string): readonly string[] {
	if (/\s/.test(word)) return [];
	const plain = word.replace(/[)\]}>"'`,;]+$/, "");
	return [...plain.matchAll(/[a-z][a-z0-9+-]*:\/\//gi)].map(({ index }) => plain.slice(index));
}

/** What browsers and harnesses make of a text: `https:/evil.example/?x=://` is an address, too. */
function webAddress(text: string): URL | undefined {
	try {
		const address = new URL(text);
		return /^https?:$/.test(address.protocol) ? address : undefined;
	} catch {
		return undefined;
	}
}

/** `web.search QUERY`. */
export function searchingWeb(...fields: readonly string[]): ToolReader {
	return reader(`\`web.search ${fields.join(" ")}\``, (input) => ({
		commands: [["web.search", textsIn(input, fields)?.join(" ") ?? ""]],
	}));
}

/** `agent.start NAME`, with the name that the harness takes where none is said. */
export function starting(field: string | readonly string[] | undefined, otherwise: string): ToolReader {
	const fields = field === undefined ? [] : [field].flat();
	const says =
		fields.length === 0 ? `\`agent.start ${otherwise}\`` : `\`agent.start ${fields.join(" ")}\` (or \`${otherwise}\`)`;
	return reader(says, (input) => ({
		commands: (textsIn(input, fields) ?? [otherwise]).map((name) => ["agent.start", name || otherwise]),
	}));
}

/** `agent.skill NAME`: the harness may expand it with shell that no hook sees. */
export function skill(field: string): ToolReader {
	return reader(`\`agent.skill ${field}\``, (input) => ({
		commands: [["agent.skill", textsIn(input, [field])?.[0] ?? ""]],
	}));
}

/** A resource of an MCP server: a file, an address, or the server's own affair. `server`: the argument that names it; absent: it stands before the address. */
export function resource(server?: string): ToolReader {
	return reader("`mcp.SERVER.resource --uri=uri`, and `file.read` or `web.fetch` of such an address", (input) => {
		const given = textsIn(input, ["uri"])?.[0];
		if (given === undefined) return { unclear: "it does not say which resource (`uri`)", hand: "mcp" };
		const [, before, behind] = /^([^:/]+):(.+:.*)$/s.exec(given) ?? [];
		const name = server === undefined ? before : textsIn(input, [server])?.[0];
		if (name === undefined) return { unclear: `it does not say of which server \`${given}\` is`, hand: "mcp" };
		const address = server === undefined ? (behind ?? "") : given;
		return { commands: resourceCommands(name, address) };
	});
}

/** A resource is the server's own affair, and where its address is one of a file or of the web, that as well. */
export function resourceCommands(server: string, address: string): readonly (readonly string[])[] {
	const own = [mcpCallName(server, "resource"), `--uri=${address}`];
	const path = pathOfFileUrl(address);
	if (path !== undefined) return [own, ["file.read", path]];
	return /^[\0-\x20]*https?:/i.test(address) ? [own, ["web.fetch", address]] : [own];
}

/** `file:///a%20b` → `/a b`. */
export function pathOfFileUrl(address: string): string | undefined {
	// What an address begins with and breaks its lines with, whoever reads it leaves out.
	const plain = address.replace(/^[\0-\x20]+|[\t\n\r]/g, "");
	if (!/^file:/i.test(plain)) return undefined;
	try {
		return decodeURIComponent(new URL(plain).pathname);
	} catch {
		return plain.slice("file:".length);
	}
}

/** Several readings of one call: all that they say. */
export function both(...readers: readonly ToolReader[]): ToolReader {
	return reader(saysOf(readers, "; "), (input) => together(readers.map((one) => one(input))));
}

/** All of these; unclear where one of them is. */
export function together(uses: readonly ToolUse[]): ToolUse {
	const unclear = uses.find((use) => "unclear" in use);
	return unclear ?? { commands: uses.flatMap((use) => ("commands" in use ? use.commands : [])) };
}

function saysOf(readers: readonly ToolReader[], between: string): string {
	return readers
		.map(({ says }) => says)
		.filter((says) => says !== "")
		.join(between);
}

/** Only where one of these fields is there. */
export function where(fields: readonly string[], then: ToolReader, otherwise: ToolReader = nothing): ToolReader {
	const says = `with \`${fields.join("` or `")}\`: ${then.says === "" ? "nothing" : then.says}`;
	return reader(otherwise.says === "" ? says : `${says}, else ${otherwise.says}`, (input) =>
		(fields.some((field) => input[field] !== undefined && input[field] !== null) ? then : otherwise)(input),
	);
}

/** By the fields that are there: of several, all, since nobody says which of them the harness heeds. Of none, it is unclear as the first one is. */
export function whichever(readers: Readonly<Record<string, ToolReader>>): ToolReader {
	const says = Object.entries(readers).map(([field, one]) => `with \`${field}\`: ${one.says}`);
	return reader(says.join("; "), (input) => {
		const there = Object.entries(readers).filter(([field]) => input[field] !== undefined && input[field] !== null);
		return together((there.length > 0 ? there : Object.entries(readers).slice(0, 1)).map(([, one]) => one(input)));
	});
}

/** By what this field says, for tools that do several things: `command: "view"`. */
export function byValue(
	field: string,
	readers: Readonly<Record<string, ToolReader>>,
	otherwise: ToolReader,
): ToolReader {
	const cases = Object.entries(readers).map(
		([value, { says }]) => `${says === "" ? "nothing" : says} where \`${field}\` is \`${value}\``,
	);
	return reader([...cases, `else ${otherwise.says === "" ? "nothing" : otherwise.says}`].join("; "), (input) => {
		const value = input[field];
		const one = typeof value === "string" && Object.hasOwn(readers, value) ? readers[value] : undefined;
		return (one ?? otherwise)(input);
	});
}

/** A file, or an address: `file.read` or `web.fetch`. */
export function located(field: string): ToolReader {
	return reader(`\`file.read ${field}\`, or \`web.fetch ${field}\` for an address`, (input) => {
		const places = textsIn(input, [field]);
		if (places === undefined) return { unclear: `it does not say which file (\`${field}\`)`, hand: "files" };
		return {
			commands: places.map((place) =>
				/^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(place)
					? ["web.fetch", place]
					: ["file.read", pathOfFileUrl(place) ?? place],
			),
		};
	});
}

/** For each object in a list: `files[].path`. */
export function each(field: string, one: ToolReader): ToolReader {
	return reader(`of each of \`${field}\` ${one.says}`, (input) => {
		const value = input[field];
		const items = Array.isArray(value) ? value : [value];
		return together(items.map((item) => one(isFields(item) ? item : {})));
	});
}

/**
 * The patch that `apply_patch` takes: `*** Add File: P`, `*** Update File: P` with `*** Move to: Q`, `*** Delete File: P`, many in one.
 * What holds no such line is no patch that it would take.
 */
export function patch(...fields: readonly string[]): ToolReader {
	const says = `\`file.write\`, \`file.edit\`, \`file.move\` or \`file.delete\` for each file of the patch \`${fields[0]}\``;
	return reader(says, (input) => {
		const use = together((textsIn(input, fields) ?? []).map(patchUse));
		return "commands" in use && use.commands.length === 0
			? { unclear: "it holds no patch that names a file", hand: "files" }
			: use;
	});
}

/** The patch in a line of shell that starts `apply_patch`, which some harnesses run by themselves. */
export function patchInShell(field: string): ToolReader {
	const { says } = patch(field);
	return reader(`${says}, where it starts \`apply_patch\``, (input) => {
		const script = input[field];
		return typeof script === "string" && /\bapply_?patch\b/.test(script) ? patchUse(script) : { commands: [] };
	});
}

/**
 * Harnesses part a patch into lines by rules of their own, and look at a line with or without what is white around it: Codex with Rust's `lines` and `trim`, opencode and Copilot CLI
 * with JavaScript's `split` and `trim`, OpenHands with Python's. A line that may be one of `***` to any of them has to be so to all.
 */
function patchUse(text: string): ToolUse {
	const commands: string[][] = [];
	let updated: string | undefined;
	for (const line of text.split(/\r?\n/)) {
		if (
			!line.split(lineBreaks).some((piece) => starred.test(piece)) ||
			/^[ \t]*\*\*\* (?:Begin Patch|End Patch|End of File)[ \t]*$/.test(line)
		)
			continue;
		const [, act, path = ""] = /^[ \t]*\*\*\* (Add File|Update File|Delete File|Move to): ?(.+)$/s.exec(line) ?? [];
		if (act === undefined || path !== path.trim() || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path))
			return { unclear: "it holds a line with `***` that harnesses may read in several ways", hand: "files" };
		if (act === "Move to") {
			if (updated !== undefined) commands.push(["file.move", updated, path]);
			commands.push(["file.write", path]);
			continue;
		}
		updated = path;
		commands.push([act === "Add File" ? "file.write" : act === "Update File" ? "file.edit" : "file.delete", path]);
	}
	return { commands };
}

/** What some take for the end of a line: a carriage return alone, those of Unicode (U+0085, U+2028, U+2029), and Python's (U+001C). */
const lineBreaks = /[^\P{Cc}\t]|[\p{Zl}\p{Zp}]/u;
/** It begins with `*** `, without what is white or can't be seen. */
const starred = /^[\p{C}\p{Z}]*\*\*\*[\p{C}\p{Z}]/u;

/** A tool of an MCP server, with its arguments as options. */
export function mcpUse(server: string, tool: string, input: Fields): ToolUse {
	return withOptions(mcpCallName(server, tool), input, "mcp");
}

/** What no record knows. */
export function unknownTool(name: string, input: Fields): ToolUse {
	return withOptions(toolCallName(name), input, "tools");
}

/** A tool that a record knows and no command of ours says: `tool.NAME` with its arguments. */
export function other(name: string): ToolReader {
	return reader(`\`${toolCallName(name)}\``, (input) => unknownTool(name, input));
}

function withOptions(name: string, input: Fields, hand: Hand): ToolUse {
	const options = callOptions(input);
	return options === undefined
		? { unclear: "its arguments are more than can be read", hand }
		: { commands: [[name, ...options]] };
}

/** The texts of all of these fields that are there, of lists each: which of several a tool takes, nobody says. Undefined for none, and for what is no text. */
function textsIn(input: Fields, fields: readonly string[]): readonly string[] | undefined {
	const values = fields.map((one) => input[one]).filter((value) => value !== undefined && value !== null);
	const texts = values.flat();
	return texts.length > 0 && texts.every((one) => typeof one === "string") ? (texts as string[]) : undefined;
}
