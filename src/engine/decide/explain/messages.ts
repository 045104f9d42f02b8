/**
 * What a decision says to the agent.
 */
import { joinParts } from "../../../language/diagnostic/join-words.js";
import type { Rule } from "../../../language/policy/policy.js";
import { foundIn, type Test } from "../../../language/policy/test.js";
import { baseName } from "../../../language/source/normal-path.js";
import type { Effect } from "../../../language/syntax/statements.js";
import type { Command, Word } from "../../request/request.js";
import { evaluateTest, offendingHost, offendingPath } from "../evaluate/evaluate-test.js";
import type { EvaluationContext } from "../evaluate/evaluation-context.js";
import { speaksOfUnknownHome } from "../evaluate/path-lists.js";
import type { Truth } from "../evaluate/truth.js";
import type { AgentDecisions } from "../tree.js";
import { metFor } from "../walk.js";
import { failing, speaksOf } from "./describe.js";
import { pastOf, unmetPast, wordCalled } from "./past-parts.js";
import { saidOfConsent } from "./past-text.js";

/** A rule's message with `{program}`, `{command}` and `{path}` filled in; one of our own where the author gave none. */
export function fillIn(rule: Rule, effect: Effect, doubt: boolean, subject: EvaluationContext): string {
	const command = commandOf(subject);
	const said = closing(rule, effect, subject);
	const filled = rule.message?.replaceAll(/\{([A-Za-z_][\w-]*)\}/g, (whole, name: string) => {
		switch (name) {
			case "program":
				return programOf(subject);
			case "command":
				return command;
			case "path":
				return pathOf(rule, subject) ?? noPath;
			default: {
				const word = wordCalled(name, rule, subject);
				return word === undefined ? whole : word === null ? noWord : shownShort(word);
			}
		}
	});
	// Some harnesses take a denial without a reason for none: `{path}` alone may have been all of it.
	const isEmpty = filled === undefined || filled.trim() === "" || filled.trim() === noPath;
	const text = isEmpty ? ownMessage(rule, effect, subject, command) : filled;
	const tools = rule.use.filter((name) => subject.tools === undefined || subject.tools.includes(name));
	const instead =
		tools.length > 0 && effect !== "allow" && effect !== "ask" ? ` Use ${joinParts(tools, "or")} instead.` : "";
	const doubtful = doubt ? ` (${doubtOf(rule, subject)}; a doubt does not open the gate.)` : "";
	return `${text}${said}${instead}${said === "" ? doubtful : ""}`;
}

/** What happened that closes the way, where a rule says so. */
function closing({ restricts }: Rule, effect: Effect, subject: EvaluationContext): string {
	if (restricts === undefined || effect === "allow") return "";
	const said = pastOf(restricts).flatMap(
		(asks) => subject.before?.say?.(asks, subject) ?? (asks.kind === "consent" ? saidOfConsent(asks, []) : []),
	);
	return said.map((one) => ` ${one}`).join("");
}

/** What is not known: the facts that the rule asks for, or the home folder, where it is those. */
function doubtOf({ restricts }: Rule, subject: EvaluationContext): string {
	const names = restricts === undefined ? [] : [...new Set(unknownFacts(restricts, subject))];
	return names.length === 0
		? `It can't be known for certain that the rule fits this command${unknownWord(subject.command)}`
		: `It can't be known here what ${joinParts(
				names.map((name) => `\`${name}\``),
				"and",
			)} is`;
}

/** The word that nobody knows, or the glob whose names may look like options. */
function unknownWord({ args }: Command): string {
	for (const word of args) {
		if (word.kind === "unknown" && /^[$`"'{]|[$`]/.test(word.source))
			return `: \`${written(word.source)}\` is not known`;
		if (word.kind === "globbed" && !word.plain && /^[*?[]/.test(word.pattern))
			return `: \`${written(word.pattern)}\` may become an option (write \`./${written(word.pattern)}\`)`;
	}
	return "";
}

function unknownFacts(test: Test, subject: EvaluationContext): readonly string[] {
	return foundIn(test, (one) => {
		if (one.kind === "not") return unknownFacts(one.test, subject);
		if (speaksOfUnknownHome(one, subject.world)) return evaluateTest(one, subject) === "unknown" ? ["~"] : undefined;
		if ((one.kind !== "fact" && one.kind !== "until") || evaluateTest(one, subject) !== "unknown") return undefined;
		return [one.kind === "fact" ? one.fact : "date"];
	}).flat();
}

/** What stands for `{x}` where the word can't be known. */
const noWord = "a word that can't be known";

/** A word of the command: as the command itself stands in a message, and no longer. */
function shownShort(word: string): string {
	const text = shown(word);
	return text.length > 200 ? `${text.slice(0, 197)}…` : text;
}

/** What stands for `{path}` where no path can be named. */
const noPath = "a path that can't be known";

/** The path that a rule is about: the one that it holds for, or else the first. */
function pathOf(rule: Rule, subject: EvaluationContext): string | undefined {
	const offending = rule.restricts && offendingPath(rule.restricts, subject);
	return (offending ?? subject.effects.paths().find((path) => path.text !== undefined))?.text;
}

function offender(rule: Rule, subject: EvaluationContext): string {
	const text = rule.restricts && offendingPath(rule.restricts, subject)?.text;
	return text === undefined ? "" : `: \`${shown(text)}\``;
}

function offendingHostText(rule: Rule, subject: EvaluationContext): string {
	const host = rule.restricts && offendingHost(rule.restricts, subject)?.host;
	return host === undefined ? "a host that can't be known" : `\`${shown(host)}\``;
}

/** The host that a denial is about, where it is about one. */
function reached(rule: Rule, subject: EvaluationContext): string {
	const host = rule.restricts && offendingHost(rule.restricts, subject);
	if (host === undefined) return "";
	return host.host === undefined ? ": a host that it talks to can't be known" : `: it talks to \`${shown(host.host)}\``;
}

/** Of longer lists of allowed programs the rest is counted. */
const mostNamed = 40;

/** What is said when no rule grants a command. */
export function defaultMessage(effect: Effect, subject: EvaluationContext, agentTree: AgentDecisions): string {
	const what = `\`${commandOf(subject)}\``;
	if (effect === "allow") return `${what} is allowed: no rule speaks against it.`;
	if (effect === "ask") return `${what} is a question for a person: no rule allows it.`;
	const { granted: allowed } = agentTree;
	const plain = subject.effects.plainPowers();
	const beyond = subject.effects
		.powersBeyond()
		.map(({ power, option }) =>
			option !== undefined && plain.includes(power) ? `other ${power}, by \`${option}\`` : power,
		);
	const near = allowed.includes(programOf(subject));
	const why = near
		? beyond.length > 0
			? ` \`${programOf(subject)}\` is allowed for its plain use only; this uses more: ${[...new Set(beyond)].join(", ")}${subject.effects.powersUnclear() ? ", and what else is not known: only `granting everything` covers that" : ""}.`
			: ` \`${programOf(subject)}\` is allowed, but not like this${wanting(agentTree, subject)}.`
		: "";
	const more = allowed.length - mostNamed;
	const step = missingStep(agentTree, subject);
	if (step !== undefined) return `${what} is not allowed yet${step}`;
	const named = more > 1 ? `${allowed.slice(0, mostNamed).join(", ")} and ${more} more` : allowed.join(", ");
	const list = allowed.length > 0 ? ` Allowed are: ${named}.` : "";
	return `${what} is not allowed here: no rule allows it.${why}${near ? "" : list}`;
}

/** What has to happen before, where a rule grants the command but for that. */
function missingStep(agentTree: AgentDecisions, subject: EvaluationContext): string | undefined {
	for (const index of metFor(agentTree, programOf(subject)).rules) {
		const rule = agentTree.rules.at(index) as Rule;
		const unmet = rule.grants && rule.effect === "allow" ? unmetPast(rule.grants, subject) : undefined;
		if (unmet === undefined || unmet.length === 0) continue;
		const said = unmet.flatMap((asks) => subject.before?.say?.(asks, subject) ?? []);
		const told = rule.message === undefined ? [] : [fillIn(rule, "allow", false, subject)];
		if (said.length > 0) return `: ${[...told, ...said].join(" ")}`;
	}
	return undefined;
}

/** What the nearest granting rule asks for and this command does not give. */
function wanting(agentTree: AgentDecisions, subject: EvaluationContext): string {
	const missing = metFor(agentTree, programOf(subject))
		.rules.map((index) => agentTree.rules.at(index) as Rule)
		.flatMap(({ effect, grants }) =>
			effect === "allow" && grants && speaksOf(grants, subject) ? [failing(grants, subject)] : [],
		)
		.filter((steps) => steps.length > 0)
		.sort((a, b) => a.length - b.length)[0];
	if (missing === undefined) return "";
	const said = (answer: Truth, begin: string): readonly string[] => {
		const questions = missing.filter((step) => step.answer === answer).map(({ question }) => question);
		return questions.length === 0 ? [] : [`${begin} that ${questions.join(", and that ")}`];
	};
	return `: ${[...said("no", "it is not so"), ...said("unknown", "it can't be known for certain")].join("; ")}`;
}

function ownMessage(rule: Rule, effect: Effect, subject: EvaluationContext, command: string): string {
	const what = `\`${command}\``;
	switch (effect) {
		case "allow":
			return `${what} is allowed.`;
		case "ask":
			return `${what} is a question for a person.`;
		case "nudge":
			return `${what} is not the best way here.`;
		case "deny":
			if (rule.access === "network")
				return `${what} talks to a host outside of what the policy lets it reach: ${offendingHostText(rule, subject)}.`;
			return rule.keyword === "constrain"
				? `${what} names a path outside of what the policy lets it touch${offender(rule, subject)}.`
				: `${what} is not allowed${reached(rule, subject)}.`;
	}
}

/** The program's name as the agent wrote it, without folders. */
function programOf(subject: EvaluationContext): string {
	const { program } = subject.command;
	return program.kind === "known" ? baseName(program.text) : "a program that can't be known";
}

/** The command for people: quoted where it needs to be, cut when it is long. */
export function commandOf(subject: EvaluationContext): string {
	let text = wordOf(subject.command.program);
	for (const word of subject.command.args) {
		if (text.length > 200) break;
		text += ` ${wordOf(word)}`;
	}
	return text.length > 200 ? `${text.slice(0, 197)}…` : text;
}

function wordOf(word: Word): string {
	switch (word.kind) {
		case "known":
			return shown(word.text);
		case "globbed":
			return word.pattern;
		case "unknown":
			return word.source;
	}
}

/** An argv for people. */
export function commandText(argv: readonly (string | null)[]): string {
	return argv.map((word) => (word === null ? "…" : shown(word))).join(" ");
}

/** Does the word stand in messages as it is? */
export function isShownPlain(text: string): boolean {
	return /^[A-Za-z0-9_./:@%+,=~^-]+$/.test(text);
}

/** A word as a shell would want it; control and invisible characters are made visible. */
export function shown(text: string): string {
	if (isShownPlain(text)) return text;
	const visible = withVisible(text);
	return isShownPlain(visible) ? visible : `'${visible.replaceAll("'", "'\\''")}'`;
}

/** As it stands in the request: no more of it than a line holds. */
function written(text: string): string {
	const visible = withVisible(text);
	return visible.length > 80 ? `${visible.slice(0, 77)}…` : visible;
}

function withVisible(text: string): string {
	return text.replaceAll(
		/[\p{Cc}\p{Cf}\u2028\u2029]/gu,
		(character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
	);
}
