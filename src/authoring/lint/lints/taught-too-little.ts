/** `taught-too-little`: the comment of a taught program, or the name of an option, says that it does what it is not taught to do: no rule on that speaks of it. */
import type { ProgramStatement } from "../../../language/syntax/statements.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { untaughtPower } from "../meaning/said/taught.js";

export const taughtTooLittle: PolicyLint = {
	name: "taught-too-little",
	family: "references",
	severity: "warning",
	summary: "a comment, or an option's name, says that a taught program does more than it is taught",
	looksAt: "policy",
	check: ({ ownStatements }) =>
		ownStatements().flatMap(({ statement }) =>
			statement.kind === "program" ? [...saidAbove(statement), ...namedSo(statement)] : [],
		),
};

/** `# Pushes dashboards to the server.` above `program sync can read` */
function saidAbove(statement: ProgramStatement): readonly Finding[] {
	const comment = (statement.comments?.before ?? []).filter((one) => !one.includes("lint-ignore")).join(" ");
	const untaught = untaughtPower(comment, statement);
	if (untaught === undefined) return [];
	const { text, span } = statement.name;
	const { said, power } = untaught;
	return [
		{
			message: `the comment says \`${said}\`, and \`${text}\` is taught without \`${power}\`: no rule on \`${power}\` speaks of it`,
			span,
			help: `add \`${power}\` to what \`${text}\` is taught to do`,
		},
	];
}

/** `option --save-to PATH`: what is not said to be read or written is a word to every rule, and no path. */
function namedSo({ options }: ProgramStatement): readonly Finding[] {
	return options.flatMap(({ names, value, does }): readonly Finding[] => {
		const [first] = names;
		if (first === undefined || value === undefined || !/^(?:PATH|FILE|FILENAME|FOLDER|DIR|DIRECTORY)$/.test(value.text))
			return [];
		const said = does.map(({ text }) => text);
		const parts = names.flatMap(({ text }) => text.toLowerCase().split(/[^a-z]+/));
		const isWritten = parts.some((part) => writing.has(part));
		if (said.includes("write") || (said.includes("read") && !isWritten)) return [];
		const role = isWritten ? "write" : "read";
		return [
			{
				message: said.includes("read")
					? `\`${first.text}\` names a file that is written, as it seems, and this says that it is read: no rule on what is written speaks of it`
					: `nothing says whether what \`${first.text}\` names is read or written: no rule on paths speaks of it`,
				span: first.span,
				help: `say behind ${value.text} that it is ${role === "write" ? "written" : "read"}`,
			},
		];
	});
}

const writing: ReadonlySet<string> = new Set(
	"save saves out output outfile outdir export dest destination dump write download store".split(" "),
);
