/**
 * Settles all inheritance: from the files of a policy to one flat, order-free list of rules per agent.
 * What an agent, a group or a file states is a *definition*; definitions inherit from what they extend, from their namesakes in imported files,
 * and from what files state outside of any agent.
 */

import type { Program } from "../../engine/knowledge/program.js";
import type { Checked } from "../diagnostic/diagnostic.js";
import { joinQuoted } from "../diagnostic/join-words.js";
import { didYouMean, nearest, respelling } from "../diagnostic/suggest.js";
import type { Span } from "../source/span.js";
import type {
	AgentStatement,
	Effect,
	GroupStatement,
	PolicyFile,
	RuleStatement,
	Statement,
	Text,
} from "../syntax/statements.js";
import { effects, isSetting } from "../syntax/statements.js";
import { joinOrigins, originsIn, type SaidSettings, type SettingOrigins } from "./agent-settings/setting-origins.js";
import { settledSettings } from "./agent-settings/settled-settings.js";
import { applySettings, joinSettings } from "./agent-settings/stated-settings.js";
import { besideRedirects, excluding, redirectsAsked } from "./exclusion.js";
import { Faults, respelt } from "./faults.js";
import { kinds } from "./kinds.js";
import { accessOf, type Lowered, lowerClaim } from "./lower.js";
import { checkOptions } from "./patterns/unknown-options.js";
import type { AgentPolicy, Claim, Expectation, Policy, Rule } from "./policy.js";
import { taughtPrograms } from "./programs.js";
import { ClauseSlips } from "./resolving/clause-slips.js";
import { FileSets } from "./resolving/file-sets.js";
import { LoweredRules } from "./resolving/lowered-rules.js";
import { stepsBefore } from "./resolving/steps-before.js";
import type { GoverningPlaces } from "./self-protection/governing-places.js";
import { selfInImports } from "./self-protection/self-in-imports.js";
import { selfProtection } from "./self-protection/self-protection.js";
import type { Test } from "./test.js";

/** The files of a policy: each with the files that its imports lead to, in order. `roots`: those that were asked for. */
export interface PolicyFiles {
	readonly files: ReadonlyMap<string, { readonly file: PolicyFile; readonly imports: readonly string[] }>;
	readonly roots: readonly string[];
	/** Gives `policy.rules:12` for a span, as a rule's name when its author gave none. */
	readonly placeName: (span: Span) => string;
	/** Where what governs agents lies: what no agent may change. */
	readonly governing: GoverningPlaces;
}

/** Resolves a policy. With errors among the diagnostics the value must not decide anything. */
export function resolve(input: PolicyFiles): Checked<Policy> {
	return new Resolver(input).resolve();
}

/** What inheritance hands on: settings, and rules by a key that tells the same rule with other carvings apart. */
interface Flat extends SaidSettings {
	readonly rules: ReadonlyMap<string, Rule>;
}

const nothing: Flat = { settings: {}, origins: new Map(), rules: new Map() };

interface Definition {
	readonly file: string;
	/** Empty for what a file states outside of any agent. */
	readonly name: string;
	readonly statement?: AgentStatement | GroupStatement;
	readonly body: readonly Statement[];
}

class Resolver {
	private readonly faults = new Faults();
	private readonly definitions = new Map<string, Definition>();
	private readonly flats = new Map<string, Flat>();
	private readonly inherited = new Map<string, ReadonlySet<Definition>>();
	private readonly ids = new Map<string, Span>();
	private readonly origins = new Map<string, SettingOrigins>();
	private readonly engineRules: ReturnType<typeof selfProtection>;
	private readonly sets: FileSets;
	private readonly lowered: LoweredRules;

	constructor(private readonly input: PolicyFiles) {
		this.engineRules = selfProtection(input.governing);
		this.sets = new FileSets(input, this.faults);
		this.lowered = new LoweredRules(this.faults);
	}

	resolve(): Checked<Policy> {
		for (const name of this.input.files.keys()) this.define(name);
		for (const name of this.input.files.keys()) this.sets.of(name);
		const slips = new ClauseSlips(this.faults);
		const taught = this.taughtNames();
		for (const { file } of this.input.files.values()) {
			slips.check(file);
			checkOptions(file, taught, this.faults);
		}
		const agents = new Map<string, AgentPolicy>();
		for (const name of this.agentNames()) agents.set(name, this.agent(name));
		this.checkGroups();
		const policy: Policy = {
			agents,
			settingOrigins: this.origins,
			...this.promises([...agents.keys()]),
			programs: this.programs(),
			files: [...this.input.files.keys()],
		};
		return { value: policy, diagnostics: this.faults.diagnostics };
	}

	/** Registers a file's agents and groups, and its sets. */
	private define(name: string): void {
		const { file } = this.input.files.get(name) as { file: PolicyFile };
		const own = new Map<string, AgentStatement | GroupStatement>();
		for (const statement of file.statements) {
			if (statement.kind !== "agent" && statement.kind !== "group") continue;
			const before = own.get(statement.name.text);
			if (before) {
				this.faults.error(
					"duplicate-agent",
					statement.name.span,
					`\`${statement.name.text}\` is defined twice in this file`,
					`put both bodies together, or let one extend the other; the first is at ${this.input.placeName(before.span)}`,
				);
				continue;
			}
			own.set(statement.name.text, statement);
			this.definitions.set(key(name, statement.name.text), {
				file: name,
				name: statement.name.text,
				statement,
				body: statement.body,
			});
		}
		this.definitions.set(key(name, ""), { file: name, name: "", body: file.statements });
	}

	/** Every agent of the policy; `default` as well when rules stand outside of any agent. */
	private agentNames(): readonly string[] {
		const names = new Set<string>();
		for (const definition of this.definitions.values())
			if (definition.statement?.kind === "agent") names.add(definition.name);
		const outside = [...this.input.files.values()].some(({ file }) =>
			file.statements.some((one) => one.kind === "rule" || isSetting(one, "default")),
		);
		if (outside && !names.has("default")) names.add("default");
		return [...names].sort();
	}

	/** The definitions that a name means, seen from a file: its own, or those of its imports. */
	private visible(file: string, name: string, seen: Set<string> = new Set()): readonly Definition[] {
		if (seen.has(file)) return [];
		seen.add(file);
		const own = this.definitions.get(key(file, name));
		if (own) return [own];
		return this.importsOf(file).flatMap((imported) => this.visible(imported, name, seen));
	}

	private importsOf(file: string): readonly string[] {
		return this.input.files.get(file)?.imports ?? [];
	}

	/** The namesakes in imported files that a definition adds to. */
	private namesakes(definition: Definition): readonly Definition[] {
		const seen = new Set([definition.file]);
		return this.importsOf(definition.file).flatMap((imported) => this.visible(imported, definition.name, seen));
	}

	private agent(name: string): AgentPolicy {
		const seen = new Set<string>();
		const parts = this.input.roots.flatMap((root) => [...this.visible(root, name, seen)]);
		const flat = join([...parts.map((part) => this.flatten(part, [])), ...this.outside(this.input.roots, parts, [])]);
		const { settings, origins } = flat;
		const settled = settledSettings(settings);
		this.origins.set(name, origins);
		return {
			name,
			extends: [...new Set(parts.flatMap((part) => part.statement?.extends.map((parent) => parent.text) ?? []))],
			...settled,
			rules: [...flat.rules.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
			engineRules: this.engineRules[settled.self],
		};
	}

	/**
	 * What files state outside of any agent, for a definition that inherits from these. What comes down through them stays as they override it;
	 * of other files comes what they state themselves, and nothing there is overridden.
	 */
	private outside(
		files: readonly string[],
		parents: readonly Definition[],
		path: readonly Definition[],
	): readonly Flat[] {
		const outermost = (file: string) => this.definitions.get(key(file, "")) as Definition;
		if (parents.length === 0) return files.map((file) => this.flatten(outermost(file), path));
		const inherited = this.closureOf(parents.map((parent) => parent.file));
		const others = [...this.closureOf(files)].filter((file) => !inherited.has(file));
		// Faults in them were found where they were read with what they inherit.
		return others.map((file) => this.onTop(outermost(file), nothing, new Faults()));
	}

	/** Files and everything that they import. */
	private closureOf(files: readonly string[], found: Set<string> = new Set()): ReadonlySet<string> {
		for (const file of files) {
			if (found.has(file)) continue;
			found.add(file);
			this.closureOf(this.importsOf(file), found);
		}
		return found;
	}

	/** A definition with everything that it inherits. `path`: the definitions that lead here. */
	private flatten(definition: Definition, path: readonly Definition[]): Flat {
		const known = this.flats.get(key(definition.file, definition.name));
		if (known) return known;
		if (path.includes(definition)) {
			const names = [...path.slice(path.indexOf(definition)), definition].map((one) => `\`${one.name}\``);
			const span = (definition.statement ?? definition.body[0])?.span ?? { file: definition.file, start: 0, end: 0 };
			this.faults.error(
				"inheritance-cycle",
				span,
				`${names.join(" extends ")}, which goes in a circle`,
				"take one `extends` out",
			);
			return nothing;
		}
		const deeper = [...path, definition];
		const parents = this.parentsOf(definition);
		const outside = definition.name === "" ? [] : this.outside([definition.file], parents, deeper);
		const flat = this.onTop(
			definition,
			join([...parents.map((parent) => this.flatten(parent, deeper)), ...outside]),
			this.faults,
		);
		this.flats.set(key(definition.file, definition.name), flat);
		return flat;
	}

	/** A definition's own statements on top of what it inherits. */
	private onTop(definition: Definition, inherited: Flat, faults: Faults): Flat {
		const body = this.input.roots.includes(definition.file) ? definition.body : selfInImports(definition.body, faults);
		const settings = applySettings(inherited.settings, body, faults);
		const origins = originsIn(inherited, body, definition.name, settings);
		const own = definition.body.filter((statement): statement is RuleStatement => statement.kind === "rule");
		const rules = new Map<string, Rule>();
		const overrides = own.filter((statement) => statement.override);
		for (const [ruleKey, rule] of inherited.rules) {
			const [carvedKey, without] = this.carve(ruleKey, rule, overrides, definition);
			rules.set(carvedKey, without);
		}
		for (const statement of own) {
			const lowered = this.lower(statement, definition);
			if (lowered === undefined) continue;
			const rule = this.rule(statement, definition, lowered);
			rules.set(key(statement.span.file, String(statement.span.start)), rule);
			// What is too much is refused whoever grants it: a rule of its own, that restricts.
			if (lowered.exceeds !== undefined)
				rules.set(key(statement.span.file, `${statement.span.start} limit`), limitRule(rule, lowered.exceeds));
		}
		return { settings, origins, rules };
	}

	private parentsOf(definition: Definition): readonly Definition[] {
		if (definition.name === "")
			return this.importsOf(definition.file).flatMap((imported) => this.visible(imported, ""));
		const named = (definition.statement?.extends ?? []).flatMap((parent) => {
			if (parent.text === definition.name && this.namesakes(definition).length === 0) {
				this.faults.error(
					"inheritance-cycle",
					parent.span,
					`\`${parent.text}\` extends itself`,
					"take the `extends` out",
				);
				return [];
			}
			if (parent.text === definition.name) return [];
			const found = this.visible(definition.file, parent.text);
			if (found.length === 0) this.unknownAgent(parent, definition.file, definition.name);
			return found;
		});
		return [...named, ...this.namesakes(definition)];
	}

	private unknownAgent(name: Text, file: string, own = ""): void {
		const names = [...this.definitions.values()]
			.filter((one) => one.name !== "" && one.name !== own && this.visible(file, one.name).length > 0)
			.map((one) => one.name);
		const imported = this.importsOf(file).find((one) => stemOf(one) === name.text);
		const inside = [...this.definitions.values()].flatMap((one) =>
			one.file === imported && one.name !== "" ? [one.name] : [],
		);
		this.faults.error(
			"unknown-agent",
			name.span,
			`no agent or group is called \`${name.text}\``,
			inside.length > 0
				? `\`${name.text}\` is a file that is imported; it defines ${joinQuoted(inside)}: write \`extends ${inside[0]}\``
				: (didYouMean(name.text, new Set(names)) ?? "define it, or import the file that does"),
			name.span.end - name.span.start === name.text.length ? respelt(name.span, nearest(name.text, names)) : {},
		);
	}

	/** An inherited rule without what the overrides take out of it. */
	private carve(
		ruleKey: string,
		rule: Rule,
		overrides: readonly RuleStatement[],
		definition: Definition,
	): [string, Rule] {
		if (rule.locked || overrides.length === 0) return [ruleKey, rule];
		const access = rule.restricts && redirectsAsked(rule.restricts);
		const carves: Test[] = [];
		const excludedBy: string[] = [];
		let carvedKey = ruleKey;
		for (const statement of overrides) {
			// A constraint that overrides replaces constraints of the same paths; it loosens no denial.
			if (statement.keyword === "constrain" && !(rule.keyword === "constrain" && replacesConstraint(statement, rule)))
				continue;
			const carve = this.lower(statement, definition)?.carves;
			if (carve === undefined) continue;
			carves.push(access === undefined || saysPaths(statement) ? carve : besideRedirects(carve, access));
			excludedBy.push(this.idOf(statement, definition));
			carvedKey += `!${key(statement.span.file, String(statement.span.start))}`;
		}
		if (carves.length === 0) return [ruleKey, rule];
		return [
			carvedKey,
			{
				...rule,
				...(rule.grants ? { grants: excluding(rule.grants, carves) } : {}),
				...(rule.restricts ? { restricts: excluding(rule.restricts, carves) } : {}),
				excludedBy: [...rule.excludedBy, ...excludedBy],
			},
		];
	}

	private lower(statement: RuleStatement, definition: Definition): Lowered | undefined {
		return this.lowered.of(statement, this.sets.of(definition.file));
	}

	private idOf(statement: RuleStatement, definition: Definition): string {
		return this.lower(statement, definition)?.id ?? this.input.placeName(statement.span);
	}

	private rule(statement: RuleStatement, definition: Definition, lowered: Lowered): Rule {
		this.checkId(statement, lowered.id);
		// Without spreads: there may be a hundred thousand of them.
		const rule: { -readonly [Key in keyof Rule]: Rule[Key] } = {
			id: lowered.id ?? this.input.placeName(statement.span),
			keyword: statement.keyword,
			effect: kinds[statement.keyword].effect,
			locked: statement.locked,
			override: statement.override,
			use: lowered.use,
			owner: definition.name,
			excludedBy: [],
			span: statement.span,
		};
		if (statement.keyword === "constrain") rule.access = constrainedBy(statement);
		if (lowered.grants !== undefined) rule.grants = lowered.grants;
		if (lowered.restricts !== undefined) rule.restricts = lowered.restricts;
		if (lowered.message !== undefined) rule.message = lowered.message;
		if (lowered.note !== undefined) rule.note = lowered.note;
		return rule;
	}

	private checkId(statement: RuleStatement, id: string | undefined): void {
		if (id === undefined) return;
		const before = this.ids.get(id);
		if (before && (before.file !== statement.span.file || before.start !== statement.span.start)) {
			const free = this.freeId(id);
			this.faults.error(
				"duplicate-id",
				statement.clauses.find(({ keyword }) => keyword === "id")?.span ?? statement.span,
				`the id \`${id}\` is taken`,
				`the other rule is at ${this.input.placeName(before)}; ids are unique in a policy: \`${free}\` is free`,
				respelt(this.idSpan(statement), free),
			);
		} else this.ids.set(id, statement.span);
	}

	private idSpan(statement: RuleStatement): Span {
		const clause = statement.clauses.find(({ keyword }) => keyword === "id");
		return clause?.keyword === "id" ? clause.text.span : statement.span;
	}

	private freeId(id: string): string {
		let number = 2;
		while (this.ids.has(`${id}-${number}`)) number++;
		return `${id}-${number}`;
	}

	/** Groups that nobody extends are read as well, so that their faults are found. */
	private checkGroups(): void {
		for (const definition of this.definitions.values()) this.flatten(definition, []);
	}

	/**
	 * Expectations and claims, with the agents that they hold for: an agent's hold for it and for everything that extends it, a file's for every agent. Claims bind
	 * whoever imports them; an expectation is an example of its own file, which importers may be stricter than, or loosen.
	 */
	private promises(agents: readonly string[]): { expectations: readonly Expectation[]; claims: readonly Claim[] } {
		const expectations: Expectation[] = [];
		const claims: Claim[] = [];
		for (const definition of this.definitions.values()) {
			if (!definition.body.some(({ kind }) => kind === "expect" || kind === "claim")) continue;
			const holders = this.holders(definition, agents);
			for (const statement of definition.body) {
				if (statement.kind === "expect") {
					const effect = this.effect(statement.effect);
					if (!effect || !this.input.roots.includes(definition.file)) continue;
					const after = statement.after && stepsBefore(statement.after, this.faults);
					for (const agent of holders) {
						expectations.push({
							effect,
							forced: statement.forced,
							...(statement.by ? { by: statement.by.text } : {}),
							...(statement.facts
								? { facts: Object.fromEntries(statement.facts.map(({ fact, value }) => [fact.text, value.text])) }
								: {}),
							...(statement.at ? { at: statement.at.text } : {}),
							...(after === undefined ? {} : { after }),
							command: statement.command.text,
							agent,
							span: statement.span,
						});
					}
				}
				if (statement.kind === "claim") {
					const effect = this.effect(statement.effect);
					const test = lowerClaim(statement, this.sets.of(definition.file), this.faults);
					if (effect) claims.push({ keyword: statement.keyword, effect, test, agents: holders, span: statement.span });
				}
			}
		}
		return { expectations, claims };
	}

	private effect(name: Text): Effect | undefined {
		if ((effects as readonly string[]).includes(name.text)) return name.text as Effect;
		this.faults.error(
			"bad-effect",
			name.span,
			`\`${name.text}\` is no effect`,
			didYouMean(name.text, effects),
			respelling(name, effects),
		);
		return undefined;
	}

	/** The agents that have a definition among what they inherit. */
	private holders(definition: Definition, agents: readonly string[]): readonly string[] {
		if (definition.name === "") return agents;
		return agents.filter((agent) => this.inheritedBy(agent).has(definition));
	}

	/** The definitions of an agent, and all that they inherit from. */
	private inheritedBy(agent: string): ReadonlySet<Definition> {
		const known = this.inherited.get(agent);
		if (known !== undefined) return known;
		const found = new Set(this.input.roots.flatMap((root) => this.visible(root, agent)));
		// What is added on the way is looked at, too.
		for (const one of found) {
			for (const parent of one.statement?.extends ?? [])
				for (const seen of this.visible(one.file, parent.text)) found.add(seen);
			for (const namesake of this.namesakes(one)) found.add(namesake);
		}
		this.inherited.set(agent, found);
		return found;
	}

	/** What the policy teaches itself, no table knows better. */
	private taughtNames(): ReadonlySet<string> {
		const statements = [...this.input.files.values()].flatMap(({ file }) => file.statements);
		return new Set(statements.flatMap((one) => (one.kind === "program" ? [one.name.text] : [])));
	}

	private programs(): ReadonlyMap<string, Program> {
		const programs = new Map<string, Program>();
		for (const { file } of this.input.files.values()) {
			for (const [program, span] of taughtPrograms(file.statements, this.faults)) {
				const before = programs.get(program.name);
				if (before && JSON.stringify(before) !== JSON.stringify(program)) {
					this.faults.error(
						"duplicate-program",
						span,
						`the program \`${program.name}\` is taught twice, and not the same`,
						"put all that it can and all its options into one statement",
					);
				}
				programs.set(program.name, program);
			}
		}
		return programs;
	}
}

/** The rule that refuses what is too much. */
function limitRule({ grants: _, restricts: __, message: ___, ...rule }: Rule, exceeds: Test): Rule {
	return { ...rule, effect: "deny", restricts: exceeds, use: [] };
}

/** One key for two parts; file names hold no NUL. */
function key(file: string, name: string): string {
	return `${file}\0${name}`;
}

/** What several parents hand on together. */
function join(parents: readonly Flat[]): Flat {
	const rules = new Map<string, Rule>();
	for (const parent of parents) for (const [ruleKey, rule] of parent.rules) rules.set(ruleKey, rule);
	const settings = joinSettings(parents.map((parent) => parent.settings));
	return { settings, origins: joinOrigins(parents, settings), rules };
}

/** What a constraint speaks of: paths that are read or written, or hosts. */
function constrainedBy(statement: RuleStatement): NonNullable<Rule["access"]> {
	return statement.access === "network" ? "network" : accessOf(statement);
}

/** Does it say where files may lie, those of redirections too? */
function saysPaths({ keyword, clauses }: RuleStatement): boolean {
	return keyword === "constrain" || clauses.some((one) => one.keyword === "within" || one.keyword === "touching");
}

/** One that speaks of all paths stands for those of reads and of writes; of hosts speaks one that says so. */
function replacesConstraint(statement: RuleStatement, { access }: Rule): boolean {
	return statement.access === undefined ? access !== "network" : constrainedBy(statement) === access;
}

/** The name of a file or a pack as people say it: `pack:guard.rules` is `guard`. */
function stemOf(file: string): string {
	return file.replace(/^.*[/:]/s, "").replace(/\.rules(?:\.(?:ya?ml|json))?$/, "");
}
