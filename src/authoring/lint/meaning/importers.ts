/**
 * What could a file notice that imports a policy? Groups, agents, sets and what stands outside of agents are there for others to build on, under other
 * defaults, with overrides, and beside rules that nobody knows here. Files are made up that do so in every way that tells two policies apart.
 */

import { compile } from "../../../engine/decide/compile.js";
import { syntaxFeatures } from "../../../engine/request/request.js";
import { hasErrors } from "../../../language/diagnostic/diagnostic.js";
import type { AgentPolicy, Policy, Rule } from "../../../language/policy/policy.js";
import { resolve } from "../../../language/policy/resolve.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import { readDsl } from "../../../language/syntax/dsl/read-dsl.js";
import type { Pattern, PolicyFile, Statement } from "../../../language/syntax/statements.js";
import { governingPlaces } from "../../../runtime/harnesses/places/governing-places.js";
import { anySymbolicWorld } from "../../analysis/agent-model.js";
import { difference } from "../../analysis/changes/difference.js";
import { settingChanges } from "../../analysis/changes/setting-changes.js";

/** A policy as others may import it. */
export interface Importable {
	readonly files: readonly PolicyFile[];
	/** The files that may be imported: those that are changed. */
	readonly roots: readonly string[];
	readonly imports: ReadonlyMap<string, readonly string[]>;
}

/** Why some file that imports the policy could decide otherwise afterwards; undefined where none does. */
export function changeForImporters(before: Importable, after: Importable, steps?: number): string | undefined {
	for (const root of before.roots) {
		const both = [before, after] as const;
		const names = namesIn(before, root);
		const [old, now] = both.map((one) => imported(heirsOf(names), one, root));
		if (old === undefined) continue;
		if (now === undefined) return "a file that imports this one could not be read any more";
		if (JSON.stringify([...old.programs]) !== JSON.stringify([...now.programs]))
			return "it would change what a program is taken for in files that import this one";
		const sameSets = saidInSets(before) === saidInSets(after);
		// Where nothing changes for whoever extends a name, nothing does for those here that extend it.
		const changed = names.filter(
			(name, at) =>
				!(sameSets && said(name, before) === said(name, after)) &&
				[heir(at), besideLoose(at)].some((agent) => standing(old, agent) !== standing(now, agent)),
		);
		const why =
			first(changed, (name) =>
				changeForHeirs(name, old.agents.get(heir(names.indexOf(name)))?.rules ?? [], both, root, steps),
			) ?? (sameSets ? undefined : changeOfSets(both, root, steps));
		if (why !== undefined) return why;
	}
	return undefined;
}

/**
 * The policy as it would be if imported files said nothing: no rules, no settings, each set names what nobody has. A fix that takes out what an import says as well
 * shows there. Undefined where nothing is imported, or where it could not be read.
 */
export function besideSilentImports({ files, roots, imports }: Importable): Policy | undefined {
	if (files.every((one) => roots.includes(one.file))) return undefined;
	const silent = files.map((one) =>
		roots.includes(one.file) ? one : { ...one, statements: one.statements.flatMap(silenced) },
	);
	const resolved = resolve({
		files: new Map(silent.map((one) => [one.file, { file: one, imports: imports.get(one.file) ?? [] }])),
		roots,
		placeName: (span) => `${span.file}:${span.start}`,
		governing: governingPlaces(),
	});
	return hasErrors(resolved.diagnostics) ? undefined : resolved.value;
}

/** A pattern of the same sort that no author writes. */
function nobodys(pattern: Pattern): Pattern {
	const [word, ...more] = pattern.words;
	if (word === undefined) return pattern;
	return {
		...pattern,
		words: [{ ...word, kind: "plain", text: `${/^-*/.exec(word.text)?.[0]}${prefix}element` }, ...more],
	};
}

/** Names that others may speak of stay. */
function silenced(statement: Statement): readonly Statement[] {
	switch (statement.kind) {
		case "import":
		case "program":
			return [statement];
		case "set":
			return [{ ...statement, patterns: statement.patterns.slice(0, 1).map(nobodys) }];
		case "agent":
		case "group":
			return [{ ...statement, body: [] }];
		default:
			return [];
	}
}

const file = "importing.rules";
/** No author writes such names. */
const prefix = "importing-0-";
const heir = (at: number): string => `${prefix}heir-${at}`;
const besideLoose = (at: number): string => `${prefix}loose-${at}`;
const loose = `${prefix}loose`;

/** What others can extend: the agents and groups that a file sees. What it states outside of them has the empty name. */
function namesIn({ files, imports }: Importable, root: string): readonly string[] {
	const seen = new Set([root]);
	for (const one of seen) for (const next of imports.get(one) ?? []) seen.add(next);
	const names = files.flatMap((one) =>
		seen.has(one.file)
			? one.statements.flatMap((statement) =>
					statement.kind === "agent" || statement.kind === "group" ? [statement.name.text] : [],
				)
			: [],
	);
	return ["", ...new Set(names)];
}

/** An agent that extends each name, and one that extends something else as well which allows all there is. */
function heirsOf(names: readonly string[]): string {
	const agents = names.flatMap((name, at) => [
		agentText(heir(at), [name], []),
		agentText(besideLoose(at), [name, loose], []),
	]);
	const settings = ["default allow", "unreadable ask", "self writable", `syntax ${syntaxFeatures.join(", ")}`];
	return `group ${loose} {\n${settings.map((line) => `  ${line}\n`).join("")}}\n${agents.join("")}`;
}

function agentText(name: string, parents: readonly string[], lines: readonly string[]): string {
	const some = parents.filter((parent) => parent !== "");
	const extending = some.length === 0 ? "" : ` extends ${some.join(", ")}`;
	return `agent ${name}${extending} {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

/** The policy of a file that imports this one; undefined where it has errors. */
function imported(text: string, policy: Importable, root: string): Policy | undefined {
	const read = readDsl(file, text);
	const files = new Map(
		policy.files.map((one) => [one.file, { file: one, imports: policy.imports.get(one.file) ?? [] }]),
	);
	files.set(file, { file: read.value, imports: [root] });
	const resolved = resolve({
		files,
		roots: [file],
		placeName: (span) => `${span.file}:${span.start}`,
		governing: governingPlaces(),
	});
	return hasErrors([...read.diagnostics, ...resolved.diagnostics]) ? undefined : resolved.value;
}

/** What the files say of an agent or a group, or outside of them. */
function said(name: string, { files }: Importable): string {
	const statements = files.flatMap((one) => {
		const own = one.statements.filter((statement) =>
			statement.kind === "agent" || statement.kind === "group" ? statement.name.text === name : name === "",
		);
		return own.length === 0 ? [] : [[one.file, own]];
	});
	return JSON.stringify(statements, (key, value: unknown) =>
		key === "span" || key === "comments" ? undefined : value,
	);
}

/** All that an heir of it has, without places and words. */
function standing(policy: Policy, name: string): string {
	const { rules, ...settings } = policy.agents.get(name) as AgentPolicy;
	const meanings = rules.map(({ effect, grants, restricts, locked, access }) =>
		JSON.stringify([effect, grants, restricts, locked, access]),
	);
	return JSON.stringify([settings, [...new Set(meanings)].sort()]);
}

/**
 * At each command an heir has all rules that it inherits, or those that no override takes out: locked ones, or all but constraints. Whatever it adds and
 * however it is combined with others, it decides alike if what is left grants and raises alike: that shows where the default is the loosest, and the strictest.
 */
const ways: readonly (readonly string[])[] = [
	["override default allow"],
	["override default deny"],
	["override default deny", "override allow * granting everything"],
];
const waysWithConstraints = ["* to /", "reads of * to /", "writes of * to /", "network of * to *"].flatMap(
	(constraint) => ["allow", "deny"].map((effect) => [`override default ${effect}`, `override constrain ${constraint}`]),
);

function changeForHeirs(
	name: string,
	rules: readonly Rule[],
	both: readonly [Importable, Importable],
	root: string,
	steps?: number,
): string | undefined {
	const constrained = rules.some(({ keyword, locked }) => keyword === "constrain" && !locked);
	const text = [...ways, ...(constrained ? waysWithConstraints : [])]
		.map((lines, at) => agentText(heir(at + 1), [name], lines))
		.join("");
	const [before, after] = both.map((one) => imported(`${heirsOf([name])}${text}`, one, root));
	if (before === undefined) return undefined;
	const what = name === "" ? "a file that imports this one" : `who extends \`${name}\` in another file`;
	if (after === undefined) return `${what} could not be read any more`;
	return told(before, after, what, steps);
}

function told(before: Policy, after: Policy, what: string, steps?: number): string | undefined {
	const ours = [...before.agents.keys()].filter((name) => name.startsWith(prefix));
	const settings = ours.flatMap((name) => settingChanges(before.agents.get(name), after.agents.get(name), name));
	if (settings.length > 0) return `it would change a setting of ${what}`;
	// Those that only show settings decide as one of the others does.
	const deciding = ours.filter((name) => name !== heir(0) && name !== besideLoose(0));
	const [old, now] = [before, after].map((policy) =>
		compile({ ...policy, agents: new Map([...policy.agents].filter(([name]) => deciding.includes(name))) }, {}),
	) as [ReturnType<typeof compile>, ReturnType<typeof compile>];
	const found = difference(old, now, anySymbolicWorld, steps);
	if (found.changes.length > 0) return `it would change what ${what} may run`;
	return found.unsettled.length > 0
		? `whether it changes a decision of ${what} is not settled: put it in by hand if it is meant for them, too`
		: undefined;
}

function saidInSets({ files }: Importable): string {
	const sets = files.flatMap(({ file: name, statements }) =>
		statements.flatMap((one) =>
			one.kind === "set" ? [[name, one.name.text, one.patterns.map(patternText)] as const] : [],
		),
	);
	return JSON.stringify(sets);
}

/** What a set may stand for: programs, operands, and paths. */
const uses: readonly ((set: string) => string)[] = [
	(set) => `allow ${set} granting everything`,
	(set) => `deny ${set}`,
	(set) => `deny quux ${set}`,
	(set) => `allow quux ${set}`,
	(set) => `deny * touching ${set}`,
	(set) => `allow * within ${set} granting everything`,
];

function changeOfSets(both: readonly [Importable, Importable], root: string, steps?: number): string | undefined {
	const sets = both[0].files.flatMap(({ statements }) =>
		statements.flatMap((one) => (one.kind === "set" ? [one.name.text] : [])),
	);
	const user = `${prefix}user`;
	for (const set of new Set(sets)) {
		for (const use of uses) {
			const line = use(`@${set}`);
			const text = agentText(user, [], [`default ${line.startsWith("deny") ? "allow" : "deny"}`, line]);
			const [before, after] = both.map((one) => imported(text, one, root));
			if (before === undefined) continue;
			const what = `a file that imports this one and names \`@${set}\``;
			if (after === undefined) return `${what} could not be read any more`;
			const [old, now] = [before, after].map((policy) => alone(user, policy)) as [Policy, Policy];
			if (standing(old, user) === standing(now, user)) continue;
			const why = told(old, now, what, steps);
			if (why !== undefined) return why;
		}
	}
	return undefined;
}

/** Only the rule that is made up: what is inherited must not hide it. */
function alone(name: string, policy: Policy): Policy {
	const agent = policy.agents.get(name) as AgentPolicy;
	const rules = agent.rules.filter((rule: Rule) => rule.span.file === file);
	return { ...policy, agents: new Map([[name, { ...agent, rules }]]) };
}

function first<T>(list: readonly T[], ask: (one: T) => string | undefined): string | undefined {
	for (const one of list) {
		const found = ask(one);
		if (found !== undefined) return found;
	}
	return undefined;
}
