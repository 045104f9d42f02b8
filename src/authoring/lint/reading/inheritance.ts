/** What an agent or a group inherits: from whom, and which settings. */

import { applySettings, joinSettings, type Settings } from "../../../language/policy/agent-settings/stated-settings.js";
import { Faults } from "../../../language/policy/faults.js";
import { selfInImports } from "../../../language/policy/self-protection/self-in-imports.js";
import type { AgentStatement, GroupStatement, Statement } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";

/** An agent or a group as one file states it; without a name, what the file states outside of both. */
export interface Heir {
	readonly file: string;
	readonly name: string;
	readonly statement?: AgentStatement | GroupStatement;
	readonly body: readonly Statement[];
}

export interface Inheritance {
	/** The agents and groups of the files that were asked for. */
	readonly own: readonly (Heir & { readonly statement: AgentStatement | GroupStatement })[];
	/** What a name means in a file: its own, or those of its imports. */
	readonly named: (name: string, file: string) => readonly Heir[];
	/** What it extends, and its namesakes in imported files. */
	readonly parentsOf: (heir: Heir) => readonly Heir[];
	/** Itself, and everything that it inherits from, but for what files state outside of agents. */
	readonly closureOf: (heir: Heir) => ReadonlySet<Heir>;
	/** The settings that it has before it says its own. */
	readonly inheritedSettings: (heir: Heir) => Settings;
}

const known = new WeakMap<LintContext, Inheritance>();

export function inheritanceOf(subject: LintContext): Inheritance {
	const made = known.get(subject) ?? makeInheritance(subject);
	known.set(subject, made);
	return made;
}

function makeInheritance({ files, imports, roots }: LintContext): Inheritance {
	const heirs = new Map<string, Heir>();
	for (const { file, statements } of files) {
		heirs.set(keyOf(file, ""), { file, name: "", body: statements });
		for (const statement of statements) {
			if (statement.kind !== "agent" && statement.kind !== "group") continue;
			const key = keyOf(file, statement.name.text);
			if (!heirs.has(key)) heirs.set(key, { file, name: statement.name.text, statement, body: statement.body });
		}
	}
	const importsOf = (file: string): readonly string[] => imports.get(file) ?? [];
	const named = (name: string, file: string, seen = new Set<string>()): readonly Heir[] => {
		if (seen.has(file)) return [];
		seen.add(file);
		const own = heirs.get(keyOf(file, name));
		return own === undefined ? importsOf(file).flatMap((one) => named(name, one, seen)) : [own];
	};
	const parents = new Map<Heir, readonly Heir[]>();
	const parentsOf = (heir: Heir): readonly Heir[] => {
		const found = parents.get(heir) ?? findParents(heir);
		parents.set(heir, found);
		return found;
	};
	const findParents = ({ file, name, statement }: Heir): readonly Heir[] => {
		const seen = new Set([file]);
		const namesakes = importsOf(file).flatMap((one) => named(name, one, seen));
		const extended = (statement?.extends ?? []).filter(({ text }) => text !== name);
		return [...extended.flatMap(({ text }) => named(text, file)), ...namesakes];
	};
	const closureOf = (heir: Heir, found = new Set<Heir>()): ReadonlySet<Heir> => {
		if (found.has(heir)) return found;
		found.add(heir);
		for (const parent of parentsOf(heir)) closureOf(parent, found);
		return found;
	};
	const filesFrom = (starts: readonly string[], found = new Set<string>()): ReadonlySet<string> => {
		for (const file of starts) {
			if (found.has(file)) continue;
			found.add(file);
			filesFrom(importsOf(file), found);
		}
		return found;
	};

	const countingIn = ({ file, body }: Heir): readonly Statement[] =>
		roots.includes(file) ? body : selfInImports(body, new Faults());
	const settled = new Map<Heir, Settings>();
	const settingsOf = (heir: Heir): Settings => {
		const done = settled.get(heir);
		if (done !== undefined) return done;
		// A circle is an error, and ends here all the same.
		settled.set(heir, {});
		const made = applySettings(inheritedSettings(heir), countingIn(heir), new Faults());
		settled.set(heir, made);
		return made;
	};
	const outermost = (file: string): Heir => heirs.get(keyOf(file, "")) ?? { file, name: "", body: [] };
	const inheritedSettings = (heir: Heir): Settings => {
		const above = parentsOf(heir);
		return joinSettings([...above.map(settingsOf), ...(heir.name === "" ? [] : outside(heir, above))]);
	};
	/** As `resolve` has it: what comes down through parents stays as they override it; of other files comes what they state themselves. */
	const outside = ({ file }: Heir, above: readonly Heir[]): readonly Settings[] => {
		if (above.length === 0) return [settingsOf(outermost(file))];
		const through = filesFrom(above.map((one) => one.file));
		return [...filesFrom([file])]
			.filter((one) => !through.has(one))
			.map((one) => applySettings({}, countingIn(outermost(one)), new Faults()));
	};

	return {
		own: [...heirs.values()].filter((heir) => roots.includes(heir.file)).filter(isNamed),
		named,
		parentsOf,
		closureOf,
		inheritedSettings,
	};
}

function isNamed(heir: Heir): heir is Heir & { readonly statement: AgentStatement | GroupStatement } {
	return heir.statement !== undefined;
}

/** One key for two parts; file names hold no NUL. */
function keyOf(file: string, name: string): string {
	return `${file}\0${name}`;
}
