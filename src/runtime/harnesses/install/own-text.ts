/**
 * Is a text of a harness's settings the one that `rules install` writes, or that our pages tell to write? Only that is taken out, replaced, or started
 * without a question: what merely mentions `rules hook` is somebody's own.
 */
import { isAbsolute } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../../language/source/json-tree.js";
import { opencodePlugin } from "../opencode/plugin.js";
import { fileOf, type Guarding, guardScript } from "./guarded-command.js";
import { olderResidentScripts, olderScripts } from "./older-scripts.js";
import { projectProgram, tellingProject } from "./project-program.js";
import { residentOf } from "./resident-script.js";
import { quoted } from "./shell-word.js";

/** How a text of ours starts the hook. */
export interface OwnStart {
	/** The program, and the file that it runs where it is Node. */
	readonly program: readonly string[];
	/** The words behind `hook`. */
	readonly words: readonly string[];
}

/** Of a line of shell. */
function ownLine(line: string, harness: string): OwnStart | undefined {
	const [shell, option, script, name, ...guarded] = wordsIn(line) ?? [];
	if (shell === "/bin/sh" && option === "-c" && name === "rules" && script !== undefined) {
		const start = startIn(guarded, harness);
		if (isGuard(script, harness, start?.words ?? [])) return start;
	}
	const net = nets.find((one) => line.endsWith(one));
	return bareLine(net === undefined ? line : line.slice(0, -net.length), harness);
}

/** Of a line with nothing around it. */
function bareLine(line: string, harness: string): OwnStart | undefined {
	const start = startIn(wordsIn(line) ?? [], harness);
	return start !== undefined && /(?:^|\/)(?:rules|cli\.c?js)$/.test(start.program.at(-1) as string) ? start : undefined;
}

/** Of a hook in a list. */
export function ownHook(hook: Json | undefined, harness: string): OwnStart | undefined {
	if (typeof hook !== "object" || hook === null || Array.isArray(hook)) return undefined;
	const { command, bash, args, type = "command", ...others } = hook as { readonly [key: string]: Json };
	const said = command ?? bash;
	if (typeof said !== "string" || (command !== undefined && bash !== undefined) || type !== "command") return undefined;
	// What else it says may be another command, or another place to run it in.
	if (!Object.keys(others).every((key) => besides.has(key))) return undefined;
	if (args === undefined) return ownLine(said, harness);
	const words = Array.isArray(args) && args.every((word) => typeof word === "string") ? args : undefined;
	return words === undefined ? undefined : ownLine([said, ...words].map(quoted).join(" "), harness);
}

/** What a hook of ours may say besides its command. */
const besides = new Set(
	"matcher name timeout timeoutSec timeout_ms cache_ttl_seconds onFailure on_failure failClosed show_output".split(" "),
);

/** Of a whole file: a script, or a plugin. */
export function ownFile(text: string, harness: string): OwnStart | undefined {
	const listed = /\[program, \.\.\.words\] = (\[.*\]);/.exec(text)?.[1];
	if (listed !== undefined) {
		const [words, seconds] = [listOf(listed), /^\t\t\}, (\d+)_000\);$/m.exec(text)?.[1]];
		if (words === undefined || ![false, true].some((hears) => text === opencodePlugin(words, Number(seconds), hears)))
			return undefined;
		return startIn(words, harness);
	}
	const byHand = pageFiles.map((form) => form.exec(text)?.[1]).find((line) => line !== undefined);
	if (byHand !== undefined) return bareLine(byHand, harness);
	const words = wordsIn(/^set -- (.*)$/m.exec(text)?.[1] ?? "");
	if (words === undefined) return undefined;
	const start = startIn(words, harness);
	const known = scriptsFor(text, harness, start?.words ?? []);
	return known.some((script) => secondsLess(text) === secondsLess(fileOf(words, script))) ? start : undefined;
}

/** The permission with which Amp asks a program of ours, about the shell or about every tool. */
export function isAmpPermission(value: Json): boolean {
	const { to } = (value ?? {}) as { readonly [key: string]: Json };
	return (
		typeof to === "string" &&
		/(?:^|\/)rules-amp$/.test(to) &&
		["Bash", "*"].some((tool) => isDeepStrictEqual(value, { tool, action: "delegate", to }))
	);
}

/** All nets that are written around the hook. Whoever changes one puts the text of the old one into older-scripts.ts, so that it can be taken out. */
const guards: readonly Guarding[] = [
	{ answers: "json", seconds: 0 },
	{ answers: "json", seconds: 0, refusal: '{"cancel":true,"errorMessage":"the rules gave no answer"}' },
	{ answers: "json", seconds: 0, refusal: "{}" },
	{ answers: ["0"], seconds: 0 },
	{ answers: ["0", "1ask"], seconds: 0 },
];

const scripts: readonly string[] = [...guards.map(guardScript), ...olderScripts];

function isGuard(script: string, harness: string, words: readonly string[]): boolean {
	return scriptsFor(script, harness, words).some((one) => secondsLess(script) === secondsLess(one));
}

/** What may stand around these words: what asks a resident first, too, where they name its folder. `text`: where it stands. */
function scriptsFor(text: string, harness: string, words: readonly string[]): readonly string[] {
	const at = words.indexOf("--resident");
	const resident = at < 0 ? undefined : residentOf(text, harness, words[at + 1] ?? "");
	return resident === undefined
		? scripts
		: guards.flatMap((guard) => [guardScript({ ...guard, resident }), ...olderResidentScripts(text, guard, resident)]);
}

function secondsLess(text: string): string {
	return text.replace(/timeout -s KILL \d+ "\$@"/, 'timeout -s KILL 0 "$@"');
}

/** What our pages put behind the hook. */
const nets = [
	" || exit 2",
	" || { echo 'rules: no answer' >&2; exit 2; }",
	" || { echo 'rules: not allowed' >&2; exit 2; }",
];

/** The files that our pages tell to write, now and before. */
const pageFiles = [
	/^#!\/bin\/sh\n(.*) \|\| echo '\{"cancel":true,"errorMessage":"the rules gave no answer"\}'\n$/,
	/^#!\/bin\/sh\nsaid=\$\((.*)\)\ncode=\$\?\ncase \$code\$said in 0\|1ask\) exit "\$code";; \*\) exit 2;; esac\n$/,
	/^#!\/bin\/sh\n(.*)\ncode=\$\?\n\[ "\$code" -le 2 \] \|\| exit 2\nexit "\$code"\n$/,
];

function startIn(words: readonly string[], harness: string): OwnStart | undefined {
	const at = words.indexOf("hook");
	const isNode = /(?:^|\/)(?:node|nodejs|bun)$/.test(words[0] ?? "") && isAbsolute(words[1] ?? "");
	if (at !== 1 && !(at === 2 && isNode)) return undefined;
	if (words[0] === projectProgram && !tellingProject.includes(harness)) return undefined;
	const [option, name] = words.slice(at + 1);
	const isNamed = (option === "--harness" && name === harness) || option === `--harness=${harness}`;
	return isNamed ? { program: words.slice(0, at), words: words.slice(at + 1) } : undefined;
}

/** The words of a line that holds nothing but words, and the program of the project; undefined where a shell would do more with it. */
function wordsIn(line: string): readonly string[] | undefined {
	const parts = ` ${line}`.split(` ${projectProgram} `);
	if (parts.length === 2) {
		const [before, behind] = parts.map(wordsIn);
		return before === undefined || behind === undefined ? undefined : [...before, projectProgram, ...behind];
	}
	const words: string[] = [];
	for (const [piece] of line.matchAll(/(?:'[^']*'|\\'|[\w@%+=:,./-])+|[ ]+|[\s\S]/g)) {
		if (/^ +$/.test(piece)) continue;
		if (!/^(?:'[^']*'|\\'|[\w@%+=:,./-])+$/.test(piece)) return undefined;
		words.push(piece.replaceAll(/'([^']*)'|\\'/g, (quote, inside: string | undefined) => inside ?? quote.slice(1)));
	}
	return words;
}

function listOf(text: string): readonly string[] | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) && value.every((word) => typeof word === "string") ? value : undefined;
	} catch {
		return undefined;
	}
}
