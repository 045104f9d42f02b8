/** The command of an expectation is misspelt: it is refused because nobody allows such a thing, and shows nothing of the rules. */

import { commonVerbs } from "../../../../engine/knowledge/common-names.js";
import { edits } from "../../../../language/diagnostic/suggest.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { expected, type Try } from "../../meaning/expected.js";
import { hasOption, optionNames, programCalled, programNames, subcommandWords } from "../../reading/known-words.js";
import { slipOf, wholeOf } from "../../reading/typing-slips.js";
import { writtenPaths } from "../../reading/written-paths.js";

export const mistypedExpectation: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		expected(subject).flatMap(({ statement: { command, effect }, tries }): readonly Finding[] => {
			// A rule that speaks of it knows the name.
			if (effect.text === "allow" || tries.some((one) => isByName(one, subject))) return [];
			const found = slipIn(command.text, subject) ?? pathSlipIn(command.text, subject);
			if (found === undefined) return [];
			const { word, at, meant } = found;
			return [
				{
					message: `\`${word}\` reads as \`${meant}\`, misspelt: nothing allows it, so this expectation holds whatever the rules say`,
					span: { ...command.span, start: command.span.start + at, end: command.span.start + at + word.length },
					help: `did you mean \`${command.text.slice(0, at)}${meant}${command.text.slice(at + word.length)}\`?`,
				},
			];
		}),
};

/** What most programs call so, where a table leaves it out; a shorter word may be a name. */
const longVerbs: readonly string[] = [...commonVerbs].filter((verb) => verb.length > 6);

/** Does a rule decide that names programs? One for any program fits whatever is written. */
function isByName({ decision: { code, rules }, expectation: { agent } }: Try, subject: ValidPolicyContext): boolean {
	if (code !== "rule") return false;
	const all = subject.policy.agents.get(agent)?.rules ?? [];
	return rules.some(({ id }) => {
		const rule = all.find((one) => one.id === id);
		const patterns = rule && subject.statementOf(rule)?.statement.patterns;
		return patterns === undefined || patterns.some(({ words }) => words[0]?.text !== "*" || words.length > 1);
	});
}

interface Slip {
	readonly word: string;
	/** Where it stands in the command. */
	readonly at: number;
	readonly meant: string;
}

/** The first word of a plain command that is misspelt. */
function slipIn(command: string, subject: ValidPolicyContext): Slip | undefined {
	const words = [...command.matchAll(/\S+/g)].map((match) => ({ word: match[0], at: match.index }));
	const end = words.findIndex(({ word }) => /[|;&<>()"'`$\\]/.test(word));
	const [first, ...rest] = end < 0 ? words : words.slice(0, end);
	if (first === undefined || first.word.includes("/") || first.word.includes("=")) return undefined;
	const program = programCalled(first.word, subject);
	if (program === undefined) {
		const meant = slipOf(first.word, programNames(subject));
		return meant === undefined ? undefined : { ...first, meant };
	}
	const typed: string[] = [];
	for (const one of rest) {
		if (one.word.startsWith("-")) {
			const name = one.word.replace(/=.*$/, "");
			if (!name.startsWith("--") || name === "--" || hasOption(program, name)) continue;
			const long = [...optionNames(program)]
				.filter((option) => option.startsWith("--"))
				.map((option) => option.slice(2));
			const meant = slipOf(name.slice(2), long, { atEnd: true });
			if (meant !== undefined) return { word: name, at: one.at, meant: `--${meant}` };
			continue;
		}
		const known = subcommandWords(program, typed);
		if (known.size === 0) break;
		if (!known.has(one.word)) {
			const meant =
				slipOf(one.word, known, { atEnd: true }) ??
				wholeOf(one.word, known) ??
				slipOf(one.word, longVerbs, { atEnd: true });
			if (meant !== undefined) return { ...one, meant };
			break;
		}
		typed.push(one.word);
	}
	return undefined;
}

/** A path of the command is one that the policy names, but for a letter in one part: `cat dta/patients/x`. */
function pathSlipIn(command: string, subject: ValidPolicyContext): Slip | undefined {
	const inSets = subject
		.statements()
		.flatMap(({ statement }) => (statement.kind === "set" ? statement.patterns.flatMap(({ words }) => words) : []));
	const named = [...writtenPaths(subject).flatMap(({ paths }) => paths), ...inSets]
		.map(({ text }) => partsOf(text))
		.filter((parts) => parts.length > 1 && !parts.some((part) => /[*?[{]/.test(part)));
	const known = new Set(named.flat());
	for (const { 0: word, index } of command.matchAll(/(?<=\s)[\w./~-]+\/[\w./-]+/g)) {
		const own = partsOf(word);
		for (const parts of named) {
			if (own.length < parts.length) continue;
			const others = parts.flatMap((part, at) => (part === own[at] ? [] : [at]));
			const [at] = others;
			if (at === undefined || others.length > 1) continue;
			const [typed = "", meant = ""] = [own[at], parts[at]];
			const isSlip = /^[A-Za-z]{3,}$/.test(typed) && /^[A-Za-z]{3,}$/.test(meant) && edits(typed, meant) === 1;
			if (!isSlip || known.has(typed) || `${typed}s` === meant || `${meant}s` === typed) continue;
			return { word, at: index, meant: word.replace(typed, meant) };
		}
	}
	return undefined;
}

function partsOf(path: string): readonly string[] {
	return path.split("/").filter((part) => part !== "" && part !== ".");
}
