/** Words: quotes of every kind, expansions, and all that can stand in them. */
import { arithmetic, subscript } from "./conditions.js";
import { list } from "./generator.js";
import { apart, deeper, flush, gap, type Writer } from "./writer.js";

export function word(writer: Writer): string {
	const parts = writer.one([6, () => 1], [2, () => 2], [1, () => 3]);
	return Array.from({ length: parts }, () => part(writer)).join("");
}

const literals = "x1 -n y a=b --opt=z x#y a,b % + @ x:y = ^ é ] - 1 . x1 z2 -k".split(" ");
const strangeLiterals = "{ } a{b {} {a} a}b [ a[b {a,b ,} # !a".split(" ");
const invisible = [
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
	'$""',
	"\u007f",
	"''",
];
const inSingle = ["a b", "", "$(alfa q)", '"', "\\", "`", "#", "a\nb", ";", "{a,b}", "*", "$v", "\\\n", ")", "}"];
const inAnsi = ["a\\'b", "\\x41", "\\n", "\\101", "a b", "$(alfa q)", "\\\\", '\\"', "`", "\\t", "x"];
const inAnsiStrange = ["\\u00e9", "\\cA", "\\0x", "\\e", "\\x", "a\\\nb", "\\x1", "\\1", "\\c\\", "\\?", "\\U41"];
const protectedOnes = [
	" ",
	";",
	"'",
	'"',
	"$",
	"`",
	"\\",
	"x",
	"|",
	"&",
	"(",
	")",
	"#",
	"*",
	"<",
	"~",
	"{",
	",",
	"!",
	"?",
];
const globs = ["*", "?", "[ab]", "[!a]*", "x*", "**", "[[:alpha:]]*", "f?", "-*", "f*"];
const globsStrange = ["[a", "[]a]", "a[x]", "[^a]*", "[a-b]?", "*[", "[a]]", "[\\]]*", "['a b']*"];
const extended = ["@(a|b)", "!(a)", "+(x)", "?(a|$(alfa e))", "*(a b)"];

function part(writer: Writer): string {
	const { one, pick, wild, odd, bash } = writer;
	const deep = writer.depth > 0 ? 1 : 0;
	const inner = deeper(writer);
	return one<string>(
		[6, () => pick(literals)],
		[0.1 + wild, () => pick(strangeLiterals)],
		[2, () => `'${pick(inSingle)}'`],
		[3, () => `"${insideDouble(inner)}"`],
		[1, () => `\\${pick(protectedOnes)}`],
		[bash, () => `$'${pick(inAnsi)}'`],
		[0.3 * bash * wild, () => `$'${pick(inAnsiStrange)}'`],
		[0.15 * bash, () => `$"${insideDouble(inner)}"`],
		[2, () => parameter(inner)],
		[2.5 * deep, () => substitution(inner)],
		[0.7, () => `$((${gap(writer)}${arithmetic(inner)}${gap(writer)}))`],
		[0.1 * bash * wild, () => `$[${arithmetic(inner)}]`],
		[0.8, () => braces(inner)],
		[0.4, () => pick(["~", "~+", "~-", "x~", "a=~", "x:~"])],
		[0.8, () => pick(globs)],
		[0.4 * wild, () => pick(globsStrange)],
		[0.7 * deep * bash, () => processSubstitution(inner)],
		[odd / 3 + wild / 3, () => pick(invisible)],
		[0.2 * wild * bash, () => pick(extended)],
	);
}

const doubleTexts = [
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
	")",
	"}",
	"$'x'",
	"(",
	"<<E",
];
const doubleEscapes = ['"', "$", "`", "\\", "x", "'", "$(alfa q)", "n", "!"];

/** What stands between double quotes, or in a here-document. */
export function insideDouble(writer: Writer): string {
	const { one, pick, below, wild } = writer;
	let text = "";
	for (let parts = below(4); parts > 0; parts--) {
		text += one<string>(
			[4, () => pick(doubleTexts)],
			[0.4 * wild, () => pick(["$", "!", "\\\n", "$ ", "!!"])],
			[2, () => `\\${pick(doubleEscapes)}`],
			[2, () => parameter(writer, true)],
			[writer.depth > 0 ? 2 : 0, () => substitution(writer)],
			[0.5, () => `$((${arithmetic(writer)}))`],
			[0.2 * wild, () => `$[${arithmetic(writer)}]`],
		);
	}
	return text;
}

const names = ["v", "w", "1", "@", "*", "#", "?", "v"];
const arrays = ["a", "a[0]", "a[@]", "a[*]", "@", "*", "v"];
const operands = [
	"'",
	"'}'",
	'"}"',
	"\\}",
	"{a}",
	")",
	"a b",
	"'$(alfa d)'",
	"`alfa d`",
	"~",
	"{a,b}",
	"x}",
	"<(alfa d)",
	'"$(alfa d)"',
	"$(alfa d)",
];
const changes = ["^", "^^", ",", ",,", "@Q", "@E", "@A", "@U", "@a", "@L"];

function parameter(writer: Writer, quoted = false): string {
	const { one, pick, chance, bash, wild, depth } = writer;
	const name = () => (chance(0.25 * bash) ? pick(arrays) : pick(names));
	const operand = (): string => {
		if (depth <= 0) return pick(["x", "", "a b", "u"]);
		return one<string>(
			[3, () => (quoted ? insideDouble(deeper(writer)) : word(deeper(writer)))],
			[2, () => substitution(writer)],
			[0.3 + wild, () => pick(operands)],
			[0.7, () => `"${insideDouble(deeper(writer))}"`],
		);
	};
	return one(
		[5, () => `$${pick(names)}`],
		[0.5, () => `$${pick(["-", "!", "$", "0", "10"])}`],
		[1, () => `\${${name()}}`],
		[4, () => `\${${name()}${pick([":-", "-", ":=", "=", ":+", "+", ":-"])}${operand()}}`],
		[0.2, () => `\${${name()}${pick([":?", "?"])}${operand()}}`],
		[1.5, () => `\${${name()}${pick(["#", "##", "%", "%%"])}${operand()}}`],
		[bash, () => `\${v${pick(["/", "//", "/#", "/%"])}${pick(["a", "[ab]", "*", "'", "x y", ""])}/${operand()}}`],
		[0.6 * bash, () => `\${${name()}${pick(changes)}}`],
		[0.6 * bash, () => `\${${name()}:${pick(["0", "1:1", " -1", "0:1", "1"])}}`],
		[0.4 * bash * wild, () => `\${v:${pick(["v", "$v:1", "(1)", "v?0:1", "$(alfa o)0"])}}`],
		[0.5 * bash * wild, () => `\${!${pick(["v", "v*", "v@", "a[@]", "v:-x", "@"])}}`],
		[0.2 * bash * wild, () => `\${${name()}@P}`],
		[0.5, () => `\${#${pick(["v", "@", "", "*"])}}`],
		[0.3 * bash, () => `\${a[${depth > 0 ? subscript(deeper(writer)) : "0"}]${chance(0.3) ? `:-${operand()}` : ""}}`],
	);
}

export function substitution(writer: Writer): string {
	const { one, chance, pick, wild } = writer;
	if (writer.depth <= -2) return "$(alfa s)";
	const inner = apart(writer);
	const inside = () => list(inner) + flush(inner);
	const before = () => (chance(0.08) ? pick([" ", "\n", " # x )\n", "\\\n"]) : "");
	const after = () => (chance(0.08) ? pick([" ", "\n", ";", " &", " # )\n"]) : "");
	return one<string>(
		[6, () => `$(${before()}${inside()}${after()})`],
		[1.5, () => `\`${inside().replace(/[\\`]/g, "\\$&")}\``],
		[0.4 * wild, () => `\`${inside()}\``],
		[0.3, () => `$( (${inside()}) )`],
		[0.3 * wild, () => `$((${inside()})${pick(["", " ", ";", " |"])} (${inside()}))`],
		[0.2, () => "$(<f1)"],
		[0.1 * wild, () => `\${ ${inside()}; }`],
	);
}

export function processSubstitution(writer: Writer): string {
	const inner = apart(writer);
	return `${writer.pick(["<", ">", "<"])}(${list(inner)}${flush(inner)})`;
}

const ranges = "1..3 a..c 3..1 01..03 1..5..2 c..a -1..1".split(" ");
const oddBraces = "{a,b a,b} {} {,} {a,{b,c}} {{a,b} {a,b}} \\{a,b} {a\\,b} $v{a,b} {1..a} {$v..3} {a,b}{c,d}".split(
	" ",
);

function braces(writer: Writer): string {
	const { one, pick, chance, wild } = writer;
	const plain = ["a", "b", "", "-n", "x", "a1", "--y=z"];
	const item = () => (chance(0.5 * wild) ? word(deeper(writer)) : pick(plain));
	return one(
		[3, () => `{${item()},${item()}}`],
		[1, () => `{${item()},${item()},${item()}}`],
		[1, () => `{${pick(ranges)}}`],
		[0.5, () => `{${item()}}`],
		[wild, () => pick([...oddBraces, `\${v}{a,b}`, `$\{{a,b}`, "{'c d',x}", '{"$v",y}', "{x{1,2},z}"])],
	);
}
