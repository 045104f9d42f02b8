/** `message-contradicts-rule`: what a rule tells agents is the opposite of what it does, or sends them to what is denied. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import { verbs } from "../../../engine/knowledge/vocabulary/verbs.js";
import { joinQuoted, joinWords } from "../../../language/diagnostic/join-words.js";
import { areDisjoint } from "../../../language/policy/disjoint.js";
import { never } from "../../../language/policy/test.js";
import { withoutExclusions } from "../../../language/policy/without-exclusions.js";
import type { RuleStatement, TextClause } from "../../../language/syntax/statements.js";
import { type AgentModel, decideWitness } from "../../analysis/agent-model.js";
import { rulesFor } from "../../analysis/rule-index.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { sampleOf } from "../meaning/grants.js";
import { leftToPeople, oppositeSaid, type Spoken } from "../meaning/message-polarity.js";
import { otherPlaceSaid } from "../meaning/said/named-places.js";
import { commentOf, commentOfNeighbour } from "../meaning/said/said-parts.js";
import { untaughtPower } from "../meaning/said/taught.js";
import { saidOtherwise } from "../meaning/said-otherwise.js";
import { heldBySome } from "./message-contradicts-rule/held-by-some.js";
import { shownAndDenied, spokenAndAllowed } from "./message-contradicts-rule/quoted-commands.js";

export const messageContradictsRule: PolicyLint = {
	name: "message-contradicts-rule",
	family: "nudges",
	severity: "warning",
	summary: "a rule's message says the opposite of what it does, or sends agents to what is denied",
	needsWhole: true,
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const told = stated.statement.clauses.flatMap((clause) =>
				clause.keyword === "because"
					? faultsOf(clause as TextClause, stated, subject)
					: clause.keyword === "note"
						? notGranted(clause as TextClause, stated, subject)
						: clause.keyword === "id"
							? oppositeId(clause as TextClause, stated)
							: [],
			);
			return told.length > 0 ? told : commentFaults(stated);
		}),
};

/** What is written above a rule: the places that it names. It may speak of further rules below, and so of acts nothing is told. */
function commentFaults({ statement, siblings }: StatedRule): readonly Finding[] {
	const comment = commentOf(statement) || commentOfNeighbour(statement, siblings);
	const otherwise = comment === "" ? undefined : otherPlaceSaid(comment, statement, true);
	if (otherwise === undefined) return [];
	return [
		{
			message: `the comment says \`${otherwise.said}\`, and ${otherwise.rule}`,
			span: statement.span,
			undoneBy: "nothing",
			help: otherwise.help,
		},
	];
}

/** `allow java -cp note "Starts java -jar tools/x.jar."`: the command for which the grant is there stays refused. */
function notGranted(clause: TextClause, stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { statement, agents } = stated;
	const { text } = clause.text;
	const untaught = untaughtIn(clause, statement, subject);
	if (untaught.length > 0) return untaught;
	const people = statement.keyword === "allow" ? peopleIn(text, statement) : undefined;
	if (people !== undefined)
		return [
			{
				message: `the note says \`${people}\`, and the rule is an \`allow\``,
				span: clause.span,
				undoneBy: "nothing",
				help: "say what agents may do, or make it the rule that the note speaks of",
			},
		];
	const otherwise = saidOtherwise(text, statement);
	if (otherwise !== undefined)
		return [
			{
				message: `the note says \`${otherwise.said}\`, and ${otherwise.rule}`,
				span: clause.span,
				undoneBy: "nothing",
				help: otherwise.help,
			},
		];
	const said = shownAndDenied(text, stated, subject);
	if (said !== undefined)
		return [
			{
				message: `the note shows \`${said}\`, and that stays denied`,
				span: clause.span,
				undoneBy: "grant",
				help: "let through what the note shows, or show what the rule grants",
				witness: said,
			},
		];
	if (statement.keyword !== "allow") return [];
	for (const { words } of statement.patterns) {
		const [first] = words;
		if (first?.kind !== "plain" || !/^[\w-]{2,}$/.test(first.text)) continue;
		const said = new RegExp(`(?<![\\w-])${first.text} --?[A-Za-z][\\w-]*(?: [\\w./=:@-]*[\\w/])*`).exec(text)?.[0];
		const argv = said?.split(" ");
		if (argv === undefined) continue;
		const isShut = agents.every(
			({ agent }) => decideWitness(sampleOf(argv), subject.settingOf(agent)).effect === "deny",
		);
		if (agents.length > 0 && isShut)
			return [
				{
					message: `the note names \`${said}\`, and that stays denied`,
					span: clause.span,
					undoneBy: "nothing",
					help: "name in the rule what the note speaks of, or in the note what the rule grants",
				},
			];
	}
	return [];
}

/** Whoever says when, or after what, has said which of them agents do. */
function peopleIn(text: string, { keyword, patterns, clauses }: RuleStatement): string | undefined {
	if (
		keyword !== "allow" ||
		clauses.some((one) => ["when", "after", "before", "unless", "until"].includes(one.keyword))
	)
		return undefined;
	return leftToPeople(
		text,
		patterns.flatMap((pattern) => pattern.words.map((word) => word.text)),
	);
}

/** `program flashtool can read`, and a rule says that it writes over the network: no rule on these powers speaks of it. */
function untaughtIn(
	{ text: { text }, span }: TextClause,
	{ patterns }: RuleStatement,
	subject: ValidPolicyContext,
): readonly Finding[] {
	const name = patterns[0]?.words[0]?.text;
	if (name === undefined || patterns.some(({ words: [first] }) => first?.text !== name)) return [];
	for (const { statement } of subject.ownStatements()) {
		if (statement.kind !== "program" || statement.name.text !== name) continue;
		const untaught = untaughtPower(text, statement);
		if (untaught === undefined) continue;
		const { said, power } = untaught;
		return [
			{
				message: `the text says \`${said}\`, and \`${name}\` is taught without \`${power}\`: no rule on \`${power}\` speaks of it`,
				span,
				undoneBy: "nothing",
				labels: [{ span: statement.name.span, message: "this says what it can" }],
				help: `add \`${power}\` to what \`${name}\` is taught to do`,
			},
		];
	}
	return [];
}

/** `deny * touching @secrets because "No agent ever sees a secret, whatever it extends."`, which an heir overrides. */
function takenOut(
	text: string,
	{ statement, agents }: StatedRule,
): { readonly said: string; readonly by: string; readonly agent: string } | undefined {
	if (statement.keyword !== "deny" || statement.locked) return undefined;
	const said =
		/\b(?:no agents?(?: may| can)? ever|no agents? at all|never ever|whatever (?:it|they) extends?|no exceptions?|without (?:any )?exceptions?|(?:for|by) (?:all|every) agents?|every agent)\b/i.exec(
			text,
		)?.[0];
	if (said === undefined) return undefined;
	for (const { agent, rule } of agents) {
		const { whole, carves } = withoutExclusions(rule.restricts ?? never, rule.excludedBy.length);
		const by = rule.excludedBy[carves.findIndex((carve) => !areDisjoint(whole, carve))];
		if (by !== undefined) return { said, by, agent };
	}
	return undefined;
}

function faultsOf(clause: TextClause, stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { text } = clause.text;
	const { keyword } = stated.statement;
	const untaught = untaughtIn(clause, stated.statement, subject);
	if (untaught.length > 0) return untaught;
	const opposite =
		oppositeIn(text, keyword) ?? oppositeSaid(text, spokenOf(stated)) ?? peopleIn(text, stated.statement);
	if (opposite !== undefined)
		return [
			{
				message: `the message says \`${opposite}\`, and the rule is an \`${keyword}\``.replace("an `deny`", "a `deny`"),
				span: clause.span,
				undoneBy: "nothing",
				help: "say what the rule does, or make it the rule that the message speaks of",
			},
		];
	const carved = takenOut(text, stated);
	if (carved !== undefined)
		return [
			{
				message: `the message says \`${carved.said}\`, and \`${carved.by}\` takes something out of the rule for \`${carved.agent}\``,
				span: clause.span,
				undoneBy: "nothing",
				help: "make it `locked`, which no override touches, or say for whom it does not hold",
			},
		];
	const otherwise = saidOtherwise(text, stated.statement);
	if (otherwise !== undefined)
		return [
			{
				message: `the message says \`${otherwise.said}\`, and ${otherwise.rule}`,
				span: clause.span,
				undoneBy: "nothing",
				help: otherwise.help,
			},
		];
	const some = heldBySome(text, stated, subject);
	if (some !== undefined)
		return [
			{
				message: `the message says \`${some.said}\`, and ${joinQuoted(some.others)} ${some.others.length === 1 ? "has" : "have"} no such rule`,
				span: clause.span,
				undoneBy: "restriction",
				help: "put the rule into what all agents extend, or say for whom it holds",
			},
		];
	const elsewhere = otherThanUse(text, stated);
	if (elsewhere !== undefined)
		return [
			{
				message: `the message sends agents to \`${elsewhere.said}\`, and \`use\` names ${joinWords(elsewhere.names)}`,
				span: clause.span,
				undoneBy: "nothing",
				help: "name the same in both",
			},
		];
	const other = keyword === "allow" ? insteadOf(text, stated) : undefined;
	if (other !== undefined)
		return [
			{
				message: `the message sends agents to \`${other}\` instead, and the rule is an \`allow\`: nobody is held up by it`,
				span: clause.span,
				undoneBy: "nothing",
				help: `say why the command is allowed, or make it \`nudge … use ${other}\``,
			},
		];
	const shown = shownAndDenied(text, stated, subject) ?? spokenAndAllowed(text, stated, subject);
	if (shown !== undefined)
		return [
			{
				message: `the message speaks of \`${shown}\`, and that is ${keyword === "allow" ? "denied" : "allowed"}`,
				span: clause.span,
				undoneBy: keyword === "allow" ? "grant" : "restriction",
				help: "make the rule hold for what the message speaks of, or speak of what the rule holds for",
				witness: shown,
			},
		];
	const named = keyword === "deny" ? refusedIn(text, stated, subject) : undefined;
	if (named === undefined) return [];
	return [
		{
			message: `the message sends agents to \`${named.command}\`, which ${named.own ? "this very rule denies" : "is denied, too"}`,
			span: clause.span,
			undoneBy: named.byRule ? "override" : "grant",
			help: "name what agents may use, or let that through",
			witness: named.command,
		},
	];
}

/** What the rule speaks of, by its plain words and by what the tables say of them. */
function spokenOf({ statement }: StatedRule): Spoken {
	const known = statement.patterns.flatMap(({ words: [first, second] }) => {
		const program = first?.kind === "plain" ? programNamed(first.text) : undefined;
		if (program === undefined) return [];
		const { powers } = (second && program.subcommands[second.text]) ?? program;
		return powers.length > 0 && !verbs.looking.includes(second?.text ?? "") ? [program] : [];
	});
	const words = statement.patterns.flatMap((pattern) =>
		pattern.words.flatMap((word) => (word.kind === "plain" || word.kind === "quoted" ? [word.text] : [])),
	);
	return { keyword: statement.keyword, words, changes: known.length > 0, isProgram: (word) => isProgram(word, false) };
}

/** `deny systemctl stop … id no-start`: the id names the opposite of the subcommand. */
function oppositeId({ text: { text }, span }: TextClause, { statement }: StatedRule): readonly Finding[] {
	const said = new Set(text.split(/[-_.]/));
	const words = new Set(statement.patterns.flatMap((pattern) => pattern.words.map((one) => one.text)));
	for (const [one, other] of opposites.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]))
		if (said.has(one) && words.has(other) && !words.has(one) && !said.has(other))
			return [
				{
					message: `the id says \`${one}\`, and the rule speaks of \`${other}\``,
					span,
					undoneBy: "nothing",
					help: "name what the rule does, or make it the rule that the id speaks of",
				},
			];
	return [];
}

const opposites: readonly (readonly [string, string])[] = [
	["start", "stop"],
	["enable", "disable"],
	["install", "uninstall"],
	["mount", "umount"],
	["attach", "detach"],
	["push", "pull"],
	["encrypt", "decrypt"],
	["import", "export"],
	["grant", "revoke"],
];

/** The word by which a message says that another kind of rule is meant. */
function oppositeIn(text: string, keyword: RuleStatement["keyword"]): string | undefined {
	const isBounded = /\b(?:without|unless|except|but|only|until|before)\b/i.test(text);
	switch (keyword) {
		case "allow":
			return isBounded ? undefined : (denying.exec(text) ?? forbidding.exec(text))?.[0];
		case "ask":
		case "nudge":
			return isBounded ? undefined : denying.exec(text)?.[0];
		case "deny":
			return isBounded ? undefined : allowing.exec(text)?.[0];
		case "constrain":
			return undefined;
	}
}

const denying = /^(?:denied|forbidden|blocked|prohibited|not (?:allowed|permitted))\b/i;
const forbidding = /^(?:never|do not|don't|must not)\b/i;
const allowing = /^(?:allowed|permitted)\b/i;

interface Named {
	readonly command: string;
	readonly own: boolean;
	readonly byRule: boolean;
}

/** `Use ninja instead.`: another program than those that the rule allows. */
function insteadOf(text: string, { statement }: StatedRule): string | undefined {
	const [, quoted, plain] =
		/^(?:please )?(?:use|prefer)\s+(?:`([^`\s]+)[^`]*`|([a-z][\w.-]*))(?:\s[^.;,]*)?\binstead\b/i.exec(text) ?? [];
	const name = quoted ?? plain;
	if (name === undefined || !isProgram(name, quoted !== undefined)) return undefined;
	return statement.patterns.some(({ words: [first] }) => first?.text === name || first?.kind !== "plain")
		? undefined
		: name;
}

/** `nudge mysql use psql because "Use sqlite3."`: the message names another program or tool, and none of those behind `use`. */
function otherThanUse(
	text: string,
	{ statement }: StatedRule,
): { readonly said: string; readonly names: readonly string[] } | undefined {
	const names = statement.clauses.flatMap((clause) => (clause.keyword === "use" ? clause.names : []));
	const isSaid = ({ text: name }: { readonly text: string }): boolean =>
		text.toLowerCase().includes((name.split(/[.\s]/).at(-1) ?? name).toLowerCase());
	if (names.length === 0 || names.some(isSaid)) return undefined;
	for (const { groups } of text.matchAll(advice)) {
		const [said = ""] = (groups?.quoted ?? groups?.plain ?? "").trim().split(/\s+/);
		if (said === "" || !(isTool.test(said) || isProgram(said, groups?.quoted !== undefined))) continue;
		return { said, names: names.map((one) => one.text) };
	}
	return undefined;
}

const isTool = /^(?:file|web|agent|mcp)\.[a-z]/;

/** `Use yarn.`: what the message names as the way out, where every reading of it is denied. */
function refusedIn(text: string, { statement, agents }: StatedRule, subject: ValidPolicyContext): Named | undefined {
	for (const { 0: whole, groups } of text.matchAll(advice)) {
		const words = (groups?.quoted ?? groups?.plain ?? "").trim().split(/\s+/);
		const [name = ""] = words;
		const ofRule = statement.patterns.some(({ words: [first] }) => first?.text === name);
		if (!ofRule && !isProgram(name, groups?.quoted !== undefined)) continue;
		if (/\b(?:no|not|never|don't)\s*$/i.test(text.slice(0, text.indexOf(whole)))) continue;
		const found = agents.map(({ agent, rule }) => refusal(words, rule.id, subject.settingOf(agent)));
		const [first] = found;
		if (first !== undefined && !found.includes(undefined)) return first;
	}
	return orderedIn(text, agents, subject);
}

/** `` Run `fastlane deliver` to upload. ``: a command that the message asks for, just as it stands. */
function orderedIn(text: string, agents: StatedRule["agents"], subject: ValidPolicyContext): Named | undefined {
	for (const { groups } of text.matchAll(order)) {
		const command = groups?.command ?? "";
		const words = command.trim().split(/\s+/);
		if (words.length < 2 || /[^\w\s./:=@+-]/.test(command)) continue;
		const found = agents.map(({ agent, rule }) => {
			const answers = [words, [...words, "x"]].map((argv) => decideWitness(sampleOf(argv), subject.settingOf(agent)));
			// What no rule speaks of may be allowed by whoever completes the policy.
			const isShut = answers.every(({ effect, rules }) => effect === "deny" && rules.length > 0);
			return isShut
				? {
						command,
						own: answers.every(({ rules }) => rules.some(({ id }) => id === rule.id)),
						byRule: true,
					}
				: undefined;
		});
		const [first] = found;
		if (first !== undefined && !found.includes(undefined)) return first;
	}
	return undefined;
}

/** An order to whoever reads it: "People run `x`" is none. */
const order =
	/(?:^|[.:;!,]\s+|\b(?:instead|please|then|and)\s+)(?:run|call|start|execute|type|use|try)\s+`(?<command>[^`]+)`(?!\s+(?:in|on|by|from|outside)\s+(?:of\s+)?(?:the\s+|your\s+|an?\s+)?(?:CI|pipeline|terminal|hand|person|shell|machine|laptop|workflow)\b)/gi;

const advice =
	/\b(?:use|prefer|try|switch to)\s+(?:`(?<quoted>[^`]+)`|(?<plain>[a-z][\w-]*(?:\.[a-z][\w-]*)?(?: [a-z][\w-]*){0,2})(?=[\s.,;:!)]|$))/gi;

/** Words of a sentence are programs only in quotes, or where they are no words of the language. */
function isProgram(name: string, quoted: boolean): boolean {
	return programNamed(name) !== undefined && (quoted || !english.has(name));
}

const english: ReadonlySet<string> = new Set(
	"a at as batch cat clear column command cut date diff env expand export file find fold head help history hash host install join kill last less link look make man more mount move node open pass paste patch print read rename rev script select service set sleep sort split step strings sum sync tail tee test time touch top trap type uses view wait watch where which who write yes".split(
		" ",
	),
);

/** Denied with the words that follow the name, with some of them, and alone. */
function refusal(words: readonly string[], id: string, setting: AgentModel): Named | undefined {
	const [name = ""] = words;
	const commands = [...words.keys()].map((at) => words.slice(0, at + 1));
	let own = true;
	let byRule = true;
	for (const argv of [...commands, [name, "x"]]) {
		const { effect, rules } = decideWitness(sampleOf(argv), setting);
		if (effect !== "deny") return undefined;
		own &&= rules.some((one) => one.id === id);
		byRule &&= rules.length > 0;
	}
	// What is let through in part is a way out: the message need not name which.
	if (!byRule && rulesFor(setting.agentTree, name, setting.facts).some(({ rule }) => rule.grants !== undefined))
		return undefined;
	return { command: name, own, byRule };
}
