/** What authors say in names and texts that the commands of a rule, or of an agent, do not do. */
import type { Span } from "../../../language/source/span.js";
import type { Statement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";

/** `read-only`: nothing is changed. `role`: whoever is called so looks, and may run what looks, such as tests. `safe`: nothing unexpected is. `no-delete`: nothing is lost. `offline`: nobody is talked to. */
export type Promised = "read-only" | "role" | "safe" | "no-delete" | "offline";

export interface StatedPromise {
	readonly what: Promised;
	/** The author's words. */
	readonly text: string;
	/** Where they stand: `the id`, `the group`. */
	readonly where: string;
	readonly span: Span;
	/** It is said of this agent; absent: of all that have the rule. */
	readonly agent?: string;
}

/** What a rule's id and texts say of it, the sets that it names, and the group or agent that it stands in. */
export function promisesOf(
	{ statement, owner, file }: StatedRule,
	subject: ValidPolicyContext,
): readonly StatedPromise[] {
	const found: StatedPromise[] = [];
	for (const clause of statement.clauses) {
		if (clause.keyword === "id") found.push(...inName(clause.text.text, "the id", clause.span));
		if (clause.keyword === "note" || clause.keyword === "because")
			found.push(...inText(clause.text.text, `the \`${clause.keyword}\``, clause.span));
	}
	for (const { words } of statement.patterns)
		for (const { kind, text, span } of words) if (kind === "set") found.push(...inName(text, "the set", span));
	if (owner !== "") {
		const block = file.statements.find(
			(one): one is Extract<Statement, { readonly kind: "agent" | "group" }> =>
				(one.kind === "agent" || one.kind === "group") && one.name.text === owner && contains(one.span, statement.span),
		);
		if (block !== undefined) {
			found.push(...promisesOfBlock(owner, `the ${block.kind}`, block.name.span));
			found.push(...inComment(block));
		}
	}
	for (const { name, promises } of inheriting(subject, owner, statement.span))
		found.push(...promises.map((one) => ({ ...asInherited(one), agent: name })));
	return found;
}

/** What is written above an agent or a group. */
function inComment({
	comments,
	name,
}: Extract<Statement, { readonly kind: "agent" | "group" }>): readonly StatedPromise[] {
	const said = (comments?.before ?? []).filter((one) => !one.includes("lint-ignore")).join(" ");
	return inText(said, "the comment", name.span);
}

/** Whoever looks has more from others than what shows: only who says that nothing is changed is held to it there. */
function asInherited(one: StatedPromise): StatedPromise {
	return one.what === "read-only" &&
		one.where !== "the comment" &&
		!/read[-_.]?only|(?:^|[-_.])ro(?=$|[-_.])/i.test(one.text)
		? { ...one, what: "role" }
		: one;
}

interface Named {
	readonly name: string;
	readonly promises: readonly StatedPromise[];
	/** Places of the rules that it has. */
	readonly has: ReadonlySet<string>;
}

const promising = new WeakMap<ValidPolicyContext, readonly Named[]>();

/** Agents of the files that were asked for whose names say something, and that have the rule from elsewhere. */
function inheriting(subject: ValidPolicyContext, owner: string, span: Span): readonly Named[] {
	const known = promising.get(subject) ?? promisingAgents(subject);
	promising.set(subject, known);
	return known.filter(({ name, has }) => name !== owner && has.has(placeKey(span)));
}

function promisingAgents({ ownStatements, policy }: ValidPolicyContext): readonly Named[] {
	return ownStatements().flatMap(({ statement }) => {
		if (statement.kind !== "agent") return [];
		const { text: name, span } = statement.name;
		const promises = [...promisesOfBlock(name, "the agent", span), ...inComment(statement)];
		if (promises.length === 0) return [];
		return [{ name, promises, has: new Set(policy.agents.get(name)?.rules.map((rule) => placeKey(rule.span))) }];
	});
}

function placeKey({ file, start }: Span): string {
	return `${file}\0${start}`;
}

function contains(outer: Span, inner: Span): boolean {
	return outer.start <= inner.start && inner.end <= outer.end;
}

/** Names are words and parts of words joined by `-`, `_` or `.`. */
const names: readonly (readonly [Promised, RegExp])[] = [
	[
		"read-only",
		/(?:^|[-_.])(?:read[-_.]?only|ro|look(?:ing|up)?|inspect(?:ion|or|ors)?|view(?:er|ers|ing)?|observers?)(?=$|[-_.])/i,
	],
	["safe", /(?:^|[-_.])(?:safe|harmless)(?=$|[-_.])/i],
	["no-delete", /(?:^|[-_.])(?:no|never)[-_.]?delet(?:e|es|ing|ion)(?=$|[-_.])/i],
	["offline", /(?:^|[-_.])(?:offline|air[-_.]?gapped|(?:no|without)[-_.]?(?:network|net|internet))(?=$|[-_.])/i],
];

/** In a sentence it takes more than one word to be sure what is meant. */
const texts: readonly (readonly [Promised, RegExp])[] = [
	[
		"read-only",
		/\b(?:read[- ]?only|only (?:reads?|looks?|inspects?|shows?)|(?:reads?|looks?) only|(?:writes?|changes?) nothing|(?:does|do) not (?:write|change) (?:anything|files)|never writes?|(?:writes?|changes?|edits?|creates?|modif(?:y|ies))(?:,? (?:and |or )?(?!and\b|or\b)\w+){0,3} no (?:files?|code|documents?|data|thing))\b/i,
	],
	["no-delete", /\b(?:never deletes?|deletes? nothing|(?:does|do) not delete|nothing is deleted)\b/i],
	[
		"offline",
		/\b(?:offline|no network(?: access)?|without (?:the )?network|(?:does|do) not use the network|never uses the network)\b/i,
	],
];

const denied = /\b(?:not|isn't|aren't|non|never|no longer|except|unless|but)[- ]+(?:\w+ )?$/i;

/** What an agent's name says. */
export function promisesOfName(name: string, span: Span): readonly StatedPromise[] {
	return inName(name, "the agent", span);
}

/** What the name of an agent or a group says: it may name the work of those who look. */
function promisesOfBlock(name: string, where: string, span: Span): readonly StatedPromise[] {
	const said = inName(name, where, span);
	return said.length === 0 && roles.test(name) ? [{ what: "role", text: name, where, span }] : said;
}

const roles = /(?:^|[-_.])(?:reviews?|reviewers?|audits?|auditors?|readers?)$/i;

function inName(text: string, where: string, span: Span): readonly StatedPromise[] {
	return names.flatMap(([what, form]) =>
		form.test(text) && !/(?:^|[-_.])(?:not|non|un)[-_.]/i.test(text) ? [{ what, text, where, span }] : [],
	);
}

function inText(text: string, where: string, span: Span): readonly StatedPromise[] {
	return texts.flatMap(([what, form]) => {
		const found = form.exec(text);
		return found === null || denied.test(text.slice(0, found.index)) ? [] : [{ what, text: found[0], where, span }];
	});
}
