/** Reads audit settings: a file that says where decisions go on record, how the log is kept and what is masked. */
import { closeSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { readTree, type TextNode, type YamlNode } from "../../language/syntax/yaml/yaml-tree.js";
import { readPolicyText } from "../load/read-file.js";
import type { AuditSettings } from "./audit.js";
import type { AuditFile } from "./log.js";
import { maskOf } from "./mask.js";
import { bytesOf, openPart } from "./parts.js";
import { type AuditTarget, namesSettings } from "./sinks.js";

/** Audit settings, with the log that they name. */
export interface ReadSettings extends AuditSettings {
	readonly log?: AuditFile;
}

/** Why settings can't be used. */
export interface SettingsFault {
	readonly fault: string;
	readonly help: string;
}

/** What is said to a library: places for records, files of settings among them. Throws an `Error` for settings that can't be used. */
export function settingsFor(to: readonly AuditTarget[], mask: readonly string[] = []): AuditSettings {
	const read = to.map((target): AuditSettings => {
		if (typeof target !== "string" || !namesSettings(target)) return { to: [target] };
		const settings = readAuditSettings(target);
		if ("fault" in settings)
			throw new Error(`the audit settings \`${target}\` can't be used: ${settings.fault}; ${settings.help}`);
		return settings;
	});
	const machine = read.find((one) => one.machine !== undefined)?.machine;
	return {
		...(machine === undefined ? {} : { machine }),
		to: read.flatMap((one) => one.to),
		mask: [...mask, ...read.flatMap((one) => one.mask ?? [])],
		files: read.flatMap((one) => one.files ?? []),
	};
}

/** The settings in a file, and which files they lie in: their own, and that of the key. */
export function readAuditSettings(path: string): ReadSettings | SettingsFault {
	const read = readPolicyText(path);
	if ("message" in read) return { fault: read.message, help: read.help };
	const tree = readTree(path, read.text);
	const [error] = tree.diagnostics;
	if (error !== undefined) return { fault: error.message, help: error.help ?? "write it as YAML" };
	const { root } = tree.value;
	if (root?.kind !== "mapping") return { fault: "they are no mapping", help: "begin with `file: log.jsonl`" };
	const said = new Map<string, YamlNode>();
	for (const { key, value } of root.entries) {
		if (!(keys as readonly string[]).includes(key.text))
			return {
				fault: `\`${key.text}\` is no audit setting`,
				help: didYouMean(key.text, keys) ?? `there are ${keys.map((one) => `\`${one}\``).join(", ")}`,
			};
		if (said.has(key.text)) return { fault: `\`${key.text}\` is said twice`, help: "leave one of them" };
		said.set(key.text, value);
	}
	try {
		const settings = settingsOf(said, dirname(resolve(path)));
		return { ...settings, files: [resolve(path), ...(settings.files ?? [])] };
	} catch (error) {
		if (error instanceof Wrong) return { fault: error.message, help: error.help };
		throw error;
	}
}

const keys = ["file", "size", "keep", "key", "stdout", "mask", "machine"] as const;
type Key = (typeof keys)[number];

/** What ends the reading. */
class Wrong extends Error {
	constructor(
		message: string,
		readonly help: string,
	) {
		super(message);
	}
}

function settingsOf(said: ReadonlyMap<string, YamlNode>, folder: string): ReadSettings {
	const file = textSetting(said, "file");
	const size = sizeOf(textSetting(said, "size"));
	const keep = keepOf(textSetting(said, "keep"));
	const keyFile = textSetting(said, "key");
	const key = keyIn(keyFile, folder);
	const mask = masksOf(said.get("mask"));
	const machine = textSetting(said, "machine");
	const stdout = said.get("stdout");
	if (stdout !== undefined && stdout.kind !== "flag")
		throw new Wrong("`stdout` is true or false", "write `stdout: true`");
	const toOutput = stdout?.value === true;
	if (file === undefined && !toOutput) throw new Wrong("they name no place", "write `file: log.jsonl`");
	if (file === undefined && (size ?? keep ?? key) !== undefined)
		throw new Wrong("`size`, `keep` and `key` are of a file", "write `file: log.jsonl`");
	const log: AuditFile | undefined =
		file === undefined
			? undefined
			: {
					file: from(folder, file),
					...(size === undefined ? {} : { size }),
					...(keep === undefined ? {} : { keep }),
					...(key === undefined ? {} : { key }),
				};
	return {
		to: [...(log === undefined ? [] : [log]), ...(toOutput ? ["-"] : [])],
		...(log === undefined ? {} : { log }),
		...(mask === undefined ? {} : { mask }),
		...(machine === undefined ? {} : { machine }),
		...(keyFile === undefined ? {} : { files: [from(folder, keyFile)] }),
	};
}

function textSetting(said: ReadonlyMap<string, YamlNode>, key: Key): string | undefined {
	const node = said.get(key);
	if (node === undefined) return undefined;
	if (node.kind === "text" && node.text !== "") return node.text;
	throw new Wrong(`\`${key}\` is a text`, examples[key]);
}

const examples: Readonly<Record<Key, string>> = {
	file: "for example `file: ~/.bylaw/log.jsonl`",
	size: "for example `size: 64MiB`",
	keep: "for example `keep: 10`",
	key: "for example `key: /etc/bylaw/audit.key`",
	stdout: "for example `stdout: true`",
	mask: "for example `mask: [--pin, ACME-*]`",
	machine: "for example `machine: laptop-4711`",
};

/** Bytes. */
function sizeOf(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const found = /^(?<count>\d{1,12})(?<unit>KiB|MiB|GiB)?$/.exec(text)?.groups;
	const bytes = Number(found?.count) * (units[found?.unit ?? ""] ?? 1);
	if (found !== undefined && Number.isSafeInteger(bytes) && bytes > 0) return bytes;
	throw new Wrong(`\`${text}\` is no size of a file`, examples.size);
}

const units: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

function keepOf(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
	throw new Wrong(`\`${text}\` is no number of files`, examples.keep);
}

/** The key in a file: its bytes, without line breaks at their end. Whoever waits for an answer is never kept waiting by a pipe or a device in its place. */
export function readAuditKey(path: string): Buffer | SettingsFault {
	let bytes: Buffer;
	try {
		const descriptor = openPart(path);
		try {
			bytes = bytesOf(descriptor, 0, longestKey + 1);
		} finally {
			closeSync(descriptor);
		}
	} catch (error) {
		return {
			fault: `the key \`${path}\` can't be read (${(error as NodeJS.ErrnoException).code ?? "unknown reason"})`,
			help: "check the path and its permissions",
		};
	}
	if (bytes.length > longestKey)
		return {
			fault: `the key \`${path}\` is longer than ${longestKey} bytes`,
			help: "name the file that holds the key",
		};
	let end = bytes.length;
	while (end > 0 && (bytes[end - 1] === 10 || bytes[end - 1] === 13)) end--;
	if (end >= shortestKey) return bytes.subarray(0, end);
	return {
		fault: `the key \`${path}\` is shorter than ${shortestKey} bytes`,
		help: `make one: \`openssl rand -hex 32 > ${path}\``,
	};
}

/** Bytes. */
const shortestKey = 16;
const longestKey = 65_536;

function keyIn(path: string | undefined, folder: string): Buffer | undefined {
	if (path === undefined) return undefined;
	const key = readAuditKey(from(folder, path));
	if ("fault" in key) throw new Wrong(key.fault, key.help);
	return key;
}

function masksOf(node: YamlNode | undefined): readonly string[] | undefined {
	if (node === undefined) return undefined;
	const items = node.kind === "list" ? node.items : [node];
	if (!items.every((one): one is TextNode => one.kind === "text"))
		throw new Wrong("`mask` is a list of texts", examples.mask);
	const masks = items.map(({ text }) => text);
	try {
		maskOf(masks);
	} catch (error) {
		if (error instanceof TypeError) throw new Wrong(`in \`mask\`, ${error.message}`, examples.mask);
		throw error;
	}
	return masks;
}

/** Paths are from the folder of the settings. */
function from(folder: string, path: string): string {
	return resolve(folder, path.replace(/^~(?=\/)/, homedir()));
}
