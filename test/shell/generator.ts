/**
 * Makes up shell scripts that are hard to read: every construct of bash inside every other, in odd spellings, and some with characters
 * changed until nobody can say what they mean. They run programs that do nothing (`run-in-bash.ts`), each with an argument of its own, so
 * that a command that a reader misses is seen. They end: loops are over short lists or broken off.
 */
import { type Dice, dice } from "./dice.js";
import { harm } from "./harm.js";
import { mutate } from "./mutate.js";
import { failing, type Shell, stubs, telling } from "./run-in-bash.js";

/** The script of a seed. */
export function scriptOf(seed: number, shell: Shell = "bash"): string {
	for (let attempt = 0; ; attempt++) {
		const roll = dice(seed * 64 + attempt);
		const writer = newWriter(roll, shell);
		const plain = program(writer);
		const script = roll.chance(0.3) ? mutate(plain, roll) : plain;
		if (script.length < 1500 && script !== "" && harm(script) === undefined) return script;
	}
}

/** What is being written. */
interface Writer extends Dice {
	readonly shell: Shell;
	/** How much deeper constructs may go. */
	readonly depth: number;
	/** How likely odd spellings are in this script: some are plain, some are nothing but odd. */
	readonly oddness: number;
	/** Here-documents whose bodies follow at the next line break. */
	readonly bodies: string[];
	/** Shared by all parts of a script. */
	readonly shared: { count: number; readonly functions: string[] };
	/** Inside a function of this name: it is not called, or it would never end. */
	readonly banned: readonly string[];
}

function newWriter(roll: Dice, shell: Shell): Writer {
	return {
		...roll,
		shell,
		depth: roll.pick([1, 2, 2, 3, 3, 4]),
		oddness: roll.pick([0, 0.05, 0.05, 0.15, 0.4]),
		bodies: [],
		shared: { count: 0, functions: [] },
		banned: [],
	};
}

function program(writer: Writer): string {
	const { one, chance } = writer;
	const before = chance(0.08)
		? one([3, () => "#!/bin/bash\n".replace(/\/bin\/bash/, "bash")], [1, () => "\n\n"], [1, () => "  "])
		: "";
	return before + list(writer, one([3, () => 1], [3, () => 2], [1, () => 3], [1, () => 5])) + flush(writer);
}

const deeper = (writer: Writer): Writer => ({ ...writer, depth: writer.depth - 1 });
/** For a text of its own, whose here-documents end in it. */
const apart = (writer: Writer): Writer => ({ ...writer, depth: writer.depth - 1, bodies: [] });

// Lists

/** Several commands in a row. */
function list(writer: Writer, length = writer.one([6, () => 1], [3, () => 2], [1, () => 3])): string {
	let text = "";
	for (let at = 0; at < length; at++) {
		text += andOr(writer);
		if (at + 1 < length) text += separator(writer);
	}
	return text;
}

function separator(writer: Writer): string {
	return writer.one(
		[5, () => `;${blank(writer)}`],
		[4, () => lineBreak(writer)],
		[1, () => `${blank(writer)}&${blank(writer)}`],
		[1, () => ` # ${writer.pick(["it's", '"', "$(alfa x)", "`", "<<E", "\\", ")", "done", "x"])}${lineBreak(writer)}`],
		[writer.oddness * 2, () => `;${lineBreak(writer)}${lineBreak(writer)}`],
	);
}

/** Ends a list where a reserved word or a bracket follows. */
function end(writer: Writer): string {
	return writer.bodies.length > 0
		? lineBreak(writer)
		: writer.one([3, () => "; "], [1, () => lineBreak(writer)], [0.5, () => " & "]);
}

function lineBreak(writer: Writer): string {
	return `${writer.chance(writer.oddness / 8) ? "\r" : ""}\n${writer.bodies.splice(0).join("")}`;
}

/** Bodies that are still to come; rarely they are left out, and the here-document has no end. */
function flush(writer: Writer): string {
	if (writer.bodies.length === 0) return "";
	if (writer.chance(0.04)) {
		writer.bodies.length = 0;
		return "";
	}
	return lineBreak(writer);
}

function blank(writer: Writer): string {
	return writer.chance(writer.oddness) ? writer.pick(["", "\t", "  ", " \\\n ", "\\\n", " \t "]) : " ";
}

function andOr(writer: Writer): string {
	let text = pipeline(writer);
	while (writer.chance(0.15)) {
		const line = writer.chance(0.15) ? lineBreak(writer) : "";
		text += `${blank(writer)}${writer.pick(["&&", "||"])}${blank(writer)}${line}${pipeline(writer)}`;
	}
	return text;
}

function pipeline(writer: Writer): string {
	const { chance, pick } = writer;
	let text = chance(0.06) ? pick(["! ", "time ", "time -p ", "! time ", "time ! ", "! ! ", "time -- ", "!\t"]) : "";
	text += command(writer);
	while (chance(0.12)) {
		const bar = writer.shell === "bash" && chance(0.15) ? "|&" : "|";
		text += `${blank(writer)}${bar}${chance(0.1) ? lineBreak(writer) : blank(writer)}${command(writer)}`;
	}
	return text;
}

function command(writer: Writer): string {
	if (writer.depth <= 0) return simple(writer);
	const bash = writer.shell === "bash" ? 1 : 0.15;
	return writer.one(
		[10, () => simple(writer)],
		[3, () => wrapped(writer)],
		[5, () => compound(writer) + (writer.chance(0.15) ? redirections(writer) : "")],
		[1, () => definition(writer)],
		[0.5 * bash, () => coprocess(writer)],
		[0.3, () => aliased(writer)],
	);
}

// Compound commands

function compound(writer: Writer): string {
	const inner = deeper(writer);
	const bash = writer.shell === "bash" ? 1 : 0.15;
	const body = () => ` ${list(inner)}${end(inner)}`;
	const loop = () => `do${body()}done`;
	const name = () => writer.pick(["v", "w", "v", "in", "do"]);
	const words = () => Array.from({ length: 1 + writer.below(3) }, () => word(inner)).join(" ");
	const or = () => (writer.chance(0.3) ? lineBreak(writer) : "; ");
	return writer.one<string>(
		[3, () => `(${blank(writer)}${list(inner)}${flush(inner)}${blank(writer)})`],
		[3, () => `{${writer.chance(0.2) ? "\n" : " "}${list(inner)}${end(inner)}}`],
		[
			2,
			() => {
				const middle = writer.chance(0.2) ? `elif${body()}then${body()}` : "";
				const last = writer.chance(0.4) ? `else${body()}` : "";
				return `if${body()}then${body()}${middle}${last}fi`;
			},
		],
		[2, () => `for ${name()} in ${words()}${or()}${loop()}`],
		[0.3, () => `for ${name()}${writer.pick(["; ", " ", "\n"])}${loop()}`],
		[0.3 * bash, () => `for ${name()} in ${words()}${or()}{${body()}}`],
		[
			0.7 * bash,
			() => {
				const start = writer.chance(0.3) ? substitution(inner) : "";
				const brace = writer.chance(0.3) ? `{${body()}}` : loop();
				return `for ((i=${start}0${blank(writer)};${blank(writer)}i<1; i++))${writer.pick(["; ", " ", "\n"])}${brace}`;
			},
		],
		[
			1.5,
			() => {
				const test = writer.chance(0.5) ? `${failing} ${unique(writer)}` : `${list(inner)} && false`;
				return `while ${test}; ${loop()}`;
			},
		],
		[0.7, () => `while ${list(inner)}${end(inner)}do${body()}break; done`],
		[0.7, () => `until ${simple(inner)}${end(inner)}do${body()}break${end(inner)}done`],
		[2, () => choice(inner)],
		[0.3 * bash, () => `select ${name()} in ${words()}; do${body()}break; done${writer.chance(0.5) ? " <<< 1" : ""}`],
		[1.2 * bash, () => `[[${blank(writer)}${condition(inner)}${blank(writer)}]]`],
		[1.2 * bash, () => `((${blank(writer)}${arithmetic(inner)}${blank(writer)}))`],
		[
			0.3,
			() => `((${list(inner)}${flush(inner)})${writer.pick([";", " |", " &&", " "])} (${list(inner)}${flush(inner)}))`,
		],
	);
}

function choice(writer: Writer): string {
	const gap = () => (writer.chance(0.25) ? lineBreak(writer) : " ");
	const pattern = () =>
		writer.one(
			[
				4,
				() =>
					writer.pick(["a", "*", "b*", "[ab]", "esac", "in", "?", "x|a", '"*"', "'a b'", "\\)", "''", "a | *", "if"]),
			],
			[1, () => word(writer)],
			[0.5, () => substitution(writer)],
		);
	let text = `case ${writer.chance(0.6) ? writer.pick(["a", "in", "esac", '"$v"', "$v", "a\\\n"]) : word(writer)}${gap()}in${gap()}`;
	const clauses = writer.pick([1, 1, 2, 3, 0]);
	for (let at = 0; at < clauses; at++) {
		const inside = writer.chance(0.9) ? list(writer) : "";
		const stop = at + 1 === clauses && writer.chance(0.4) ? end(writer) : "";
		const last =
			stop !== ""
				? stop
				: `${writer.bodies.length > 0 ? lineBreak(writer) : ""}${writer.pick([" ;;", ";;", ";;", ";;", ";&", ";;&"])}`;
		text += `${writer.chance(0.3) ? "(" : ""}${pattern()}${blank(writer)})${gap()}${inside}${last}${gap()}`;
	}
	return `${text}esac`;
}

function condition(writer: Writer): string {
	const operand = () =>
		writer.chance(0.4) ? word(writer) : writer.pick(["a", "b", '"a b"', "$v", '"$v"', "a*", "'('"]);
	return writer.one<string>(
		[3, () => `${operand()} ${writer.pick(["==", "!=", "=", "<", ">", "-nt"])} ${operand()}`],
		[2, () => `${writer.pick(["-n", "-z", "-e", "-f", "-v", "!"])} ${operand()}`],
		[
			1,
			() =>
				`${operand()} =~ ${writer.pick(["^(a|b)$", "a;", "[ab]+", "(a b)", "$v", '"("', "\\(", "a|b", "^a$", "(;)"])}`,
		],
		[1, () => `${operand()} =~ ^${substitution(writer)}(b|c)`],
		[
			1,
			() =>
				`${operand()} ${writer.pick(["-eq", "-lt", "-ge"])} ${writer.pick(["0", "$v", "v", "'a[$(alfa q)]'", "a[0]"])}`,
		],
		[1, () => `( ${operand()} == ${operand()}${writer.chance(0.3) ? lineBreak(writer) : " "}&& ${operand()} )`],
		[
			1,
			() => `${operand()} == ${writer.pick(["@(a|b)", "!(a)", "*(a|$(alfa p))", "+([ab])", "a\\ b", "[[:alpha:]]"])}`,
		],
		[1, () => `a == a ${writer.pick(["&&", "||"])}${writer.chance(0.3) ? lineBreak(writer) : " "}${operand()} == b`],
	);
}

function definition(writer: Writer): string {
	const { one, chance, pick, shared } = writer;
	const name = one(
		[3, () => pick(["fa", "fb", "fc"])],
		[2, () => pick(stubs)],
		[
			0.5,
			() =>
				pick([
					"echo",
					"f-x",
					"f.x",
					"iff",
					"f:",
					"test",
					"true",
					"command",
					"env",
					"ls",
					"cd",
					"[",
					"\\alfa",
					"'fq'",
					"f$v",
					"1f",
				]),
		],
	);
	const inner: Writer = { ...deeper(writer), banned: [...writer.banned, name, ...shared.functions] };
	const body = one(
		[5, () => `{ ${list(inner)}${end(inner)}}`],
		[1, () => `( ${list(inner)}${flush(inner)} )`],
		[1, () => compound(inner)],
		[0.3, () => simple(inner)],
	);
	shared.functions.push(name);
	const head = one(
		[4, () => `${name}()${chance(0.2) ? lineBreak(writer) : " "}`],
		[1, () => `${name} ( ) `],
		[writer.shell === "bash" ? 1 : 0.1, () => `function ${name} `],
		[writer.shell === "bash" ? 0.5 : 0.1, () => `function ${name}() `],
	);
	const redirect = chance(0.1) ? redirections(writer) : "";
	const call = chance(0.7) ? `${separator(writer)}${name}${chance(0.5) ? ` ${unique(writer)}` : ""}` : "";
	return head + body + redirect + call;
}

function coprocess(writer: Writer): string {
	const inner = deeper(writer);
	return writer.one(
		[2, () => `coproc ${simple(inner)}`],
		[1, () => `coproc ${compound(inner)}`],
		[1, () => `coproc NAME ${compound(inner)}`],
	);
}

/** Bash expands aliases only where it is told to, dash always, both from the next line on. */
function aliased(writer: Writer): string {
	const name = writer.pick(["al", "echo", "hotel"]);
	const on = writer.shell === "bash" ? writer.pick(["shopt -s expand_aliases", "set -o posix", ":"]) : ":";
	const value = writer.pick(["alfa", "alfa x;", "bravo ", "alfa x #", "if", "{", "env", "charlie <<E"]);
	return `${on}\nalias ${name}=${quoteText(value, writer)}${writer.pick(["\n", "\n", "; "])}${name} ${unique(writer)}`;
}

// Simple commands

function simple(writer: Writer): string {
	const { chance, pick } = writer;
	let text = "";
	while (chance(0.12)) text += `${assignment(writer)} `;
	if (chance(0.08)) text += `${redirection(writer)} `;
	if (text !== "" && chance(0.15)) return text.trimEnd();
	text += programWord(writer);
	if (chance(0.9)) text += `${blankBetween(writer)}${unique(writer)}`;
	while (chance(0.35)) text += `${blankBetween(writer)}${chance(0.15) ? redirection(writer) : word(writer)}`;
	if (chance(0.06))
		text += ` ${pick(["if", "then", "}", "{", "done", "esac", "in", "!", "time", "fi", "do", "[[", "function"])}`;
	if (chance(0.05)) text += blank(writer);
	return text;
}

/** A word by which a command is told from all others. */
function unique(writer: Writer): string {
	return `u${writer.shared.count++}`;
}

function blankBetween(writer: Writer): string {
	return writer.chance(writer.oddness) ? writer.pick(["\t", "  ", " \\\n", "\\\n ", " \t "]) : " ";
}

function programWord(writer: Writer): string {
	const { one, pick, shared, banned } = writer;
	const free = stubs.filter((name) => !banned.includes(name));
	const name = free.length > 0 ? pick(free) : "alfa";
	return one(
		[20, () => name],
		[1, () => failing],
		[1, () => telling],
		[
			1,
			() =>
				pick([
					"echo",
					":",
					"true",
					"printf '%s\\n'",
					"set --",
					"cd .",
					"export",
					"local",
					"[",
					"test",
					"read v",
					"shift",
					"unset v",
				]),
		],
		[
			1,
			() =>
				pick(["declare", "readonly", "typeset", "let", "export", "eval", "exec", "command", "builtin", "."]) +
				one([1, () => " --"], [4, () => ""]),
		],
		[
			shared.functions.length > 0 ? 2 : 0,
			() => pick(shared.functions.filter((one) => !banned.includes(one)).concat("alfa")),
		],
		[20 * writer.oddness, () => disguised(name, writer)],
		[3 * writer.oddness, () => dynamic(writer)],
		[
			writer.oddness,
			() => pick(["if", "then", "{", "}", "!", "[[", "((", "time", "in", "do", "case", "%1", "~", "-", "--"]),
		],
	);
}

/** A name that is spelled so that it does not look like itself. */
function disguised(name: string, writer: Writer): string {
	const cut = 1 + writer.below(name.length - 1);
	const [left, right] = [name.slice(0, cut), name.slice(cut)];
	return writer.pick([
		`'${name}'`,
		`"${name}"`,
		`\\${name}`,
		`${left}\\\n${right}`,
		`"${left}\\\n${right}"`,
		`${left}''${right}`,
		`${left}""${right}`,
		`${left}"${right}"`,
		`'${left}'\\${right}`,
		`$'${hex(name[0] as string)}${name.slice(1)}'`,
		`$'${left}'${right}`,
		`$"${name}"`,
		`{${name},${unique(writer)}}`,
		`${left}{${right},x}`,
		`{${left},${name}}`,
		`\\${left}${right}`,
		`${left}$'\\0'${right}`,
		`${left}[${right[0]}]${right.slice(1)}`,
		`$'${left}\\'${right}'`,
		`${left}$\\\n'${right}'`,
	]);
}

function hex(character: string): string {
	const code = character.charCodeAt(0);
	return code % 2 === 0 ? `\\x${code.toString(16)}` : `\\${code.toString(8)}`;
}

/** A program that only a run can tell: nobody can read these. */
function dynamic(writer: Writer): string {
	return writer.pick([
		"$v",
		'"$v"',
		"$(tango)",
		"`tango`",
		"${v:-bravo}",
		"${w-alfa}",
		"$v$w",
		'"$@"',
		"$1",
		"$*",
		"$(echo bravo)",
		"*",
		"?[a]",
	]);
}

function assignment(writer: Writer): string {
	const { one, chance } = writer;
	const bash = writer.shell === "bash" ? 1 : 0.15;
	const name = writer.pick(["v", "w", "a", "v"]);
	const value = () => (chance(0.15) ? "" : word(writer));
	return one(
		[5, () => `${name}=${value()}`],
		[1 * bash, () => `${name}+=${value()}`],
		[1 * bash, () => `a[${subscript(writer)}]=${value()}`],
		[1.5 * bash, () => `a${chance(0.2) ? "+" : ""}=(${arrayElements(writer)})`],
	);
}

function subscript(writer: Writer): string {
	return writer.one(
		[3, () => writer.pick(["0", "1 + 1", "v", "b[0]", "$v", "'x'"])],
		[1, () => `${substitution(writer)}0`],
		[0.3, () => `'$(${simple(writer)})'`],
	);
}

function arrayElements(writer: Writer): string {
	let text = "";
	for (let count = writer.below(4); count > 0; count--) {
		if (writer.chance(0.1)) text += `[${subscript(writer)}]=`;
		text += `${writer.chance(0.15) ? writer.pick(["if", "{", "!", "}"]) : word(writer)}${writer.chance(0.15) ? lineBreakInside(writer) : " "}`;
	}
	return text;
}

/** Between brackets of an array a line break does not begin a here-document's body. */
function lineBreakInside(writer: Writer): string {
	return writer.bodies.length > 0 ? " " : writer.pick(["\n", " # it's\n", "\n\n"]);
}

// Wrappers

function wrapped(writer: Writer): string {
	const { one, pick, chance } = writer;
	const script = () => quoteText(`${list(apart(writer))}`, writer);
	const plain = () => flat(writer);
	const bash = writer.shell === "bash" ? 1 : 0.2;
	return one<string>(
		[3, () => `eval ${chance(0.2) ? "-- " : ""}${script()}`],
		[1, () => `eval ${simple(deeper(writer))}`],
		[1, () => `eval ${flat(writer)} \\; ${flat(writer)}`],
		[
			1.5,
			() =>
				`trap ${chance(0.2) ? "-- " : ""}${script()} ${pick(["EXIT", "0", "EXIT", ...(writer.shell === "bash" ? ["ERR", "DEBUG", "RETURN"] : [])])}`,
		],
		[2, () => `command ${pick(["", "-- ", "command ", "-v ", "-V ", "eval "])}${plain()}`],
		[1 * bash, () => `builtin ${pick(["eval ", "command ", "echo ", "exec "])}${plain()}`],
		[2, () => `env ${pick(["", "v=1 ", "-u v ", "v=1 w=2 ", "-- ", "--unset=v ", "env ", "-v "])}${plain()}`],
		[0.7, () => `env ${pick(["-S", "-S ", "--split-string=", "-vS"])}${quoteText(plain(), writer)}`],
		[
			2,
			() =>
				`${pick(["echo", "printf %s"])} ${pick(["x1", "'x y'", "a b"])} | xargs ${pick(["", "-n1 ", "-I{} ", "-0 ", "-r ", "-n 1 -P 2 ", "-i ", "--max-args=1 ", "-L1 "])}${plain()}${pick(["", " {}", " {}x"])}`,
		],
		[0.4, () => `${telling} | xargs ${pick(["", "env", "sh -c", "bash", "-I% %"])}`],
		[
			1,
			() =>
				`find . ${pick(["", "-maxdepth 0 ", "-name '*' ", "-type d "])}${pick(["-exec", "-execdir"])} ${plain()} ${pick(["{} \\;", "{} +", "\\;", "';'", "{} ';'", 'x{} ";"'])}`,
		],
		[1, () => `timeout ${pick(["3", "-s KILL 3", "--signal=KILL 3", "-k 1 3", "3s"])} ${plain()}`],
		[
			1,
			() =>
				`${pick(["nice", "nice -n 1", "nice -n1", "nice -1", "nohup", "setsid -w", "stdbuf -oL", "stdbuf -o L"])} ${plain()}`,
		],
		[
			1.5,
			() =>
				`${pick(["bash", "sh"])} ${pick(["-c", "-c --", "-ec", "-e -c", "-xc"])} ${script()}${chance(0.2) ? ` ${word(writer)}` : ""}`,
		],
		[0.5, () => `exec ${pick(["", "-- ", ...(writer.shell === "bash" ? ["-a x "] : [])])}${plain()}`],
		[0.3, () => `${pick(["bash", "sh"])} ${pick(["", "-s ", "-"])}${hereDocument(deeper(writer))}`],
		[0.3, () => `echo ${quoteText(flat(writer), writer)} | ${pick(["sh", "bash", "sh -s", "bash -"])}`],
		[0.3, () => `set -- ${flat(writer)}${end(writer)}${pick(['"$@"', "$1 x", "$*", "$@"])}`],
		[
			0.3,
			() =>
				`v=${quoteText(flat(writer), writer)}${end(writer)}${pick(["$v", 'eval "$v"', '"$v"', "alfa $v", 'bash -c "$v"', "${v} x", 'alfa "$v"'])}`,
		],
	);
}

/** A command that any wrapper can start: no assignments, no redirections. */
function flat(writer: Writer): string {
	const name = writer.pick([...stubs.filter((one) => !writer.banned.includes(one)), failing]);
	const shown = writer.chance(writer.oddness) ? disguised(name, writer) : name;
	return `${shown} ${unique(writer)}${writer.chance(0.3) ? ` ${word(deeper(writer))}` : ""}`;
}

/** A text as one word, in one of several ways to quote it; a script inside may be changed by the wrong one, which is as good. */
function quoteText(text: string, writer: Writer): string {
	const single = `'${text.replaceAll("'", "'\\''")}'`;
	return writer.one(
		[5, () => single],
		[3, () => `"${text.replace(/["\\$`]/g, "\\$&")}"`],
		[1, () => `"${text.replace(/["\\]/g, "\\$&")}"`],
		[1, () => `$'${text.replace(/['\\]/g, "\\$&").replaceAll("\n", "\\n")}'`],
		[0.5, () => text.replace(/[^\w\n]/g, "\\$&").replaceAll("\n", "' '")],
	);
}

// Redirections

function redirections(writer: Writer): string {
	return ` ${redirection(writer)}${writer.chance(0.2) ? ` ${redirection(writer)}` : ""}`;
}

function redirection(writer: Writer): string {
	const { one, pick, chance } = writer;
	const bash = writer.shell === "bash" ? 1 : 0.15;
	const file = () =>
		one(
			[5, () => pick(["f1", "f2", "'f 3'", '"f4"', "-n", "f1"])],
			[1, () => (writer.depth > 0 ? word(deeper(writer)) : "f5")],
		);
	return one(
		[
			5,
			() => `${pick(["", "", "2", "1", "3"])}${pick([">", ">>", ">|", "<>", ">"])}${pick(["", " ", "\\\n"])}${file()}`,
		],
		[1, () => `<${pick(["", " "])}f1`],
		[2, () => pick(["2>&1", ">&2", "2>&-", "<&-", "1>&2", "3>&1", ">&1", "<&0", "3<&0-", "12>&1", "2>& 1"])],
		[1 * bash, () => `${pick(["&>", "&>>", ">&", ">& ", "&> "])}${file()}`],
		[0.6 * bash, () => `{${pick(["fd", "v", "a[0]", "a[$(alfa r)0]"])}}${pick([">", "<>", ">>"])}${file()}`],
		[1 * bash, () => `<<<${pick(["", " "])}${chance(0.2) ? pick(["x", "$v", "''"]) : word(writer)}`],
		[2, () => hereDocument(writer)],
		[1 * bash, () => `${pick(["<", ">"])} ${processSubstitution(writer)}`],
		[0.3, () => pick(["2&>f1", ">&-u", "<&--n", ">&1x", "2 >f1", ">f1>f2", "<<<<x", ">&$v"])],
	);
}

function hereDocument(writer: Writer): string {
	const { one, pick, chance } = writer;
	const dash = chance(0.25) ? "-" : "";
	const [written, delimiter] = one<readonly [string, string]>(
		[4, () => ["E", "E"]],
		[2, () => ["'E'", "E"]],
		[0.5, () => ['"E"', "E"]],
		[0.5, () => ["\\E", "E"]],
		[0.3, () => ['E""F', "EF"]],
		[0.3, () => ["'E F'", "E F"]],
		[0.2, () => ["$'E'", "E"]],
		[0.2, () => ["''", ""]],
		[0.2, () => ["E\\\nF", "EF"]],
		[0.2, () => ["$v", "$v"]],
		[0.2, () => ["`E`", "`E`"]],
		[0.2, () => ["$(E)", "$(E)"]],
	);
	const inner = apart(writer);
	let body = "";
	for (let lines = writer.below(3); lines > 0; lines--) {
		body += one(
			[
				3,
				() =>
					pick(
						[
							"x",
							"it's",
							'"',
							"a\\",
							"\\$(alfa q)",
							"$v",
							"# x",
							"  E",
							"E ",
							")",
							"EF",
							"x E",
							"`",
							"$(",
							"${v:-'}'}",
						].slice(0, chance(0.2) ? 99 : 13),
					),
			],
			[2, () => (inner.depth > 0 ? substitution(inner) : "y")],
			[1, () => (inner.depth > 0 ? insideDouble(inner) : "z")],
			[0.5, () => `'${inner.depth > 0 ? substitution(inner) : ""}'`],
			[0.5, () => `\t${pick(["x", "E", "$(alfa t)"])}`],
		);
		body += chance(0.05) ? "\\\n" : "\n";
	}
	writer.bodies.push(`${body}${dash !== "" && chance(0.7) ? "\t" : ""}${delimiter}${chance(0.03) ? "x" : ""}\n`);
	return `${pick(["", "", "", "0", "3"])}<<${dash}${pick(["", "", " "])}${written}`;
}

// Words

function word(writer: Writer): string {
	const parts = writer.one([6, () => 1], [2, () => 2], [1, () => 3]);
	return Array.from({ length: parts }, () => part(writer)).join("");
}

const literals = [
	"x1",
	"-n",
	"y",
	"a=b",
	"--opt=z",
	"x#y",
	"a,b",
	"%",
	"+",
	"@",
	"x:y",
	"=",
	"^",
	"é",
	"{",
	"}",
	"a{b",
	"]",
	"-",
	"1",
	".",
];

function part(writer: Writer): string {
	const { one, pick, oddness } = writer;
	const deep = writer.depth > 0 ? 1 : 0;
	const bash = writer.shell === "bash" ? 1 : 0.2;
	const inner = deeper(writer);
	return one<string>(
		[6, () => pick(literals)],
		[2, () => `'${pick(["a b", "", "$(alfa q)", '"', "\\", "`", "#", "a\nb", ";", "{a,b}", "*"])}'`],
		[3, () => `"${insideDouble(inner)}"`],
		[
			1,
			() =>
				`\\${pick([" ", ";", "'", '"', "$", "`", "\\", "x", "|", "&", "(", ")", "#", "*", "<", "~", "{", ",", "\n"])}`,
		],
		[
			1 * bash,
			() =>
				`$'${pick(["a\\'b", "\\x41", "\\n", "\\101", "\\u00e9", "a b", "$(alfa q)", "\\\\", "\\cA", "\\0x", '\\"', "\\e", "`", "\\x", "a\\\nb"])}'`,
		],
		[0.3 * bash, () => `$"${insideDouble(inner)}"`],
		[2, () => parameter(inner)],
		[2.5 * deep, () => substitution(inner)],
		[0.7, () => `$((${blank(writer)}${arithmetic(inner)}${blank(writer)}))`],
		[0.1 * bash, () => `$[${arithmetic(inner)}]`],
		[1, () => braces(inner)],
		[0.5, () => pick(["~", "~+", "~-", "x~", "a=~", "x:~"])],
		[0.8, () => pick(["*", "?", "[ab]", "[!a]*", "x*", "[a", "[]a]", "**", "a[x]", "[[:alpha:]]*", "f?", "-*"])],
		[0.7 * deep * bash, () => processSubstitution(inner)],
		[
			oddness,
			() =>
				pick([
					"\r",
					"\u00a0",
					"\u200b",
					"\u2028",
					"\v",
					"\f",
					"\u0001",
					"\\\n",
					"$",
					"!",
					"!!",
					"$''",
					'""',
					"''",
					"\u007f",
				]),
		],
		[0.2 * oddness * bash, () => pick(["@(a|b)", "!(a)", "+(x)", "?(a|$(alfa e))"])],
	);
}

/** What stands between double quotes, or in a here-document. */
function insideDouble(writer: Writer): string {
	let text = "";
	for (let parts = writer.below(4); parts > 0; parts--) {
		text += writer.one<string>(
			[
				4,
				() =>
					writer.pick([
						"a b",
						"x",
						"'",
						"#",
						";",
						"*",
						"{a,b}",
						"~",
						"\n",
						"it's",
						"<(alfa q)",
						"$",
						"!",
						")",
						"}",
						"$'x'",
					]),
			],
			[2, () => `\\${writer.pick(['"', "$", "`", "\\", "x", "\n", "'", "$(alfa q)"])}`],
			[2, () => parameter(writer, true)],
			[writer.depth > 0 ? 2 : 0, () => substitution(writer)],
			[0.5, () => `$((${arithmetic(writer)}))`],
			[0.2, () => `$[${arithmetic(writer)}]`],
		);
	}
	return text;
}

function parameter(writer: Writer, quoted = false): string {
	const { one, pick, chance } = writer;
	const bash = writer.shell === "bash" ? 1 : 0.15;
	const name = pick(["v", "w", "a", "a[0]", "a[@]", "1", "@", "*", "#", "?", "v"]);
	const variable = pick(["v", "w", "v", "a"]);
	const operand = () => {
		if (writer.depth <= 0) return pick(["x", "", "a b"]);
		return one<string>(
			[2, () => (quoted ? insideDouble(writer) : word(deeper(writer)))],
			[2, () => substitution(writer)],
			[
				1,
				() =>
					pick([
						"'",
						"'}'",
						'"}"',
						"\\}",
						"{a}",
						")",
						"a b",
						"$(alfa d)",
						'"$(alfa d)"',
						"'$(alfa d)'",
						"`alfa d`",
						"~",
						"{a,b}",
						"x}",
						"<(alfa d)",
					]),
			],
			[0.5, () => `"${insideDouble(deeper(writer))}"`],
		);
	};
	return one(
		[5, () => `$${pick(["v", "w", "1", "@", "*", "#", "?", "v", "-", "!", "$"])}`],
		[1, () => `\${${name}}`],
		[4, () => `\${${pick([name, variable])}${pick([":-", "-", ":=", "=", ":+", "+", ":-"])}${operand()}}`],
		[0.3, () => `\${${variable}${pick([":?", "?"])}${operand()}}`],
		[1.5, () => `\${${pick([name, variable])}${pick(["#", "##", "%", "%%"])}${operand()}}`],
		[
			1 * bash,
			() => `\${${variable}${pick(["/", "//", "/#", "/%"])}${pick(["a", "[ab]", "*", "'", "x y", ""])}/${operand()}}`,
		],
		[0.8 * bash, () => `\${${variable}${pick(["^", "^^", ",", ",,", "@Q", "@E", "@P", "@A", "@U", "@a"])}}`],
		[0.8 * bash, () => `\${${variable}:${pick(["0", "1:1", " -1", "0:1", "v", "$v:1", "(1)", "v?0:1"])}}`],
		[0.5 * bash, () => `\${!${pick(["v", "v*", "v@", "a[@]", "v:-x"])}}`],
		[0.5, () => `\${#${pick(["v", "a[@]", "@", "", "a[$v]", "v"])}}`],
		[
			0.5 * bash * (writer.depth > 0 ? 1 : 0),
			() => `\${a[${subscript(deeper(writer))}]${chance(0.3) ? `:-${operand()}` : ""}}`,
		],
	);
}

function substitution(writer: Writer): string {
	const inner = apart(writer);
	if (writer.depth <= -2) return "$(alfa s)";
	return writer.one<string>(
		[
			6,
			() =>
				`$(${writer.chance(0.1) ? writer.pick([" ", "\n", " # x )\n", "\\\n"]) : ""}${list(inner)}${flush(inner)}${writer.chance(0.1) ? writer.pick([" ", "\n", ";", " &", " # )\n"]) : ""})`,
		],
		[2, () => `\`${(list(inner) + flush(inner)).replace(/[\\`]/g, "\\$&")}\``],
		[0.4, () => `\`${list(inner) + flush(inner)}\``],
		[0.3, () => `$( (${list(inner)}${flush(inner)}) )`],
		[
			0.3,
			() => `$((${list(inner)}${flush(inner)})${writer.pick(["", " ", ";", " |"])} (${list(inner)}${flush(inner)}))`,
		],
		[0.2, () => "$(<f1)"],
		[0.1, () => `\${ ${list(inner)}; }`],
	);
}

function processSubstitution(writer: Writer): string {
	const inner = apart(writer);
	return `${writer.pick(["<", ">", "<"])}(${list(inner)}${flush(inner)})`;
}

function braces(writer: Writer): string {
	const item = () =>
		writer.chance(0.3) ? word(deeper(writer)) : writer.pick(["a", "b", "", "-n", "'c d'", '"$v"', "x{1,2}"]);
	return writer.one(
		[3, () => `{${item()},${item()}}`],
		[1, () => `{${item()},${item()},${item()}}`],
		[1, () => `{${writer.pick(["1..3", "a..c", "3..1", "01..03", "1..5..2", "c..a", "-1..1", "1..a", "$v..3"])}}`],
		[0.5, () => `{${item()}}`],
		[
			0.3,
			() =>
				writer.pick([
					"{a,b",
					"a,b}",
					"{}",
					"{,}",
					"${v}{a,b}",
					"{a,{b,c}}",
					"{{a,b}",
					"{a,b}}",
					"\\{a,b}",
					"{a\\,b}",
					"$v{a,b}",
					"${{a,b}",
				]),
		],
	);
}

function arithmetic(writer: Writer): string {
	const { one, pick } = writer;
	const simpleValue = () =>
		pick([
			"1",
			"v",
			"$v",
			"0",
			"a[0]",
			"16#f",
			"v++",
			"(1)",
			"1 + 1",
			"v=1",
			"!v",
			"1<<2",
			"1?2:3",
			"${v}",
			"${#v}",
			"'1'",
			'"1"',
			"\\\n1",
		]);
	return one<string>(
		[4, simpleValue],
		[2, () => `${simpleValue()}${pick([" + ", "*", " < ", "&&", ",", " == ", "|"])}${simpleValue()}`],
		[writer.depth > 0 ? 2 : 0, () => `${substitution(writer)}${pick(["0", " + 1", "", "1"])}`],
		[writer.depth > 0 ? 0.7 : 0, () => `a[${subscript(deeper(writer))}]`],
		[writer.depth > 0 ? 0.7 : 0, () => `\${v:-${substitution(writer)}0}`],
		[0.5, () => `( ${simpleValue()} )`],
	);
}
