/** What tables say of the hosts of a command: its subcommand's, its program's, and those of a program that it is like. */
import { programNamed } from "../../knowledge/lookup.js";
import type { HostFacts, HostForm, Program, Usage } from "../../knowledge/program.js";
import type { Arguments, FoundOption } from "../../request/arguments/arguments.js";

export function hostFactsOf(
	usage: Usage,
	{ program }: { readonly program?: Program | undefined },
): HostFacts | undefined {
	if (known.has(usage)) return known.get(usage);
	const own = program === undefined || usage === program ? undefined : hostFactsOf(program, { program });
	const facts = joined(
		joined(own, usage.hosts?.like === undefined ? undefined : factsNamed(usage.hosts.like)),
		usage.hosts,
	);
	known.set(usage, facts);
	return facts;
}

const known = new WeakMap<Usage, HostFacts | undefined>();

/** The second says more, and is right where both speak. */
function joined(one: HostFacts | undefined, other: HostFacts | undefined): HostFacts | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return {
		...one,
		...other,
		values: { ...one.values, ...other.values },
		variables: { ...one.variables, ...other.variables },
		files: [...new Set([...(other.files ?? []), ...(one.files ?? [])])],
	};
}

/** What a table says of the value of an option; undefined: nothing. */
export function formOfOption({ fact, name }: FoundOption, args: Arguments): HostForm | undefined {
	const names = fact?.names ?? [name];
	for (const usage of [...args.usages, ...(args.program === undefined ? [] : [args.program])]) {
		const values = hostFactsOf(usage, args)?.values;
		if (values === undefined) continue;
		for (const one of names) if (Object.hasOwn(values, one)) return values[one];
		if (Object.hasOwn(values, "*")) return values["*"];
	}
	return undefined;
}

/** `npm`, `npm install` */
function factsNamed(text: string): HostFacts | undefined {
	const [name = "", ...words] = text.split(" ");
	const program = programNamed(name);
	const usage = words.length === 0 ? program : program?.subcommands[words.join(" ")];
	return usage === undefined ? undefined : hostFactsOf(usage, program === undefined ? {} : { program });
}
