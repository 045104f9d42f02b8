/**
 * An agent's policy with all inheritance settled, as its authors would look for it: each setting and each rule with the line that says it,
 * and of each rule what overrides took out of it.
 */

import { positionAt, type SourceFile, textOf } from "../source/source-file.js";
import type { Span } from "../source/span.js";
import { writeDsl } from "../syntax/dsl/write-dsl.js";
import type { Effect, PolicyFile, RuleKeyword, RuleStatement, Statement } from "../syntax/statements.js";
import { settingText } from "./agent-settings/setting-text.js";
import { clauses } from "./clauses.js";
import { areDisjoint } from "./disjoint.js";
import type { AgentPolicy, Policy, Rule } from "./policy.js";
import { type SettingName, settingNames } from "./settings.js";
import { never, type Test } from "./test.js";
import { withoutExclusions } from "./without-exclusions.js";

/** A policy with the files that it was read from, as `load` hands it out. */
export interface PolicyWithFiles {
	readonly policy: Policy;
	readonly files: readonly PolicyFile[];
	readonly sources: ReadonlyMap<string, SourceFile>;
}

/** A line of a policy. */
export interface Origin {
	readonly file: string;
	readonly line: number;
	/** What it stands in. */
	readonly in: "agent" | "group" | "file";
	/** Of the agent or group; empty outside of both. */
	readonly name: string;
}

export interface FlatSetting {
	readonly name: SettingName;
	/** As a line of a policy would say it. */
	readonly text: string;
	/** The lines that it comes from; none when nobody said anything. */
	readonly origins: readonly (Origin & { readonly override: boolean })[];
}

/** What an override took out of a rule. */
export interface Carving {
	/** Of the override. */
	readonly id: string;
	readonly origin: Origin;
	/** The commands that the rule no longer speaks of. */
	readonly text: string;
}

export interface FlatRule {
	readonly id: string;
	readonly kind: RuleKeyword;
	readonly effect: Effect;
	readonly locked: boolean;
	readonly override: boolean;
	/** In the `.rules` notation, on one line. */
	readonly text: string;
	/** As it stands in its file. */
	readonly source: string;
	readonly origin: Origin;
	/** It stands in another agent or group, or outside of both. */
	readonly inherited: boolean;
	readonly carvings: readonly Carving[];
}

export interface FlatPolicy {
	readonly agent: string;
	readonly extends: readonly string[];
	readonly settings: readonly FlatSetting[];
	/** In the order of the files, and in each as they stand. */
	readonly rules: readonly FlatRule[];
}

/** What holds for an agent and where it was said; nothing for an agent that the policy does not have. */
export function flatPolicy(read: PolicyWithFiles, name: string): FlatPolicy | undefined {
	const agent = read.policy.agents.get(name);
	if (agent === undefined) return undefined;
	const known: Known = {
		...read,
		agent,
		statements: new Map(read.files.flatMap(({ statements }) => rulesIn(statements)).map((one) => [keyOf(one), one])),
		overrides: overridesById(agent.rules),
		kinds: kindsOf(read.files),
	};
	const order = new Map(read.policy.files.map((file, index) => [file, index]));
	const placed = [...agent.rules].sort(
		(a, b) => (order.get(a.span.file) ?? 0) - (order.get(b.span.file) ?? 0) || a.span.start - b.span.start,
	);
	return {
		agent: name,
		extends: agent.extends,
		settings: settingNames.flatMap((setting) => flatSetting(known, setting)),
		rules: placed.map((rule) => flatRule(known, rule)),
	};
}

/** All that is looked up on the way. */
interface Known extends PolicyWithFiles {
	readonly agent: AgentPolicy;
	readonly statements: ReadonlyMap<string, RuleStatement>;
	readonly overrides: ReadonlyMap<string, readonly Rule[]>;
	/** Whether a name is an agent's or a group's, by file and name. */
	readonly kinds: ReadonlyMap<string, "agent" | "group">;
}

function rulesIn(statements: readonly Statement[]): readonly RuleStatement[] {
	return statements.flatMap((statement) => {
		if (statement.kind === "rule") return [statement];
		return statement.kind === "agent" || statement.kind === "group" ? rulesIn(statement.body) : [];
	});
}

/** No two rules begin at the same place. */
function keyOf({ span }: { readonly span: Span }): string {
	return `${span.file}\0${span.start}`;
}

function overridesById(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
	const found = new Map<string, Rule[]>();
	for (const rule of rules) {
		if (!rule.override) continue;
		const same = found.get(rule.id);
		if (same === undefined) found.set(rule.id, [rule]);
		else same.push(rule);
	}
	return found;
}

function kindsOf(files: readonly PolicyFile[]): ReadonlyMap<string, "agent" | "group"> {
	const kinds = new Map<string, "agent" | "group">();
	for (const { file, statements } of files) {
		for (const statement of statements)
			if (statement.kind === "agent" || statement.kind === "group")
				kinds.set(`${file}\0${statement.name.text}`, statement.kind);
	}
	return kinds;
}

function flatSetting(known: Known, name: SettingName): readonly FlatSetting[] {
	const text = settingText(known.agent, name);
	if (text === undefined) return [];
	const origins = known.policy.settingOrigins.get(known.agent.name)?.get(name) ?? [];
	return [
		{
			name,
			text,
			origins: origins.map(({ owner, override, span }) => ({ ...originOf(known, span, owner), override })),
		},
	];
}

function originOf({ kinds, sources }: Known, { file, start }: Span, name: string): Origin {
	const source = sources.get(file);
	return {
		file,
		line: source === undefined ? 1 : positionAt(source, start).line,
		in: kinds.get(`${file}\0${name}`) ?? "file",
		name,
	};
}

function flatRule(known: Known, rule: Rule): FlatRule {
	const statement = known.statements.get(keyOf(rule));
	const source = known.sources.get(rule.span.file);
	return {
		id: rule.id,
		kind: rule.keyword,
		effect: rule.effect,
		locked: rule.locked,
		override: rule.override,
		text: statement === undefined ? rule.id : lineOf(statement),
		source: source === undefined ? "" : textOf(source, rule.span),
		origin: originOf(known, rule.span, rule.owner),
		inherited: rule.owner !== known.agent.name,
		carvings: carvingsOf(known, rule),
	};
}

/** The statement without its comments, on one line: texts in quotes hold no line breaks. */
function lineOf({ comments: _comments, ...statement }: RuleStatement): string {
	return writeDsl({ file: "", notation: "rules", statements: [statement], closing: [] })
		.trimEnd()
		.replaceAll(/\n\s*/g, " ");
}

/** What was taken out of a rule, by the overrides that speak of commands that it speaks of. */
function carvingsOf(known: Known, rule: Rule): readonly Carving[] {
	const { whole, carves } = withoutExclusions(rule.grants ?? rule.restricts ?? never, rule.excludedBy.length);
	return carves.flatMap((carve, index) => {
		if (areDisjoint(whole, carve)) return [];
		const id = rule.excludedBy[index] as string;
		const override = overrideOf(known, id, carve);
		const statement = override && known.statements.get(keyOf(override));
		if (override === undefined || statement === undefined) return [];
		return [{ id, origin: originOf(known, override.span, override.owner), text: subjectOf(statement) }];
	});
}

/** The rule that took it out. Two without ids on one line have the same name. */
function overrideOf({ overrides }: Known, id: string, carve: Test): Rule | undefined {
	const named = overrides.get(id) ?? [];
	const parts = carve.kind === "all" ? carve.tests : [carve];
	// What a redirection leaves standing is asked beside what the override grants.
	const isIts = ({ grants }: Rule): boolean =>
		grants !== undefined && (grants.kind === "all" ? grants.tests : [grants]).every((one) => parts.includes(one));
	return named.find(isIts) ?? named[0];
}

/** The commands that a rule speaks of, without what it says of them: `git fetch, git add within .` */
function subjectOf({ access: _access, people: _people, ...statement }: RuleStatement): string {
	const choosing = statement.clauses.filter((clause) => clauses[clause.keyword].chooses);
	return lineOf({ ...statement, keyword: "allow", locked: false, override: false, clauses: choosing }).slice(
		"allow ".length,
	);
}
