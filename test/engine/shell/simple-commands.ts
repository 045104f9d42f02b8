/** Simple commands: assignments, a program, arguments and redirections. */
import { subscript } from "./conditions.js";
import { redirection } from "./redirections.js";
import { failing, stubs, telling } from "./run-in-bash.js";
import { word } from "./words.js";
import { blank, unique, type Writer } from "./writer.js";

export function simple(writer: Writer): string {
	const { chance, pick } = writer;
	let text = "";
	while (chance(0.12)) text += `${assignment(writer)} `;
	if (chance(0.08)) text += `${redirection(writer)} `;
	if (text !== "" && chance(0.15)) return text.trimEnd();
	text += programWord(writer);
	if (chance(0.9)) text += blank(writer) + unique(writer);
	while (chance(0.35)) text += blank(writer) + (chance(0.15) ? redirection(writer) : word(writer));
	if (chance(0.05)) text += ` ${pick("if then } { done esac in ! time fi do [[ function case".split(" "))}`;
	return text;
}

/** The call of a function that was defined before. */
export function callOf(name: string, writer: Writer): string {
	return writer.chance(0.6) ? `${name} ${unique(writer)}` : name;
}

/** A command that any wrapper can start: no assignments, no redirections. */
export function flat(writer: Writer): string {
	const { chance, pick, banned, odd } = writer;
	const name = pick([...stubs.filter((one) => !banned.includes(one)), failing]);
	return `${chance(odd) ? disguised(name, writer) : name} ${unique(writer)}${chance(0.3) ? ` ${word(writer)}` : ""}`;
}

/** Commands of the shell that change nothing that runs, in the main. */
const builtins =
	"echo : true false test [ printf set\tshift unset read export declare local readonly typeset hash".split(/[ \t]/);
/** Those of which it is not so. */
const builtinsThatMatter = "eval exec command builtin . let trap source enable alias unalias getopts wait times".split(
	" ",
);

function programWord(writer: Writer): string {
	const { one, pick, shared, banned, odd, wild } = writer;
	const free = stubs.filter((name) => !banned.includes(name));
	const name = free.length > 0 ? pick(free) : failing;
	const functions = shared.functions.filter((one) => !banned.includes(one));
	return one(
		[20, () => name],
		[1, () => failing],
		[1, () => telling],
		[1.5, () => pick(builtins)],
		[wild, () => pick(builtinsThatMatter)],
		[functions.length > 0 ? 3 : 0, () => pick(functions)],
		[0.5 + 20 * odd, () => disguised(name, writer)],
		[wild, () => dynamic(writer)],
		[odd, () => pick("if then { } ! [[ (( time in do case %1 ~ - -- [ ]] 1".split(" "))],
	);
}

/** A name that is spelled so that it does not look like itself. */
export function disguised(name: string, writer: Writer): string {
	const { below, one, pick, bash, wild } = writer;
	const cut = 1 + below(name.length - 1);
	const [left, right] = [name.slice(0, cut), name.slice(cut)];
	const code = name.charCodeAt(0);
	return one<string>(
		[3, () => pick([`'${name}'`, `"${name}"`, `\\${name}`, `${left}''${right}`, `${left}""${right}`])],
		[2, () => pick([`${left}"${right}"`, `'${left}'\\${right}`, `\\${left}\\${right}`])],
		[2 * bash, () => pick([`$'\\x${code.toString(16)}${name.slice(1)}'`, `$'\\${code.toString(8)}'${name.slice(1)}`])],
		[1 * bash, () => pick([`$'${left}'${right}`, `$"${name}"`])],
		[2 * bash, () => pick([`{${name},${unique(writer)}}`, `${left}{${right},x}`, `{${left},${name}}`])],
		[2 * wild, () => pick([`${left}\\\n${right}`, `"${left}\\\n${right}"`, `${left}$\\\n'${right}'`])],
		[wild, () => pick([`${left}$'\\0'${right}`, `${left}[${right[0]}]${right.slice(1)}`, `$'${left}\\'${right}'`])],
	);
}

/** A program that only a run can tell. */
function dynamic(writer: Writer): string {
	return writer.pick([
		"$v",
		'"$v"',
		"$(tango)",
		"`tango`",
		`\${v:-bravo}`,
		`\${w-alfa}`,
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
	const { one, chance, bash, wild, pick } = writer;
	const value = () => (chance(0.15) ? "" : word(writer));
	return one(
		[5, () => `${pick(["v", "w"])}=${value()}`],
		[bash, () => `${pick(["v", "w"])}+=${value()}`],
		[bash * (0.2 + wild), () => `a[${subscript(writer)}]=${value()}`],
		[1.5 * bash, () => `a${chance(0.2) ? "+" : ""}=(${elements(writer)})`],
	);
}

function elements(writer: Writer): string {
	const { below, chance, pick, wild, bodies } = writer;
	let text = "";
	for (let count = below(4); count > 0; count--) {
		if (chance(0.2 * wild)) text += `[${subscript(writer)}]=`;
		text += chance(0.1) ? pick(["if", "{", "!", "}"]) : word(writer);
		// Between the brackets of an array a line break is a blank, and begins no here-document's body.
		text += chance(0.15) && bodies.length === 0 ? pick(["\n", " # it's\n", "\n\n"]) : " ";
	}
	return text;
}
