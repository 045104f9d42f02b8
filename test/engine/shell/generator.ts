/**
 * Makes up shell scripts that are hard to read: every construct of bash inside every other, in odd spellings, and some with characters
 * changed until nobody can say what they mean. They run programs that do nothing (`run-in-bash.ts`), each with an argument of its own, so
 * that a command that a reader misses is seen. Loops are over short lists, or broken off.
 */

import { arithmetic, condition } from "./conditions.js";
import { dice } from "./dice.js";
import { harm } from "./harm.js";
import { mutate } from "./mutate.js";
import { redirection } from "./redirections.js";
import { failing, type Shell, stubs } from "./run-in-bash.js";
import { callOf, simple } from "./simple-commands.js";
import { substitution, word } from "./words.js";
import { wrapped } from "./wrappers.js";
import { blank, deeper, flush, gap, lineBreak, newWriter, unique, type Writer } from "./writer.js";

/** The script of a seed. */
export function scriptOf(seed: number, shell: Shell = "bash"): string {
	for (let attempt = 0; ; attempt++) {
		const roll = dice(seed * 64 + attempt);
		const plain = program(newWriter(roll, shell));
		const script = roll.chance(0.25) ? mutate(plain, roll) : plain;
		if (script.length < 1500 && script !== "" && harm(script) === undefined) return script;
	}
}

function program(writer: Writer): string {
	const { one, chance, pick } = writer;
	const start = chance(0.04) ? pick(["#!bash\n", "\n\n", "  ", "# it's\n"]) : "";
	return start + list(writer, one([3, () => 1], [3, () => 2], [2, () => 3], [1, () => 5])) + flush(writer);
}

/** Several commands in a row. */
export function list(writer: Writer, length = writer.one([6, () => 1], [3, () => 2], [1, () => 3])): string {
	let text = andOr(writer);
	for (let at = 1; at < length; at++) text += separator(writer) + andOr(writer);
	return text;
}

function separator(writer: Writer): string {
	const { one, pick, odd } = writer;
	const comments = ["x", "it's", '"', "$(alfa x)", "`", "<<E", "\\", ")", "done"];
	return one(
		[5, () => `;${gap(writer)}`],
		[4, () => lineBreak(writer)],
		[0.7, () => `${gap(writer)}&${gap(writer)}`],
		[0.7, () => ` # ${pick(comments)}${lineBreak(writer)}`],
		[odd, () => `;${lineBreak(writer)}${lineBreak(writer)}`],
	);
}

/** Ends a list where a reserved word follows. */
function end(writer: Writer): string {
	if (writer.bodies.length > 0) return lineBreak(writer);
	return writer.one([6, () => "; "], [2, () => lineBreak(writer)], [0.5, () => " & "]);
}

function andOr(writer: Writer): string {
	let text = pipeline(writer);
	while (writer.chance(0.15)) {
		const next = writer.chance(0.15) ? lineBreak(writer) : gap(writer);
		text += `${gap(writer)}${writer.pick(["&&", "||"])}${next}${pipeline(writer)}`;
	}
	return text;
}

function pipeline(writer: Writer): string {
	const { chance, pick, bash } = writer;
	const marks = ["! ", "time ", "time -p ", "! time ", "time ! ", "! ! ", "time -- ", "!\t"];
	let text = chance(0.06) ? pick(marks.slice(0, bash === 1 ? undefined : 1)) : "";
	text += command(writer);
	while (chance(0.12)) {
		const bar = chance(bash / 7) ? "|&" : "|";
		text += `${gap(writer)}${bar}${chance(0.1) ? lineBreak(writer) : gap(writer)}${command(writer)}`;
	}
	return text;
}

function command(writer: Writer): string {
	const { one, chance, bash, wild } = writer;
	if (writer.depth <= 0) return simple(writer);
	return one(
		[10, () => simple(writer)],
		[4, () => wrapped(writer)],
		[6, () => compound(writer) + (chance(0.15) ? ` ${redirection(writer)}` : "")],
		[1.5, () => definition(writer)],
		[0.4 * bash, () => coprocess(writer)],
		[0.5 * wild, () => aliased(writer)],
	);
}

function compound(writer: Writer): string {
	const { one, chance, pick, bash, below } = writer;
	const inner = deeper(writer);
	const body = () => ` ${list(inner)}${end(inner)}`;
	const loop = () => `do${body()}done`;
	const variable = () => pick(["v", "w", "v", "in", "do"]);
	const words = () => Array.from({ length: 1 + below(3) }, () => word(inner)).join(blank(writer));
	const next = () => (chance(0.3) ? lineBreak(writer) : "; ");
	return one<string>(
		[3, () => `(${gap(writer)}${list(inner)}${flush(inner)}${gap(writer)})`],
		[3, () => `{${chance(0.2) ? lineBreak(writer) : " "}${list(inner)}${end(inner)}}`],
		[
			2,
			() => {
				const middle = chance(0.2) ? `elif${body()}then${body()}` : "";
				const last = chance(0.4) ? `else${body()}` : "";
				return `if${body()}then${body()}${middle}${last}fi`;
			},
		],
		[2, () => `for ${variable()} in ${words()}${next()}${loop()}`],
		[0.3, () => `for ${variable()}${pick(["; ", " ", "\n"])}${loop()}`],
		[0.3 * bash, () => `for ${variable()} in ${words()}${next()}{${body()}}`],
		[
			0.7 * bash,
			() => {
				const start = chance(0.3 * writer.wild) ? substitution(inner) : "";
				const block = chance(0.3) ? `{${body()}}` : loop();
				return `for ((i=${start}0${gap(writer)};${gap(writer)}i<1; i++))${pick(["; ", " ", "\n"])}${block}`;
			},
		],
		[1, () => `while ${failing} ${unique(writer)}; ${loop()}`],
		[1, () => `while ${list(inner)} && false; ${loop()}`],
		[0.7, () => `while ${list(inner)}${end(inner)}do${body()}break; done`],
		[0.7, () => `until ${simple(inner)}${end(inner)}do${body()}break${end(inner)}done`],
		[2, () => choice(inner)],
		[0.3 * bash, () => `select ${variable()} in ${words()}; do${body()}break; done${chance(0.5) ? " <<< 1" : ""}`],
		[1.2 * bash, () => `[[ ${condition(inner)}${blank(writer)}]]`],
		[1.2 * bash, () => `((${gap(writer)}${arithmetic(inner)}${gap(writer)}))`],
		[0.3, () => `((${list(inner)}${flush(inner)})${pick([";", " |", " &&", " "])} (${list(inner)}${flush(inner)}))`],
	);
}

function choice(writer: Writer): string {
	const { one, chance, pick, bash } = writer;
	const space = () => (chance(0.25) ? lineBreak(writer) : " ");
	const patterns = ["a", "*", "b*", "[ab]", "in", "?", "x|a", '"*"', "'a b'", "\\)", "''", "a | *", "if"];
	const pattern = () =>
		one([4, () => pick(patterns)], [1, () => word(writer)], [0.5, () => substitution(writer)], [0.2, () => "esac"]);
	const clause = (isLast: boolean) => {
		const inside = chance(0.9) ? list(writer) : "";
		const stop = chance(bash / 6) ? pick([";&", ";;&"]) : pick([" ;;", ";;"]);
		const close = isLast && chance(0.4) ? end(writer) : `${writer.bodies.length > 0 ? lineBreak(writer) : ""}${stop}`;
		return `${chance(0.3) ? "(" : ""}${pattern()}${gap(writer)})${space()}${inside}${close}${space()}`;
	};
	const subject = one([3, () => pick(["a", "in", "esac", '"$v"', "$v"])], [2, () => word(writer)]);
	const count = pick([1, 1, 2, 3, 0]);
	const clauses = Array.from({ length: count }, (_, at) => clause(at + 1 === count));
	return `case ${subject}${space()}in${space()}${clauses.join("")}esac`;
}

/** Names of functions: some that a shell knows otherwise, some that are none. */
const ownNames = "echo f-x f.x iff f: test true command env ls cd [ \\alfa 'fq' f$v 1f eval exec printf".split(" ");

function definition(writer: Writer): string {
	const { one, chance, pick, shared, bash, wild } = writer;
	const name = one([4, () => pick(["fa", "fb", "fd"])], [2, () => pick(stubs)], [wild, () => pick(ownNames)]);
	const inner: Writer = { ...deeper(writer), banned: [...writer.banned, name, ...shared.functions] };
	const body = one(
		[5, () => `{ ${list(inner)}${end(inner)}}`],
		[1, () => `( ${list(inner)}${flush(inner)} )`],
		[1, () => compound(inner)],
		[0.2 * wild, () => simple(inner)],
	);
	shared.functions.push(name);
	const head = one(
		[4, () => `${name}()${chance(0.2) ? lineBreak(writer) : " "}`],
		[1, () => `${name} ( ) `],
		[bash, () => `function ${name} `],
		[0.5 * bash, () => `function ${name}() `],
	);
	const redirect = chance(0.1) ? ` ${redirection(writer)}` : "";
	return head + body + redirect + (chance(0.7) ? separator(writer) + callOf(name, writer) : "");
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
	const { pick } = writer;
	const name = pick(["al", "echo", "hotel"]);
	const start = pick(["shopt -s expand_aliases", "set -o posix", ":"]);
	const value = pick(["alfa", "alfa x;", "bravo ", "alfa x #", "if", "{", "env", "charlie <<E"]);
	return `${start}\nalias ${name}='${value}'${pick(["\n", "\n", "; "])}${name} ${unique(writer)}`;
}
