/**
 * The shell's own commands that do more than their words show: some evaluate what looks like a name (`a[$(rm x)]`), some change how the rest of a
 * script is read, some set variables. From bash(1), SHELL BUILTIN COMMANDS; what evaluates was found by running it.
 */
import { byName } from "../../records/by-name.js";
import type { Word } from "../request.js";

/** What a command of the shell does to the shell itself. */
export interface BuiltinUse {
	/** Why it can't be read for certain. */
	readonly fault?: string;
	/** Variables that it sets. */
	readonly sets: readonly string[];
	/** Variables that it hands to what runs after it. */
	readonly exports: readonly string[];
}

const nothing: BuiltinUse = { sets: [], exports: [] };

/** What a command does if it is one of the shell's own; nothing for all others. */
export function builtinUse(program: string, args: readonly Word[]): BuiltinUse {
	const use = builtins.get(program);
	return use === undefined ? nothing : use(args);
}

/** Is this the name of one of the shell's own commands? */
export const isBuiltin = (name: string): boolean => shellCommands.has(name);

/** Has the shell a meaning of its own for the name where a command begins: a command of its own, or a word of its grammar? */
export const isOfShell = (name: string): boolean => isBuiltin(name) || reserved.has(name);

const reserved: ReadonlySet<string> = new Set(
	"if then else elif fi do done case esac while until for in function select time coproc".split(" "),
);

const shellCommands = new Set(
	". : [ alias bg bind break builtin caller cd chdir command compgen complete compopt continue coproc declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait".split(
		" ",
	),
);

const builtins = byName<(args: readonly Word[]) => BuiltinUse>({
	declare: declared(false),
	typeset: declared(false),
	local: declared(false),
	readonly: declared(false),
	export: declared(true),
	read: (args) => namesBehind("read", args, "aditnNpu", "ersE"),
	mapfile: (args) => namesBehind("mapfile", args, "dnOscuC", "t", "C"),
	readarray: (args) => namesBehind("readarray", args, "dnOscuC", "t", "C"),
	unset: (args) => namesBehind("unset", args, "", "fvn"),
	getopts: (args) => {
		const name = args[1];
		return name === undefined ? nothing : setting([name], "getopts");
	},
	wait: (args) => {
		const at = args.findIndex((word) => mayBeOption(word, "p"));
		if (at < 0) return nothing;
		const word = args[at] as Word;
		const name =
			word.kind === "known" && word.text.startsWith("-p") && word.text.length > 2
				? known(word.text.slice(2))
				: args[at + 1];
		return name === undefined ? fault("`wait -p` without a name") : setting([name], "wait");
	},
	printf: (args) => {
		const names: Word[] = [];
		let at = 0;
		for (; at < args.length; at++) {
			const word = args[at] as Word;
			if (word.kind !== "known") {
				if (mayBeOption(word, "v")) return fault("`printf` whose first word may be `-v`, which evaluates a name");
				break;
			}
			if (word.text === "--" || !word.text.startsWith("-v")) break;
			if (word.text.length > 2) names.push(known(word.text.slice(2)));
			else if (args[++at] !== undefined) names.push(args[at] as Word);
		}
		return setting(names, "printf -v");
	},
	let: () => fault("`let`, which evaluates its words (write `x=$((…))`)"),
	test: testUse,
	"[": (args) => {
		const last = args[args.length - 1];
		return testUse(last?.kind === "known" && last.text === "]" ? args.slice(0, -1) : args);
	},
	set: setUse,
	shopt: (args) =>
		args.every((word) => word.kind === "known" && (/^-[supq]+$/.test(word.text) || harmlessShopts.has(word.text)))
			? nothing
			: fault("`shopt`, which changes how the rest is read"),
	enable: () => fault("`enable`, which changes what names mean"),
	hash: (args) =>
		args.every((word) => word.kind === "known" && /^(?:-[rlt]+|[^-=][^=]*)$/.test(word.text))
			? nothing
			: fault("`hash`, which changes what names mean"),
	alias: (args) =>
		args.every((word) => word.kind === "known" && !word.text.includes("="))
			? nothing
			: fault("an alias, which changes what later words mean (write a function)"),
	bind: () => fault("`bind`, which may run what it is given"),
	complete: () => fault("`complete`, which may run what it is given"),
	compgen: () => fault("`compgen`, which may run what it is given"),
	compopt: () => nothing,
	fc: () => fault("`fc`, which runs earlier commands again"),
	history: (args) => (args.length === 0 ? nothing : fault("`history`, which may run earlier commands again")),
	jobs: (args) => (args.some((word) => mayBeOption(word, "x")) ? fault("`jobs -x`, which runs a command") : nothing),
	ulimit: () => nothing,
	float: () => fault("`float`, with which zsh evaluates values"),
	integer: () => fault("`integer`, with which zsh evaluates values"),
	vared: () => fault("`vared`, with which zsh evaluates a name"),
	print: (args) =>
		["f", "v", "C"].some((letter) => args.some((word) => mayBeOption(word, letter)))
			? fault("`print -f`, with which zsh evaluates its words")
			: nothing,
	...Object.fromEntries(
		["autoload", "disable", "functions", "setopt", "unsetopt", "zmodload"].map((name) => [
			name,
			() => fault(`\`${name}\`, with which zsh changes how the rest is read`),
		]),
	),
	...Object.fromEntries(
		["break", "continue", "exit", "logout", "return", "shift"].map((name) => [name, (args) => countOf(name, args)]),
	),
});

/** `exit N`: bash refuses what is no number, and zsh evaluates it. */
function countOf(program: string, [first]: readonly Word[]): BuiltinUse {
	return first?.kind === "known" && !isWhole(first.text) && first.text !== "--"
		? fault(`\`${program}\` with a word that is no number: a shell evaluates it`)
		: nothing;
}

const isNumeric = (word: Word): boolean =>
	word.kind === "known" ? /^[\d.]+$/.test(word.text) : word.kind === "unknown" && (word.digits || word.number) === true;

const isWhole = (text: string): boolean => /^[-+]?\d+$/.test(text);

/** What changes which files a glob becomes is not among them. */
const harmlessShopts = new Set("nullglob nocasematch inherit_errexit".split(" "));

const fault = (text: string): BuiltinUse => ({ fault: text, sets: [], exports: [] });

const known = (text: string): Word => ({ kind: "known", text });

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Sets these variables, whose names must be plain: a subscript is evaluated. */
function setting(names: readonly Word[], program: string): BuiltinUse {
	const sets: string[] = [];
	for (const name of names) {
		if (name.kind !== "known" || !plainName.test(name.text))
			return fault(`\`${program}\` with a name that is no plain one: a shell evaluates it`);
		sets.push(name.text);
	}
	return { sets, exports: [] };
}

/** Could the word be an option that holds this letter? */
function mayBeOption(word: Word, letter: string): boolean {
	switch (word.kind) {
		case "known":
			return /^-[^-]/.test(word.text) && word.text.includes(letter);
		case "globbed":
			return /^[-*?[{]/.test(word.pattern);
		case "unknown":
			return !word.digits && !word.number && (word.begins === undefined || word.begins.startsWith("-"));
	}
}

/** `read -r -p TEXT NAME…`: options, then names. `values`: letters with a value; `refused`: letters that run something. */
function namesBehind(program: string, args: readonly Word[], values: string, flags: string, refused = ""): BuiltinUse {
	const names: Word[] = [];
	let at = 0;
	for (; at < args.length; at++) {
		const word = args[at] as Word;
		if (word.kind !== "known") return fault(`\`${program}\` with words that can't be known`);
		if (word.text === "--") {
			at++;
			break;
		}
		if (!/^-./.test(word.text)) break;
		for (let letter = 1; letter < word.text.length; letter++) {
			const one = word.text[letter] as string;
			if (refused.includes(one) || !(values + flags).includes(one)) return fault(`\`${program} -${one}\``);
			if (!values.includes(one)) continue;
			const glued = word.text.slice(letter + 1);
			const value = glued === "" ? args[++at] : known(glued);
			if (value === undefined || (value.kind === "unknown" && value.words === "any") || value.kind === "globbed")
				return fault(`\`${program} -${one}\` with a value that can't be known`);
			if (program === "read" && "tnNuk".includes(one) && !isNumeric(value))
				return fault(`\`read -${one}\` with what may be no number: a shell evaluates it`);
			if (program === "read" && one === "a") names.push(value);
			break;
		}
	}
	return setting([...names, ...args.slice(at)], program);
}

/** `export NAME=VALUE…`: names must be plain, whatever stands in quotes; `-n` and `-i` make later values be evaluated. */
function declared(exported: boolean): (args: readonly Word[]) => BuiltinUse {
	return (args) => {
		const names: string[] = [];
		let exports = exported;
		for (const word of args) {
			const text = word.kind === "known" ? word.text : word.kind === "unknown" ? word.begins : undefined;
			if (text === undefined) return fault("a declaration of a variable whose name can't be known");
			if (/^[-+]/.test(text)) {
				if (word.kind !== "known" || !/^[-+][aAfFgprtxlu]+$/.test(text))
					return fault(`a declaration with \`${text}\`, which makes a shell evaluate values`);
				if (/^-.*x/.test(text)) exports = true;
				continue;
			}
			const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(text)?.[0];
			const rest = name === undefined ? "" : text.slice(name.length);
			if (
				name === undefined ||
				(rest !== "" && !rest.startsWith("=") && !rest.startsWith("+=")) ||
				(rest === "" && word.kind !== "known")
			)
				return fault("a declaration of a variable whose name is no plain one: a shell evaluates it");
			// `declare -a 'x=($(rm x))'` is read again.
			if (/^\+?=\(/.test(rest) || (word.kind === "unknown" && /^\+?=$/.test(rest) && args.some(hasArrayOption)))
				return fault("a declaration of an array in quotes: a shell evaluates it");
			names.push(name);
		}
		// A function that is exported is a variable of its own kind.
		const functions = args.some((word) => word.kind === "known" && /^-\w*f/.test(word.text));
		const given = functions ? names.map((name) => `BASH_FUNC_${name}%%`) : names;
		return { sets: exports || !functions ? given : [], exports: exports ? given : [] };
	};
}

const hasArrayOption = (word: Word): boolean => word.kind === "known" && /^-.*[aA]/.test(word.text);

const binary = new Set("= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef".split(" "));

/**
 * `test` evaluates one thing alone: the name behind `-v` (and `-R`). It is refused where such a name is no plain one,
 * and where an unknown word may be the `-v`, or what stands behind it.
 */
function testUse(args: readonly Word[]): BuiltinUse {
	const evaluates = fault(
		"a `test` in which an unknown word may be `-v`, which evaluates a name (quote the words, and keep to one comparison)",
	);
	const odd = args.filter((word) => word.kind !== "known" && !(word.kind === "unknown" && word.digits));
	if (odd.some((word) => (word.kind === "globbed" && !word.one) || (word.kind === "unknown" && word.words === "any"))) {
		if (args.length > 1 || odd.length > 1) return evaluates;
		return evaluates;
	}
	for (const [index, word] of args.entries()) {
		const next = args[index + 1];
		if (
			word.kind === "known" &&
			(word.text === "-v" || word.text === "-R") &&
			next !== undefined &&
			args.length !== 1
		) {
			if (next.kind !== "known" || !plainName.test(next.text))
				return fault("`test -v` with a name that is no plain one: a shell evaluates it");
		}
	}
	const terminal = args.findIndex((word) => word.kind === "known" && word.text === "-t");
	const tested = terminal < 0 || args.length < 2 ? undefined : args[terminal + 1];
	if (tested?.kind === "known" && !isWhole(tested.text) && !binary.has(tested.text))
		return fault("`test -t` with what is no number: a shell evaluates it");
	if (odd.length === 0) return nothing;
	const words = args[0]?.kind === "known" && args[0].text === "!" ? args.slice(1) : args;
	const [first, second] = words;
	if (words.length <= 1) return nothing;
	// `-f "$x"`
	if (words.length === 2) return first?.kind === "known" ? nothing : evaluates;
	// `"$x" = y`
	if (words.length === 3 && second?.kind === "known" && binary.has(second.text)) return nothing;
	const brackets = args.some((word) => word.kind === "known" && /[[$`]/.test(word.text));
	return odd.length === 1 && !brackets ? nothing : joinedTests(words) ? nothing : evaluates;
}

/** `-f "$x" -a "$y" = z`: comparisons parted by `-a` and `-o`, whose unknown words stand where only operands can. */
function joinedTests(words: readonly Word[]): boolean {
	let at = 0;
	while (at < words.length) {
		const [first, second] = [words[at], words[at + 1]];
		const isUnary = first?.kind === "known" && /^-[a-uw-zA-QS-Z]$/.test(first.text) && endsTest(words[at + 2]);
		const isBinary = second?.kind === "known" && binary.has(second.text) && endsTest(words[at + 3]);
		if (second === undefined || !(isUnary || (isBinary && words[at + 2] !== undefined))) return false;
		at += isUnary ? 3 : 4;
		// A joint wants something behind it.
		if (at === words.length) return false;
	}
	return true;
}

function endsTest(word: Word | undefined): boolean {
	return word === undefined || (word.kind === "known" && (word.text === "-a" || word.text === "-o"));
}

const harmlessModes = new Set(
	"errexit nounset pipefail xtrace verbose noglob noclobber errtrace functrace noexec monitor notify physical".split(
		" ",
	),
);

/** `set -euo pipefail`, `set -- a b`; whatever changes how words are read is refused. */
function setUse(args: readonly Word[]): BuiltinUse {
	for (let at = 0; at < args.length; at++) {
		const word = args[at] as Word;
		if (word.kind !== "known") {
			if (mayBeOption(word, "")) return fault("`set` with words that can't be known (write `set -- …`)");
			return nothing;
		}
		if (word.text === "--" || word.text === "-" || !/^[-+]/.test(word.text)) return nothing;
		if (!/^[-+][efuvxCETobmPn]+$/.test(word.text))
			return fault(`\`set ${word.text}\`, which changes how the rest is read`);
		if (!word.text.includes("o")) continue;
		const name = args[++at];
		if (name === undefined) continue;
		if (name.kind !== "known" || !harmlessModes.has(name.text))
			return fault("`set -o`, which changes how the rest is read");
	}
	return nothing;
}
