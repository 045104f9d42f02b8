/** `narrow-note`: a note or a message says that a grant is for one thing alone, or to look, and nothing in the rule says so. */

import { goalsOf } from "../../../engine/knowledge/goals.js";
import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Program, Usage } from "../../../engine/knowledge/program.js";
import { clauses } from "../../../language/policy/clauses.js";
import type { Span } from "../../../language/source/span.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern, Power, RuleStatement, TextClause } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowedBy } from "../meaning/grants.js";
import { promisesOf } from "../meaning/name-contradictions.js";
import { beginsLooking, lookingWords, narrowWords, runsNothing } from "../meaning/narrow-words.js";
import { ruledOut, unsaidPower } from "../meaning/ruled-out.js";
import { unsaidAct } from "../meaning/unsaid-acts.js";
import { alternativesOf } from "../reading/alternatives.js";
import { isWholeRuleReported } from "../without-effect/rule-already-reported.js";
import { nameContradictsEffect } from "./name-contradicts-effect.js";

export const narrowNote: PolicyLint = {
	name: "narrow-note",
	family: "breadth",
	severity: "warning",
	summary: "a note or a message says that a grant is for little, and the rule grants all that the program does",
	looksAt: "policy",
	check: (subject) => subject.rules().flatMap((stated) => findingOf(stated, subject) ?? []),
};

function findingOf(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement } = stated;
	if (statement.keyword !== "allow" || isBounded(statement, notWhat)) return undefined;
	const texts = statement.clauses.filter((clause): clause is TextClause =>
		["note", "because"].includes(clause.keyword),
	);
	for (const clause of texts) {
		const { text } = clause.text;
		const said = {
			only: narrowWords(text) !== undefined,
			looking: lookingWords(text) !== undefined || beginsLooking(text),
			quiet: runsNothing(text),
		};
		// Where, when and how often is another question than what.
		const isWhere = isBounded(statement, none);
		const begun = beginsLooking(text);
		// A note that says `read-only` is told as a promise that is broken.
		const where = `the \`${clause.keyword}\``;
		if (promisesOf(stated, subject).some((one) => one.where === where) && isPromiseTold(stated, subject)) continue;
		const found = statement.patterns.flatMap((pattern) => {
			const act = alternativesOf(pattern)
				.map((words) => unsaidAct(text, { ...pattern, words: words.map((word) => plainWord(word, pattern)) }))
				.find((one) => one !== undefined);
			const certain =
				(act !== undefined ? `this grants \`${act}\` as well` : undefined) ?? ruledOut(text, pattern, statement);
			const granted =
				certain ??
				listedAlone(text, pattern) ??
				everyTool(text, pattern) ??
				forbiddenAndGranted(text, pattern, statement) ??
				optionMeant(text, pattern) ??
				otherHosts(text, statement) ??
				anyHost(text, pattern, statement) ??
				anyGoal(text, pattern) ??
				grantedWhole(text, pattern, statement) ??
				grantedBy(pattern, isWhere ? { ...said, only: false, looking: begun } : said, isWhere, stated, subject);
			return granted === undefined ? [] : [{ pattern, granted, isCertain: certain !== undefined }];
		});
		// Of several the one of which something is known.
		const power = unsaidPower(text, statement);
		const [first] = statement.patterns;
		const told =
			found.find(({ isCertain }) => isCertain) ??
			(power === undefined || first === undefined ? undefined : { pattern: first, granted: power }) ??
			found.find(({ pattern }) => isKnown(pattern)) ??
			found[0];
		if (told === undefined) continue;
		if (isWholeRuleReported(stated, subject)) return undefined;
		return {
			message: `${clause.keyword === "note" ? "the note" : "the message"} says \`${text}\`, and ${told.granted}`,
			span: clause.span,
			labels: [{ span: told.pattern.span, message: "this is what is granted" }],
			help: "name the subcommands, words and options that are meant: a note binds nobody",
		};
	}
	return undefined;
}

function isKnown({ words: [first] }: Pattern): boolean {
	return programNamed(first?.text ?? "") !== undefined;
}

function plainWord(text: string, { span }: Pattern): Pattern["words"][number] {
	return { kind: "plain", text, span };
}

function isPromiseTold({ statement: { span } }: StatedRule, subject: ValidPolicyContext): boolean {
	const found = told.get(subject) ?? nameContradictsEffect.check(subject, {}).map((one) => one.span);
	told.set(subject, found);
	return found.some(({ file, start }) => file === span.file && span.start <= start && start < span.end);
}

const told = new WeakMap<ValidPolicyContext, readonly Span[]>();

/** What the texts of a rule say of it. */
interface Said {
	/** One thing alone. */
	readonly only: boolean;
	readonly looking: boolean;
	/** Nothing runs. */
	readonly quiet: boolean;
}

/** What the pattern grants beyond what is said, as a message has it. */
function grantedBy(
	pattern: Pattern,
	said: Said,
	isWhere: boolean,
	stated: StatedRule,
	subject: ValidPolicyContext,
): string | undefined {
	const { statement } = stated;
	if (!pattern.exactly && grantsAll(statement) && (said.only || said.looking || said.quiet))
		return "this grants more than that";
	// Whoever bounds where is not told of more than that.
	if (isWhere && !(said.looking && grantsWriting(statement))) return undefined;
	if (isWide(pattern, said, grantsMore(statement)))
		return `this grants ${grantsMore(statement) ? "more than that" : `all that \`${patternText(pattern)}\` does`}`;
	return said.only ? furtherGoal(pattern, stated, subject) : undefined;
}

/** `allow p4 note "p4 sync, p4 edit and p4 opened."`: the text lists the subcommands that are meant. */
function listedAlone(text: string, { exactly, words }: Pattern): string | undefined {
	const [first, ...rest] = words;
	if (exactly || first?.kind !== "plain" || rest.length > 0 || !/^[\w.-]{2,}$/.test(first.text)) return undefined;
	const name = first.text.replaceAll(/[^\w-]/g, "\\$&");
	const listed = new Set(
		[...text.matchAll(new RegExp(`(?<![\\w./-])${name} ([a-z][a-z-]+)(?![\\w-])`, "g"))].flatMap(([, word = ""]) =>
			joining.test(word) ? [] : [word],
		),
	);
	return listed.size >= 2 ? `this grants all that \`${first.text}\` does` : undefined;
}

const joining =
	/^(?:is|are|and|or|to|for|in|on|with|does|can|may|runs?|the|a|at|by|of|from|not|only|that|which|has|shows?|itself|alone|commands?|jobs?|files?)$/;

/** `allow mcp.cms.* note "Reading articles only."`: every tool of the server, whatever it does. */
function everyTool(text: string, { words }: Pattern): string | undefined {
	const [, server] = /^mcp\.([\w-]+)\.\*+$/.exec(words[0]?.text ?? "") ?? [];
	const isNarrow = narrowWords(text) !== undefined || /\b(?:only|alone|nothing else)\b/i.test(text);
	return server !== undefined && isNarrow && (lookingWords(text) !== undefined || beginsLooking(text))
		? `this grants every tool of the server \`${server}\`, those that change something among them`
		: undefined;
}

/** `blender granting everything note "Renders; scripts stay forbidden."` */
function forbiddenAndGranted(text: string, { words }: Pattern, statement: RuleStatement): string | undefined {
	const said =
		/\b(?:stays?|remains?|(?:is|are)) (?:forbidden|denied|refused|blocked|prohibited|off[- ]limits|not (?:allowed|permitted|granted))\b/i.exec(
			text,
		);
	return grantsAll(statement) && said !== null
		? `\`granting everything\` lets \`${words.map((one) => one.text).join(" ")}\` do whatever its options ask for, that too`
		: undefined;
}

/** `allow gpg note "Checks signatures of upstream."`: the text speaks of what one option of many asks for. */
function optionMeant(text: string, { exactly, words }: Pattern): string | undefined {
	const [first, ...rest] = words;
	const program = first?.kind === "plain" && rest.length === 0 && !exactly ? programNamed(first.text) : undefined;
	if (program === undefined || Object.keys(program.subcommands).length > 0) return undefined;
	const acts = program.options.flatMap(({ names }) =>
		names.flatMap((name) => /^--([a-z]+)(?:-[a-z-]+)?$/.exec(name)?.[1] ?? []),
	);
	const own = [...new Set(acts)].filter((one) => deeds.has(one));
	const meant = own.find((one) => deeds.get(one)?.test(text) === true);
	const others = own.filter((one) => one !== meant);
	return meant === undefined || others.length < 2 || others.some((one) => deeds.get(one)?.test(text) === true)
		? undefined
		: `this grants all that \`${first?.text}\` does: \`--${others[0]}\` and \`--${others[1]}\` among it`;
}

/** Options that are what a program is run for, and how a text speaks of them. */
const deeds: ReadonlyMap<string, RegExp> = new Map([
	[
		"verify",
		/\b(?:verif(?:y|ies|ied|ying)|check(?:s|ed|ing)? (?:the |all |of )?(?:\w+ )?signatures?|signatures?[^.;]{0,40} (?:is|are) (?:only )?(?:checked|verified))\b/i,
	],
	["sign", /\b(?:signs?|signed|signing)\b/i],
	["encrypt", /\bencrypt(?:s|ed|ing|ion)?\b/i],
	["decrypt", /\bdecrypt(?:s|ed|ing|ion)?\b/i],
	["import", /\bimport(?:s|ed|ing)?\b/i],
	["export", /\bexport(?:s|ed|ing)?\b/i],
	["delete", /\b(?:delet(?:e|es|ed|ing)|remov\w+)\b/i],
	["list", /\blist(?:s|ed|ing)?\b/i],
	["create", /\b(?:creat\w+|packs?|packed)\b/i],
	["extract", /\b(?:extract\w*|unpack\w*)\b/i],
	["install", /\binstall\w*\b/i],
	["remove", /\b(?:remov\w+|uninstall\w*)\b/i],
]);

/** `./gradlew test`: goals may follow, and are other ones. */
function furtherGoal({ exactly, words }: Pattern, stated: StatedRule, subject: ValidPolicyContext): string | undefined {
	const [program = "", ...operands] = words.map(({ text }) => text);
	if (exactly || words.some(({ kind, text }) => kind !== "plain" || /^-|[*?[{]/.test(text))) return undefined;
	const goals = goalsOf(program, operands);
	if (goals === undefined || operands.length <= goals.before) return undefined;
	const open = allowedBy(stated, [[program, ...operands, "x"]], subject);
	return open === undefined
		? undefined
		: `more may follow: \`${witnessCommandLine(open)}\` is allowed as well, for ${goals.why}`;
}

/** `composer granting everything note "Installs what the lock file says."`: one of many subcommands is what is spoken of. */
function grantedWhole(text: string, { exactly, words }: Pattern, statement: RuleStatement): string | undefined {
	const [first, ...rest] = words;
	if (exactly || first?.kind !== "plain" || rest.length > 0 || !grantsAll(statement)) return undefined;
	const program = programNamed(first.text);
	const verb = /^(\w+?)e?s\b(?! and\b|,)/i.exec(text)?.[1]?.toLowerCase();
	if (program === undefined || verb === undefined || /[,;]|\band\b/.test(text)) return undefined;
	const names = Object.keys(program.subcommands).filter((name) => !name.includes(" "));
	const isOne = names.length >= manySubcommands && names.some((name) => name === verb || name === `${verb}e`);
	return isOne ? `this grants all that \`${first.text}\` does` : undefined;
}

const manySubcommands = 5;

/** `allow ./gradlew note "Runs the unit tests."`: any other goal as well. */
function anyGoal(text: string, { exactly, words }: Pattern): string | undefined {
	const isBundled = words[0]?.text === "bundle" && words[1]?.text === "exec";
	const [first, ...rest] = isBundled ? words.slice(2) : words;
	if (exactly || first?.kind !== "plain" || rest.length > 0 || !saysTests.test(text)) return undefined;
	const runsGoals = goalsOf(first.text, []) !== undefined || first.text === "fastlane";
	return runsGoals ? `this grants whatever goal \`${first.text}\` is given` : undefined;
}

const saysTests =
	/^(?:only |just )?(?:(?:builds?|compiles?|lints?|checks?)(?: the \w+)?(?:,| and| or) )*(?:(?:lanes?|tasks?|goals?|targets?|scripts?) )?(?:runs?|starts?|for) (?:(?:the|its|our|all|unit|integration) )*tests?(?: alone| only)?\.?$/i;

/** `allow psql at db-test.corp.example, db-prod.corp.example note "Test and development only."` */
function otherHosts(text: string, { clauses: own }: RuleStatement): string | undefined {
	if (narrowWords(text) === undefined || !/\b(?:test|staging|dev|development|sandbox)\b/i.test(text)) return undefined;
	if (/\bprod(?:uction)?\b|\blive\b/i.test(text)) return undefined;
	const hosts = own.flatMap((clause) => (clause.form === "hosts" && clause.keyword === "at" ? clause.hosts : []));
	const live = hosts.find(
		(one) => !one.negated && /(?:^|[.-])(?:prod|prd|production|live)(?:[.-]|\d*$)/.test(one.text),
	);
	return live === undefined ? undefined : `\`${live.text}\` is among the hosts of the rule`;
}

/** `allow web.fetch because "Only the documentation at docs.corp.example."`: any other host as well. */
function anyHost(text: string, { words: [first] }: Pattern, { clauses: own }: RuleStatement): string | undefined {
	if (own.some(({ form }) => form === "hosts") || first?.kind !== "plain") return undefined;
	const quoted = /^was [`'"]/i.test(text);
	if (!quoted && !/\b(?:only|just|alone|nothing but)\b/i.test(text)) return undefined;
	const [host] = hostName.exec(text.replace(/[\w+]+:\/\//g, " ")) ?? [];
	const talks = programNamed(first.text)?.powers.includes("network") === true;
	return host !== undefined && talks
		? `\`${first.text}\` may talk to any host: no \`at ${host}\` bounds it`
		: undefined;
}

const hostName =
	/(?<![\w./@-])(?:localhost|127\.0\.0\.1|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|example|test|internal|local|corp|co|app|cloud))(?![\w(-]|\.\w)/;

function grantsAll({ clauses: own }: RuleStatement): boolean {
	return powersOf(own).includes("everything");
}

function grantsWriting({ clauses: own }: RuleStatement): boolean {
	return powersOf(own).some((power) => power === "write" || power === "delete");
}

function powersOf(own: RuleStatement["clauses"]): readonly string[] {
	return own.flatMap((clause) => (clause.keyword === "granting" ? clause.powers.map(({ text }) => text) : []));
}

/** Something of the rule says which commands are meant, besides the patterns. */
function isBounded({ clauses: own }: RuleStatement, except: ReadonlySet<string>): boolean {
	return own.some(({ keyword }) => clauses[keyword].chooses && keyword !== "granting" && !except.has(keyword));
}

const none: ReadonlySet<string> = new Set();
/** They say where, when and for how long. */
const notWhat: ReadonlySet<string> = new Set([
	"at",
	"at-most",
	"at most",
	"within",
	"when",
	"until",
	"after",
	"before",
]);

function grantsMore({ clauses: own }: RuleStatement): boolean {
	return own.some(({ keyword }) => keyword === "granting");
}

/** The pattern names a program, or a subcommand, and nothing of what it is to do; and that is much. */
function isWide({ exactly, words }: Pattern, { only, looking, quiet }: Said, more: boolean): boolean {
	const [first, ...rest] = words;
	if (exactly || first?.kind !== "plain" || /[*?[{]/.test(first.text)) return false;
	const program = programNamed(first.text);
	if (program === undefined) return only && rest.length === 0;
	const said = rest.map(({ text }) => text).join(" ");
	const usages = usagesBelow(program, said);
	const brings = (powers: readonly Power[]): boolean =>
		usages.some((usage) => usage.powers.some((power) => powers.includes(power)));
	const runsAny = usages.some(({ runs }) => runs !== undefined);
	if (quiet && brings(["exec", "code"])) return true;
	if (!only && !looking) return false;
	// Tests, plans and builds run the code of a project, and that is what they are for.
	const telling = rest.length === 0 ? strong : strong.filter((one) => one !== "code");
	return usages.length > 0 && (more || runsAny || brings(telling));
}

/** The program with all of its subcommands, or the subcommands that begin with these words. */
function usagesBelow(program: Program, said: string): readonly Usage[] {
	const below = Object.entries(program.subcommands).filter(
		([name]) => said === "" || name === said || name.startsWith(`${said} `),
	);
	return [...(said === "" ? [program] : []), ...below.map(([, usage]) => usage)];
}

/** What is more than to look. */
const strong: readonly Power[] = ["exec", "code", "delete", "privilege", "persistence"];
