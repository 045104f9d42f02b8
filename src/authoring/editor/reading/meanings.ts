/**
 * What the language's own words mean, in a sentence each, for whoever points at one or is offered it. docs/language.md says the same at length.
 */
import type { contextualKeywords, statementKeywords } from "../../../../grammar/keywords.js";
import { clauses, isClauseKeyword } from "../../../language/policy/clauses.js";
import { kinds } from "../../../language/policy/kinds.js";
import {
	isSettingKeyword,
	type SettingKeyword,
	settingMeaning,
	settingsOf,
} from "../../../language/policy/settings.js";
import type { Effect, Power, RuleKeyword } from "../../../language/syntax/statements.js";

export interface Meaning {
	readonly says: string;
	readonly example?: string;
}

type OwnKeyword =
	| (typeof statementKeywords.claims)[number]
	| (typeof statementKeywords.modifiers)[number]
	| (typeof statementKeywords.others)[number]
	| (typeof contextualKeywords)[number];

const own: Readonly<Record<OwnKeyword, Meaning>> = {
	import: {
		says: "takes in the rules of a shipped pack, by its bare name, or of a file, by its path from this one",
		example: 'import "./base.rules"',
	},
	is: { says: "what a fact must be: one of the values behind it", example: "when branch is main, release/*" },
	set: { says: "gives a name to patterns or paths; rules use it as `@name`", example: "set shells = bash, sh, zsh" },
	group: { says: "rules that agents extend; nobody can ask as a group", example: "group readers { allow cat, head }" },
	agent: {
		says: "the rules of one agent, on top of those of everything that it extends",
		example: "agent writer extends default { allow pdflatex }",
	},
	program: {
		says: "teaches what a program can do, with its options",
		example: "program deploy can read, network { option --target PATH write }",
	},
	expect: {
		says: "an example with its answer; `rules test` checks it. The rest of the line is a shell string",
		example: "expect deny: rm -rf ../other",
	},
	never: {
		says: "a claim about all commands, proved by `rules test`: none of these gets this answer",
		example: "never allow rm touching /etc",
	},
	always: {
		says: "a claim about all commands, proved by `rules test`: all of these get this answer",
		example: "always deny sudo",
	},
	locked: {
		says: "no `override` takes anything out of it; goes with `deny` and `constrain`",
		example: "locked deny bash, sh",
	},
	override: {
		says: "carves what it matches out of every inherited rule that is not locked; without it nothing inherited is loosened",
		example: "override allow git fetch",
	},
	exactly: {
		says: "these words and no more: no further operand and no other option",
		example: "allow exactly git status",
	},
	extends: {
		says: "inherits the rules of these agents and groups",
		example: "agent writer extends default, readers { }",
	},
	reads: { says: "paths that are read", example: "constrain reads of cat to ." },
	writes: { says: "paths that are written", example: "constrain writes of * to ." },
	network: { says: "hosts that are talked to", example: "constrain network of * to localhost" },
	of: {
		says: "whose paths or hosts they are; behind `ask`, the group whose people must say yes",
		example: "ask 2 of release npm publish",
	},
	for: {
		says: "what a yes is good for: `this call`, `this session`, or a time",
		example: "ask of release for 1h npm publish",
	},
	can: { says: "the powers of the program's plain use, and `read`", example: "program deploy can read, network" },
	option: {
		says: "an option of a taught program: its names, the name of its value in capitals, what it does",
		example: "option --target, -t PATH write",
	},
	by: { says: "the rule that must decide, by its `id`", example: "expect nudge by no-grep: grep x" },
	forced: {
		says: "with force: past nudges, never past a denial or a question",
		example: "expect allow forced: grep x",
	},
};

/** What a keyword means; undefined for any other word. */
export function keywordMeaning(word: string): Meaning | undefined {
	if (isClauseKeyword(word)) {
		const { summary, example } = clauses[word];
		return { says: summary, example };
	}
	if (Object.hasOwn(kinds, word)) {
		const { summary, example } = kinds[word as RuleKeyword];
		return { says: summary, example };
	}
	if (isSettingKeyword(word)) return settingMeaning(word);
	return Object.hasOwn(own, word) ? own[word as OwnKeyword] : undefined;
}

export const powerMeanings: Readonly<Record<Power, string>> = {
	exec: "runs a program that can't be read off the command line",
	code: "runs code: a script, a module, a project's own build files",
	write: "writes files",
	delete: "deletes files",
	network: "speaks over the network",
	privilege: "raises or changes its privileges",
	persistence: "leaves something behind that runs later",
	secrets: "shows secrets that lie elsewhere than in files it names: tokens, keychains, the environment",
};

export const effectMeanings: Readonly<Record<Effect, string>> = {
	allow: "the command may run",
	ask: "a person decides",
	nudge: "there is a better way; with force the command runs all the same",
	deny: "the command may not run",
};

/** What the words mean that may stand behind a setting's keyword: its names, or what it lists. */
export function meaningsBehind(keyword: SettingKeyword): Readonly<Record<string, string>> {
	return Object.assign(
		{},
		...settingsOf(keyword).map((record) => {
			if (record.form === "names") return { [record.nothing]: record.meansNothing, ...record.names };
			return "name" in record ? { [record.name]: record.summary } : {};
		}),
	);
}
