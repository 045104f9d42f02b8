/** What the thing under the cursor means: a rule with what it covers, a program or an option with its facts, a keyword, a name. */
import { basename } from "node:path";
import { lints } from "../lint/lints.js";
import { importedPath } from "./imports.js";
import { lintPageUri } from "./lint-pages.js";
import { namedBy, optionsIn, programIn } from "./programs.js";
import { optionFacts, programFacts } from "./reading/facts.js";
import type { Files } from "./reading/files.js";
import { piecesOf } from "./reading/keyword-places.js";
import { type Mark, markAt, programsOf, statementAt } from "./reading/marks.js";
import { effectMeanings, keywordMeaning, meaningsBehind, powerMeanings } from "./reading/meanings.js";
import { definitionsOf } from "./reading/names.js";
import { holdsOffset, type Stretch } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

export interface Told extends Stretch {
	readonly text: string;
	/** The rule that the cursor is on: what it covers is worth asking for. */
	readonly rule?: number;
}

/** What can be told at once about the thing at an offset. */
export function told(
	read: ReadFile,
	offset: number,
	files: Files,
	answer: (offset: number) => readonly string[],
): Told | undefined {
	const mark = markAt(read, offset);
	if (mark !== undefined) {
		const answered =
			mark.statement.kind === "expect" && (mark.kind === "command" || mark.kind === "program")
				? answerText(answer(offset))
				: undefined;
		const parts = [answered, markText(mark, read, files)].filter((part) => part !== undefined);
		const text = parts.length === 0 ? undefined : parts.join("\n\n");
		return text === undefined ? undefined : { start: mark.start, end: mark.end, text };
	}
	const piece = piecesOf(read).find((one) => holdsOffset(one, offset));
	if (piece === undefined) return undefined;
	if (piece.kind === "comment") return lintIn(piece, offset);
	const meaning = keywordMeaning(piece.text);
	const statement = statementAt(read.file.statements, offset);
	const isRule = statement?.kind === "rule" && statement.keyword === piece.text;
	if (meaning === undefined) return undefined;
	const example = meaning.example === undefined ? "" : `\n\n\`\`\`rules\n${meaning.example}\n\`\`\``;
	return {
		start: piece.start,
		end: piece.end,
		text: `**${piece.text}**: ${meaning.says}${example}`,
		...(isRule ? { rule: statement.span.start } : {}),
	};
}

/** A lint that a comment ignores. */
function lintIn(comment: Stretch & { readonly text: string }, offset: number): Told | undefined {
	if (!/^#\s*lint-ignore(?:-file|-begin|-end)?\s/.test(comment.text)) return undefined;
	for (const found of comment.text.matchAll(/[a-z0-9-]+/g)) {
		const stretch = { start: comment.start + found.index, end: comment.start + found.index + found[0].length };
		const lint = holdsOffset(stretch, offset) ? lints.find(({ name }) => name === found[0]) : undefined;
		if (lint === undefined) continue;
		const page = lintPageUri(lint.name);
		const text = `**${lint.name}** (${lint.severity}): ${lint.summary}${page === undefined ? "" : `\n\n[its page](${page})`}`;
		return { ...stretch, text };
	}
	return undefined;
}

/** How an expectation is answered today. */
function answerText(lines: readonly string[]): string | undefined {
	return lines.length === 0 ? undefined : lines.map((line) => `- ${line}`).join("\n");
}

function markText(mark: Mark, read: ReadFile, files: Files): string | undefined {
	switch (mark.kind) {
		case "program":
			return programText(mark, read, files);
		case "operand":
			return operandText(mark, read, files);
		case "option":
			return optionText(mark, read, files);
		case "set": {
			const [home] = definitionsOf(mark, read.path, files);
			if (home === undefined) return `no set is called \`${mark.text}\``;
			const { start, end } = home.mark.statement.span;
			return fenced(home.read.source.text.slice(start, end), home.read.file.notation, placeOf(home.read.path, read));
		}
		case "agent":
			return agentText(mark, read, files);
		case "rule": {
			const [home] = definitionsOf(mark, read.path, files);
			if (home === undefined) return `no rule has the id \`${mark.text}\``;
			const { start, end } = home.mark.statement.span;
			return fenced(home.read.source.text.slice(start, end), home.read.file.notation, placeOf(home.read.path, read));
		}
		case "power":
			return (
				own(powerMeanings, mark.text) ??
				(mark.text === "everything" ? say("everything", "all arguments are trusted") : undefined)
			);
		case "feature":
		case "limit":
		case "action":
			return mark.statement.kind === "setting" ? own(meaningsBehind(mark.statement.keyword), mark.text) : undefined;
		case "effect":
			return own(effectMeanings, mark.text);
		case "import": {
			const path = importedPath(mark.text, read.path);
			const file = path === undefined ? undefined : files.read(path);
			if (path === undefined || file === undefined) return `\`${mark.text}\` is not there`;
			return `\`${path}\`: ${file.file.statements.length} statements`;
		}
		case "path":
		case "host":
		case "tool":
		case "variable":
		case "text":
		case "command":
			return undefined;
	}
}

function programText(mark: Mark, read: ReadFile, files: Files): string | undefined {
	if (mark.text === "*") return say("*", "any program");
	const known = programIn(mark.text, read.path, files);
	if (known !== undefined) return programFacts(known);
	if (/[*?[{]/.test(mark.text)) return undefined;
	return say(mark.text, "not known: nothing says what its options are, and its plain use has the power `code`");
}

/** The words of the pattern up to a mark, as plain texts. */
function wordsUpTo({ pattern, index }: Mark): readonly string[] {
	return (pattern?.words ?? []).slice(0, (index ?? -1) + 1).map((word) => word.text);
}

function operandText(mark: Mark, read: ReadFile, files: Files): string | undefined {
	const [name, ...words] = wordsUpTo(mark);
	const known = name === undefined ? undefined : programIn(name, read.path, files);
	if (known === undefined) return undefined;
	const named = namedBy(known.program, words);
	return named.subcommand !== undefined && named.begun.at(-1) === mark.text ? programFacts(known, named) : undefined;
}

function optionText(mark: Mark, read: ReadFile, files: Files): string | undefined {
	const { statement } = mark;
	const patterns =
		mark.pattern !== undefined
			? [mark.pattern.words.map((word) => word.text)]
			: statement.kind === "rule" || statement.kind === "claim"
				? statement.patterns.map((pattern) => pattern.words.map((word) => word.text))
				: statement.kind === "program"
					? [[statement.name.text]]
					: [];
	const texts = patterns.flatMap(([name, ...words]) => {
		const known = name === undefined ? undefined : programIn(name, read.path, files);
		if (known === undefined) return [];
		const named = namedBy(known.program, words);
		const options = optionsIn(mark.text, named);
		if (options.length === 0) return [`\`${known.program.name}\` is not known to have \`${mark.text}\``];
		return options.map((option) => optionFacts(option, named));
	});
	return texts.length === 0 ? undefined : [...new Set(texts)].join("\n\n---\n\n");
}

function agentText(mark: Mark, read: ReadFile, files: Files): string {
	const homes = definitionsOf(mark, read.path, files);
	if (homes.length === 0) return `no agent or group is called \`${mark.text}\``;
	return homes
		.flatMap(({ mark: { statement }, read: home }) => {
			if (statement.kind !== "agent" && statement.kind !== "group") return [];
			const parents = statement.extends.map((one) => `\`${one.text}\``).join(", ");
			const rules = statement.body.filter((one) => one.kind === "rule");
			const programs = programsOf(rules.flatMap((rule) => rule.patterns)).slice(0, 12);
			return [
				[
					`**${statement.kind} ${statement.name.text}** in \`${placeOf(home.path, read)}\``,
					...(parents === "" ? [] : [`extends ${parents}`]),
					`${rules.length} ${rules.length === 1 ? "rule" : "rules"} of its own${programs.length === 0 ? "" : `, about ${programs.map((one) => `\`${one}\``).join(", ")}`}`,
				].join("  \n"),
			];
		})
		.join("\n\n");
}

function placeOf(path: string, from: ReadFile): string {
	return path === from.path ? "this file" : basename(path);
}

/** Longer statements are cut. Characters. */
const longest = 1000;

function fenced(text: string, notation: "rules" | "yaml", where: string): string {
	const cut = text.length > longest ? `${text.slice(0, longest)} …` : text;
	return `\`\`\`${notation}\n${cut}\n\`\`\`\nin ${where}`;
}

function own(meanings: Readonly<Record<string, string>>, word: string): string | undefined {
	return Object.hasOwn(meanings, word) ? say(word, meanings[word] as string) : undefined;
}

function say(word: string, meaning: string): string {
	return `**${word}**: ${meaning}`;
}
