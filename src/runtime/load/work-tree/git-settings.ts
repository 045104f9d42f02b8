/** The settings of git that say what is ignored and where the work tree is, read from their files as git-config(1) has them. No program is started. */
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

export interface GitSettings {
	/** Rules of the user's own. Absolute, or from the top of the work tree. */
	readonly excludesFile?: string;
	/** Where the work tree is, if it is not around `.git`. */
	readonly workTree?: string;
	/** Capital and small letters are alike. */
	readonly ignoresCase: boolean;
	/** The length of a hash, in bytes. */
	readonly hashLength: 20 | 32;
}

/** `git`: the repository's own folder of this work tree; `common`: that of all of them. What can't be known is thrown as an error that says why. */
export function gitSettings(git: string, common: string, env: NodeJS.ProcessEnv = process.env): GitSettings {
	if (Object.keys(env).some((name) => /^GIT_(?:DIR|COMMON_DIR|WORK_TREE|INDEX_FILE)$/.test(name)))
		throw new Error("a variable of git's says where it is");
	if (
		Object.entries(env).some(([name, value]) => /^GIT_CONFIG_(?:KEY_|PARAMETERS)/.test(name) && asks.test(value ?? ""))
	)
		throw new Error("a variable of git's has its settings");
	const found = new Map<string, Value>();
	const read = (file: string): void => readSettings(file, found, { depth: 0, isSure: true });
	const ofUser = join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "git");
	read(env.GIT_CONFIG_SYSTEM ?? "/etc/gitconfig");
	for (const file of env.GIT_CONFIG_GLOBAL === undefined
		? [join(ofUser, "config"), join(homedir(), ".gitconfig")]
		: [env.GIT_CONFIG_GLOBAL])
		read(file);
	read(join(common, "config"));
	if (isTrue(found.get("extensions.worktreeconfig")?.text)) read(join(git, "config.worktree"));
	const named = known(found, "core.excludesfile");
	const workTree = known(found, "core.worktree");
	return {
		excludesFile: named === undefined ? join(ofUser, "ignore") : pathOf(named),
		...(workTree === undefined ? {} : { workTree: resolve(git, workTree) }),
		ignoresCase: isTrue(known(found, "core.ignorecase")),
		hashLength: known(found, "extensions.objectformat")?.toLowerCase() === "sha256" ? 32 : 20,
	};
}

const asks = /excludesfile|core\.worktree/i;

interface Value {
	readonly text: string | undefined;
	/** It holds on no condition. */
	readonly isSure: boolean;
}

function known(found: ReadonlyMap<string, Value>, name: string): string | undefined {
	const value = found.get(name);
	if (value?.isSure === false) throw new Error(`\`${name}\` of git's settings hangs on a condition`);
	return value?.text;
}

const isTrue = (text: string | undefined): boolean => /^(?:true|yes|on|[1-9]\d*)$/i.test(text ?? "");

function pathOf(text: string): string {
	if (text.startsWith("~/")) return join(homedir(), text.slice(2));
	if (/^(?:~|%\()/.test(text)) throw new Error(`nobody knows where \`${text}\` of git's settings is`);
	return text;
}

const mostIncludes = 10;

/** The last one of a name holds. A file that is not there says nothing. */
function readSettings(
	file: string,
	found: Map<string, Value>,
	{ depth, isSure }: { readonly depth: number; readonly isSure: boolean },
): void {
	const text = smallText(file);
	if (text === undefined) return;
	if (depth > mostIncludes) throw new Error("git's settings include each other");
	for (const [name, value] of settingsIn(text)) {
		if (name === "include.path" || /^includeif\..*\.path$/s.test(name)) {
			const path = resolve(dirname(file), pathOf(value ?? ""));
			readSettings(path, found, { depth: depth + 1, isSure: isSure && name === "include.path" });
		} else if (wanted.has(name)) found.set(name, { text: value ?? "true", isSure });
	}
}

const wanted = new Set([
	"core.excludesfile",
	"core.worktree",
	"core.ignorecase",
	"extensions.objectformat",
	"extensions.worktreeconfig",
]);

/** Names in small letters, `section.subsection.key` or `section.key`. */
function* settingsIn(text: string): Generator<readonly [string, string | undefined]> {
	let section = "";
	const lines = text.replace(/^\uFEFF/, "").replace(/\r\n/g, "\n");
	// A backslash at the end of a line goes on in the next one, and in a remark it does not.
	if (/[#;].*\\$/m.test(lines)) throw new Error("git's settings can't be read");
	for (let rest of lines.replace(/\\\n/g, "").split("\n")) {
		rest = rest.trim();
		const head = /^\[\s*([\w.-]+)(?:\s+"((?:\\.|[^"\\])*)")?\s*\]\s*(.*)$/.exec(rest);
		if (head !== null) {
			section = [head[1]?.toLowerCase(), ...(head[2] === undefined ? [] : [head[2]])].join(".");
			rest = head[3] as string;
		}
		if (rest === "" || /^[#;]/.test(rest)) continue;
		const line = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?(?:[#;].*)?$/.exec(rest);
		if (line === null) throw new Error("git's settings can't be read");
		yield [`${section}.${line[1]?.toLowerCase()}`, line[2] === undefined ? undefined : plainValue(line[2])];
	}
}

/** Without quotes, escapes and what is remarked. */
function plainValue(text: string): string {
	let value = "";
	let end = 0;
	let isQuoted = false;
	for (let at = 0; at < text.length; at++) {
		let char = text[at] as string;
		if (char === '"') {
			isQuoted = !isQuoted;
			continue;
		}
		if (!isQuoted && /[#;]/.test(char)) break;
		const isEscaped = char === "\\";
		if (isEscaped) {
			char = text[++at] ?? "";
			char = { n: "\n", t: "\t", b: "\b" }[char] ?? char;
		}
		value += char;
		if (isQuoted || isEscaped || !/\s/.test(char)) end = value.length;
	}
	return value.slice(0, end);
}

/** Bytes. */
const largestText = 1024 * 1024;

/** A text of git's own, such as its settings and rules; undefined where there is none. */
export function smallText(file: string): string | undefined {
	const stats = statSync(file, { throwIfNoEntry: false });
	if (stats === undefined || stats.isDirectory()) return undefined;
	// `/dev/null` is a usual way to have none.
	if (!stats.isFile()) return stats.isCharacterDevice() ? undefined : fail(`\`${file}\` is no file`);
	return stats.size <= largestText ? readFileSync(file, "utf8") : fail(`\`${file}\` is too large`);
}

function fail(why: string): never {
	throw new Error(why);
}
