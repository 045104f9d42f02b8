/** Redirections of every kind, here-documents among them. */
import { insideDouble, processSubstitution, substitution, word } from "./words.js";
import { apart, deeper, type Writer } from "./writer.js";

export function redirection(writer: Writer): string {
	const { one, pick, chance, bash, wild } = writer;
	const names = ["f1", "f2", "'f 3'", '"f4"', "-n", "f1"];
	const file = () => one([6, () => pick(names)], [1, () => (writer.depth > 0 ? word(deeper(writer)) : "f5")]);
	const descriptors = ["2>&1", ">&2", "2>&-", "<&-", "1>&2", "3>&1", ">&1", "<&0", "3<&0-", "2>& 1"];
	const odd = ["2&>f1", ">&-u", "<&--n", ">&1x", "2 >f1", ">f1>f2", "<<<<x", ">&$v", "12>&1"];
	return one(
		[5, () => `${pick(["", "", "2", "1", "3"])}${pick([">", ">>", ">|", "<>", ">"])}${pick(["", " "])}${file()}`],
		[1, () => `<${pick(["", " "])}f1`],
		[2, () => pick(descriptors)],
		[bash, () => `${pick(["&>", "&>>", "&> "])}${file()}`],
		[bash * wild, () => `>&${pick(["", " "])}${file()}`],
		[0.2 * bash, () => `{${pick(["fd", "v"])}}${pick([">", "<>", ">>"])}${file()}`],
		[0.3 * bash * wild, () => `{a[${pick(["0", "$(alfa r)0"])}]}>${file()}`],
		[bash, () => `<<<${pick(["", " "])}${chance(0.2) ? pick(["x", "$v", "''"]) : word(writer)}`],
		[2, () => hereDocument(writer)],
		[0.7 * bash, () => `${pick(["<", ">"])} ${processSubstitution(writer)}`],
		[0.1 + 0.3 * wild, () => pick(odd)],
	);
}

export function hereDocument(writer: Writer): string {
	const { one, pick, chance, wild, bodies, below } = writer;
	const dash = chance(0.25) ? "-" : "";
	const odd = [
		["E\\\nF", "EF"],
		["$v", "$v"],
		["`E`", "`E`"],
		["$(E)", "$(E)"],
		["''", ""],
		["$'E'", "E"],
		['E""F', "EF"],
		["'E F'", "E F"],
	] as const;
	const [written, delimiter] = one<readonly [string, string]>(
		[5, () => ["E", "E"]],
		[2, () => ["'E'", "E"]],
		[0.5, () => ['"E"', "E"]],
		[0.5, () => ["\\E", "E"]],
		[0.1 + wild, () => pick(odd)],
	);
	const inner = apart(writer);
	const inside = inner.depth > 0 ? 1 : 0;
	const plain = [
		"x",
		"it's",
		'"',
		"\\$(alfa q)",
		"$v",
		"# x",
		"  E",
		"E ",
		")",
		"EF",
		"x E",
		"a; b",
		"alfa h",
		"\\\\",
		"}",
	];
	const strange = ["a\\", "`", "$(", `\${v:-'}'}`, `\${v:-"}"}`, "\\`", `\${v:-'$(alfa d)'}`, "$((", `\${`];
	const line = () =>
		one<string>(
			[3, () => pick(plain)],
			[0.1 + wild, () => pick(strange)],
			[1.5 * inside, () => substitution(inner)],
			[inside, () => insideDouble(inner)],
			[0.3 * inside, () => `'${substitution(inner)}'`],
			[0.5, () => `\t${pick(["x", "E", "$(alfa t)"])}`],
		);
	let body = "";
	for (let lines = below(3); lines > 0; lines--) body += line() + (chance(0.05 * wild) ? "\\\n" : "\n");
	bodies.push(`${body}${dash !== "" && chance(0.7) ? "\t" : ""}${delimiter}${chance(0.02) ? "x" : ""}\n`);
	return `${pick(["", "", "", "0", "3"])}<<${dash}${pick(["", "", " "])}${written}`;
}
