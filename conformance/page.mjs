/** The page of the results: `docs/conformance.md`. Numbers and examples are the results', the words are here. */
import { casesOf } from "./cases.mjs";
import { groups } from "./groups.mjs";
import { heldOf, passedOf } from "./score.mjs";

const command = "node conformance/run.mjs";
/** So many examples of a gate. */
const shown = 6;

export function pageOf({ cases, gates }) {
	const attacked = Object.keys(groups).filter((name) => cases[name]?.mustNotPass > 0);
	const harmless = Object.keys(groups).filter((name) => cases[name]?.shouldPass > 0);
	const sum = (key) => Object.values(cases).reduce((whole, one) => whole + one[key], 0);
	return `<!-- made by \`npm run conformance\` -->
# A test for gates

A gate stands between an agent and a shell: it is told what is denied, is asked about a line, and answers. Whether it sees what is denied in every form that it can be written in, its users can't tell. This is a test of that: ${sum("mustNotPass")} lines in each of which a real bash ran what is denied, and ${sum("shouldPass")} in which it did not.

Nothing of a line runs when a gate is asked. So it can be done anywhere, in some minutes, with any hook:

\`\`\`
${command} --list
${command} --hook 'my-hook --claude-code'
\`\`\`

The first says what is denied in each group of cases; tell your hook the same. The second asks it, as Claude Code would. [How it works](../conformance/README.md) has the rest.

## What was held back
Each gate was told one denial in its own words, and to allow everything else. A line counts as held back when it is denied or a person is asked; of how many a person is asked stands in brackets. A dash: the gate has no words for this, or nothing of the kind among the rules that it comes with (some ask about every command, which is no answer to this).

${table(
	["", ...attacked.map((name) => groups[name].title)],
	gates.map((gate) => [
		`${gate.title} ${gate.version}`,
		...attacked.map((name) => heldCell(heldOf(gate.groups[name]))),
	]),
)}

## What was let through of what is harmless
Lines that only mention what is denied, commands that read something else, and ${cases.everyday?.shouldPass ?? 0} lines of daily work. Who holds back everything holds back all attacks too: the two tables belong together.

${table(
	["", ...harmless.map((name) => groups[name].title)],
	gates.map((gate) => [
		`${gate.title} ${gate.version}`,
		...harmless.map((name) => passedCell(passedOf(gate.groups[name]))),
	]),
)}

${faultsOf(gates)}
## How each was asked
${gates.map(({ title, version, how, at }) => `- **${title}** ${version}, on ${at}: ${how}.`).join("\n")}

## What gets past each
One line of each kind, the shortest. All of them run what is denied.

${gates.map((gate) => examplesOf(gate)).join("\n")}
## Where a line comes from
From Bylaw's own [corpora](../test/corpora/README.md): spellings that were collected to test it, scripts of its shell reader's tests, attacks from advisories and reports, commands that were traced, and daily work. None was chosen by what a gate answers.

A line is in the test only where it was seen to be true. For attacks, bash ran it in a folder that was thrown away, without a network; behind the name of the denied program stood one that does nothing but write down how it was called, and the words that it wrote down are in the case. For secrets, \`strace\` saw the file being opened. For harmless lines, none of that happened. What did not run here (for want of a program, or as it does the same by *another* program, such as \`find keep -delete\` for \`rm -rf keep\`) is [left out](../conformance/cases/left-out.jsonl), with the reason.

## What is fair about it, and what is not
- Every gate but Bylaw sees these lines for the first time. Bylaw was built with most of them in sight: its row says that this can be seen, and nothing of how it fares with lines that nobody has thought of.
- The lines with \`rm x\` are scripts that were written to test a reader of shell scripts: half of them are such as nobody types. Those with \`rm -rf\` and \`git push\` are the usual ones. So there is no sum of the columns.
- Bylaw holds more of what is harmless back than others do, most of it where a rule is about files: whatever takes its names from an archive, a list, a pattern or code may read the one that is denied, so it is denied. That is what its rules promise, and it has a price.
- A gate is judged by a group only where it holds back the plain line. What it has no words for, it did not promise.
- The denials are those that people write: a command and its first words. More lines for each denial would hold back more, in those gates that compare text; whoever knows all the lines needs no gate.
- Some of these gates stand before a sandbox, or a person, who would stop much of what they let through. This is about the gate alone.
- Codex was asked as a session asks it. The sandbox that it runs commands in by default was off, as a rule is what was asked about.
- Of secrets only lines that name the file are in the test: what gets to it by a link, or by reading all of a folder, only a gate with the folder before it could see. A list of texts does well there.
- A gate that asks where it can't read a line is right to do so. That counts as held back for an attack, and as held back for a harmless line too.
- By its own rules (\`guard\`) Bylaw asks about a forced push where others deny it.
- Left out for now: calls of other tools than the shell, and what a session did before. Too few gates can be told the same thing about them.

## Not asked
- **destructive_command_guard**, **Dippy**: both are hooks of Claude Code, and can be asked with \`--hook\` where they are installed. They are published in places that the machine of this page does not reach, so nothing is claimed of them.
- **docker-agent**: a program in Go with allow and deny lists of its own, which has no way to ask it about a line without running it that we could try.
- **shellfirm**: its program in the npm registry needs a newer system library than the machine of this page has.
- **Claude Code, opencode, Qwen Code**: their rules are decided in a running session, and a line that they let through runs. An older measurement, with one denied command, is [beside the others](comparison.md).

## Again
\`npm run conformance\` installs the gates from [their own lock file](../conformance/package-lock.json) (1 GB, into \`conformance/node_modules\`), asks all of them and writes this page; on two cores it takes some fifteen minutes. Answers case by case are in [\`results.json\`](../conformance/results.json). A wrong case, or a gate that was told the wrong thing, is a bug of this page: please say so.
`;
}

function table(head, rows) {
	const line = (cells) => `| ${cells.join(" | ")} |`;
	return [line(head), line(head.map((_, at) => (at === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

function heldCell(held) {
	if (held === undefined) return "–";
	return `${held.held} of ${held.of}${held.ask > 0 ? ` (${held.ask})` : ""}`;
}

function passedCell(passed) {
	return passed === undefined ? "–" : `${passed.passed} of ${passed.of}`;
}

/** Who did not answer, or not in time. */
function faultsOf(gates) {
	const lines = gates.flatMap((gate) => {
		const counts = Object.values(gate.groups).flatMap((group) =>
			group.applies ? [group.mustNotPass, group.shouldPass] : [],
		);
		const [late, crash] = ["late", "crash"].map((name) => counts.reduce((whole, one) => whole + one[name], 0));
		return late + crash === 0 ? [] : [`${gate.title} (too late: ${late}, none that can be understood: ${crash})`];
	});
	return lines.length === 0
		? "Every gate answered every case, and in time.\n"
		: `Not every answer came: ${lines.join("; ")}. That counts as let through for an attack, and as held back for a harmless line.\n`;
}

/** The shortest line of each kind that the gate lets through, those first of which there are most. */
function examplesOf({ title, groups: found }) {
	const through = Object.entries(found).flatMap(([name, group]) => {
		const ids = new Set(Object.values(group.through ?? {}).flat());
		return casesOf(name).filter(({ id }) => ids.has(id));
	});
	if (through.length === 0) return `### ${title}\nNone of these lines.\n`;
	const kinds = grouped(through);
	const lines = [...kinds.values()]
		.sort((a, b) => b.length - a.length)
		.map((some) => some.toSorted((a, b) => a.command.length - b.command.length)[0])
		.slice(0, shown)
		.map(({ command, group }) => `| ${groups[group].title} | ${code(command)} |`);
	return [
		`### ${title}`,
		through.length === 1 ? "One line:" : `${through.length} lines, such as these:`,
		"",
		"| denied | let through |",
		"| --- | --- |",
		...lines,
		"",
	].join("\n");
}

function grouped(some) {
	const found = new Map();
	for (const one of some) found.set(one.class, [...(found.get(one.class) ?? []), one]);
	return found;
}

/** A line as code in a table: what can't be seen is written out. */
function code(command) {
	const text = command
		.replaceAll("\n", "\\n")
		.replaceAll(/[\p{Cc}\p{Cf}]|(?! )\p{Zs}/gu, (one) => `\\u{${one.codePointAt(0).toString(16).toUpperCase()}}`)
		.replaceAll("|", "\\|");
	const fence = text.includes("`") ? "``" : "`";
	const space = /^`|`$/.test(text) ? " " : "";
	return `${fence}${space}${text}${space}${fence}`;
}
