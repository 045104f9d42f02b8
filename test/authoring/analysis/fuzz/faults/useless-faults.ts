/** What is wrong with what lints say does nothing: a rule, or a pattern of one, is really taken out of the text, and every command is decided as it was. */

import type { Witness } from "../../../../../src/authoring/analysis/witness.js";
import { lint } from "../../../../../src/authoring/lint/lint.js";
import { contradictoryRules } from "../../../../../src/authoring/lint/lints/contradictory-rules.js";
import { duplicateRule } from "../../../../../src/authoring/lint/lints/duplicate-rule.js";
import { missingOverride } from "../../../../../src/authoring/lint/lints/missing-override.js";
import { neverMatches } from "../../../../../src/authoring/lint/lints/never-matches.js";
import { partlyUnreachable } from "../../../../../src/authoring/lint/lints/partly-unreachable.js";
import { redundantRule } from "../../../../../src/authoring/lint/lints/redundant-rule.js";
import { unreachableRule } from "../../../../../src/authoring/lint/lints/unreachable-rule.js";
import type { AgentTree } from "../../../../../src/engine/decide/tree.js";
import type { Diagnostic } from "../../../../../src/language/diagnostic/diagnostic.js";
import type { Span } from "../../../../../src/language/source/span.js";
import type { Effect, RuleStatement, Statement } from "../../../../../src/language/syntax/statements.js";
import { and, but, first, or } from "../bits.js";
import { type Answers, answersTo, type Commands, commandsOf, effects, mannersFor, sampleAt } from "../every-command.js";
import { steps, words } from "../runs.js";
import { agentsOf, type Loaded, loadedText } from "../small-policies.js";
import { type Fault, shown, type Tally } from "./fault.js";

/** Lints that name what does nothing. */
const lints = [
	unreachableRule,
	redundantRule,
	neverMatches,
	contradictoryRules,
	duplicateRule,
	partlyUnreachable,
	missingOverride,
];

/** A policy without something that a lint names. */
export interface Without {
	readonly said: Diagnostic;
	readonly after: Loaded;
}

/** The policy without each of the things that lints say do nothing. */
export function* withoutUseless(engine: Loaded, most = steps): Generator<Without, void> {
	const { whole } = engine;
	for (const said of lint(whole, { lints, steps: most })) {
		if (said.code === "lint-failed") throw new Error(said.message);
		// Help and unusual calls are left.
		if (said.message.includes("next to nothing")) continue;
		const file = whole.files.find((one) => one.file === said.span.file);
		const text = whole.sources.get(said.span.file)?.text;
		if (file === undefined || text === undefined) continue;
		const gone = goneWith(said.span, rulesIn(file.statements), text);
		if (gone === undefined) continue;
		const texts = new Map([...whole.sources].map(([name, source]) => [name, source.text]));
		texts.set(said.span.file, `${text.slice(0, gone.start)}${text.slice(gone.end)}`);
		const { "small.rules": main = "", ...files } = Object.fromEntries(texts);
		yield { said, after: loadedText(main, files) };
	}
}

export function uselessFaults(names: readonly string[], engine: Loaded, tally: Tally): readonly Fault[] {
	tally.asked++;
	return [...withoutUseless(engine)].flatMap(({ said, after }): readonly Fault[] => {
		tally.proved++;
		const text = `${said.code}: ${engine.whole.sources.get(said.span.file)?.text.slice(said.span.start, said.span.end)}`;
		return agentsOf(engine).flatMap((agent): readonly Fault[] => {
			const what = changeFor(agent, names, engine, after, said);
			return what === undefined ? [] : [{ kind: "wrong", text: `${text}\nagent ${agent}: without it ${what}` }];
		});
	});
}

/**
 * A command that one of the two decides otherwise, read for certain or not. That a rule's own words exclude each other is said of commands that are read for
 * certain: `-f` may be given and be taken back.
 */
function changeFor(
	agent: string,
	names: readonly string[],
	before: Loaded,
	after: Loaded,
	{ code }: Diagnostic,
): string | undefined {
	const [was, is] = [before, after].map(({ tree }) => tree.agents[agent]);
	// With its last rule an agent that is nowhere written goes, too.
	if (was === undefined || is === undefined) return undefined;
	const found = changeBetween(names, before.text, was, is, code === neverMatches.name);
	return found && `${shown(found.sample)} goes from ${found.from} to ${found.to}`;
}

interface FoundChange {
	readonly sample: Witness;
	readonly from: Effect;
	readonly to: Effect;
}

/** A command that is read for certain, that no restriction is in doubt about, and that two agents decide differently. */
export function firstChangeBetween(
	names: readonly string[],
	text: string,
	was: AgentTree,
	is: AgentTree,
): Witness | undefined {
	return changeBetween(names, text, was, is, true)?.sample;
}

function changeBetween(
	names: readonly string[],
	text: string,
	was: AgentTree,
	is: AgentTree,
	onlyCertain: boolean,
): FoundChange | undefined {
	for (const name of names) {
		for (const commands of commandsOf(name, words, was, is)) {
			if (commands.redirects.length > 0 && !was.agent.syntax.includes("redirects")) continue;
			for (const manner of mannersFor(text)) {
				const found = firstChange(commands, manner, was, is, onlyCertain);
				if (found !== undefined) return found;
			}
		}
	}
	return undefined;
}

function firstChange(
	commands: Commands,
	manner: Parameters<typeof answersTo>[1],
	was: AgentTree,
	is: AgentTree,
	onlyCertain: boolean,
): FoundChange | undefined {
	const answers = [was, is].map((tree) => answersTo(commands, manner, tree)) as [Answers, Answers];
	const [old, now] = [answers[0].with, answers[1].with];
	const doubted = or(answers[0].doubted, answers[1].doubted);
	const among = onlyCertain ? but(commands.certain, doubted) : but(commands.all, commands.refused);
	for (const from of effects) {
		for (const to of effects) {
			const at = from === to ? undefined : first(and(among, and(old[from], now[to])));
			if (at !== undefined) return { sample: sampleAt(commands, at, manner), from, to };
		}
	}
	return undefined;
}

function rulesIn(statements: readonly Statement[]): readonly RuleStatement[] {
	return statements.flatMap((one): readonly RuleStatement[] =>
		one.kind === "rule" ? [one] : one.kind === "agent" || one.kind === "group" ? rulesIn(one.body) : [],
	);
}

/** The whole rule, or the pattern with the comma beside it; undefined where something else is spoken of. */
function goneWith(
	{ start, end }: Span,
	rules: readonly RuleStatement[],
	text: string,
): Pick<Span, "start" | "end"> | undefined {
	for (const { span, patterns } of rules) {
		if (span.start === start && span.end === end) return { start, end };
		if (patterns.length < 2 || !patterns.some((one) => one.span.start === start && one.span.end === end)) continue;
		const behind = /^\s*,\s*/.exec(text.slice(end))?.[0].length;
		if (behind !== undefined) return { start, end: end + behind };
		const before = /\s*,\s*$/.exec(text.slice(0, start))?.[0].length ?? 0;
		return { start: start - before, end };
	}
	return undefined;
}
