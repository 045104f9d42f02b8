/**
 * Tables with every field written down, `undefined` where a table says nothing. What is read of records of many shapes is read slowly: a decision reads some
 * hundred fields of them, and a table is made once.
 */
import { whole } from "../records/whole.js";
import { lateOptions } from "./notation/written-program.js";
import type { OptionFact, Program, Subcommand, Usage } from "./program.js";

export function programInOneShape(table: Program): Program {
	const own = whole<Omit<Program, keyof Usage>>({
		name: table.name,
		aliases: table.aliases,
		summary: table.summary,
		style: table.style,
		abbreviates: table.abbreviates,
		bundledFirst: table.bundledFirst,
		plus: table.plus,
		subcommands: Object.fromEntries(
			Object.entries(table.subcommands).map(([name, one]) => [name, subcommandInOneShape(one)]),
		),
		variables: table.variables,
		revisions: table.revisions,
		links: table.links,
		suffixes: table.suffixes,
		types: table.types,
		verbs: table.verbs,
		language: table.language,
		projectFiles: table.projectFiles,
		verified: table.verified,
		complete: table.complete,
		listed: table.listed,
	});
	return Object.assign(own, usageFields(table), { options: table.options.map(optionInOneShape) });
}

function subcommandInOneShape(table: Subcommand): Subcommand {
	const own = whole<Omit<Subcommand, keyof Usage>>({ aliases: table.aliases, style: table.style });
	const usage = Object.assign(own, usageFields(table));
	const options = (): Usage["options"] => table.options.map(optionInOneShape);
	return (
		lateOptions.isIn(table) ? lateOptions.give(usage, options) : Object.assign(usage, { options: options() })
	) as Subcommand;
}

function usageFields(table: Usage): Omit<Usage, "options"> {
	return whole<Omit<Usage, "options">>({
		operands: table.operands,
		powers: table.powers,
		operandPowers: table.operandPowers,
		operandPowersAfter: table.operandPowersAfter,
		barePowers: table.barePowers,
		operandForms: table.operandForms,
		spares: table.spares,
		follows: table.follows,
		hosts: table.hosts,
		modes: table.modes,
		implicit: table.implicit,
		obeys: table.obeys,
		runs: table.runs,
	});
}

function optionInOneShape(fact: OptionFact): OptionFact {
	return whole<OptionFact>({
		names: fact.names,
		value: fact.value,
		apart: fact.apart,
		role: fact.role,
		further: fact.further,
		powers: fact.powers,
		forms: fact.forms,
		replaces: fact.replaces,
		operands: fact.operands,
		parts: fact.parts,
		at: fact.at,
		ends: fact.ends,
		folder: fact.folder,
		runs: fact.runs,
		informs: fact.informs,
		follows: fact.follows,
		fixed: fact.fixed,
		inside: fact.inside,
		absent: fact.absent,
		positional: fact.positional,
		source: fact.source,
		roleWith: fact.roleWith,
	});
}
