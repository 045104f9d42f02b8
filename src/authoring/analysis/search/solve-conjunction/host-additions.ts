/** Words that name hosts, for what a literal about hosts misses. */
import type { OptionFact, Usage } from "../../../../engine/knowledge/program.js";
import type { Test } from "../../../../language/policy/test.js";
import type { Wanted } from "../../words/shortest-word.js";
import { wordSetOf } from "../../words/word-set.js";
import type { Atom } from "../literal.js";
import { type Context, optionsIn } from "../option-choices.js";
import type { Draft, Work } from "./draft.js";

export type HostAtom = Extract<Atom, { readonly kind: "hosts-within" | "hosts-reaching" }>;

export function isAboutHosts(atom: Atom | Test): atom is HostAtom {
	return atom.kind === "hosts-within" || atom.kind === "hosts-reaching";
}

/** Operands that name one of the hosts that are spoken of, or another one: as an address, by itself, and before a colon. */
export function* withHost(draft: Draft, work: Work): Generator<Draft, void> {
	if (draft.context.alone || !mayTalk(draft.context)) return;
	for (const host of hostsSpokenOf(work))
		for (const text of [`http://${host}/`, host, `${host}:x`]) {
			const wanted = asked(text, work);
			if (!draft.needs.some((need) => need.wanted === wanted)) yield { ...draft, needs: [...draft.needs, { wanted }] };
		}
}

/** One that most lists leave out comes first. */
function hostsSpokenOf({ literals }: Work): readonly string[] {
	const said = literals.flatMap(({ atom }) => (isAboutHosts(atom) ? atom.hosts.map(({ text }) => text) : []));
	const named = said.map((text) =>
		text
			.replace(/^\*(?=\.)/, "x")
			.replace(/^\*/, elsewhere)
			.replace(/\/\d+/, ""),
	);
	return [
		...new Set([
			...named.map((text) => (text.includes("::") && !text.startsWith("[") ? `[${text}]` : text)),
			elsewhere,
		]),
	].slice(0, mostHosts);
}

const elsewhere = "elsewhere.example";
const mostHosts = 4;

function asked(text: string, { hosts }: Work): readonly Wanted[] {
	const wanted = hosts.get(text) ?? [{ set: wordSetOf({ kind: "literal", text }), inside: true }];
	hosts.set(text, wanted);
	return wanted;
}

/** May a command of the program talk to anybody, or to somebody whom a word of it names? What only runs code names nobody. */
export function mayTalk(context: Context): boolean {
	const { facts, usage } = context;
	if (facts === undefined || usage === undefined) return true;
	let known = talking.get(context);
	if (known === undefined) {
		known = facts.verbs === true || [usage, facts].some(usesNetwork) || optionsIn(context).some(bringsNetwork);
		talking.set(context, known);
	}
	return known;
}

const talking = new WeakMap<Context, boolean>();

function usesNetwork({ powers, operandPowers, barePowers = [], operandForms = [], modes, runs }: Usage): boolean {
	const all = [...powers, ...operandPowers, ...barePowers, ...operandForms.flatMap((form) => form.powers)];
	return all.includes("network") || runs !== undefined || modes !== undefined;
}

function bringsNetwork({ powers, forms = [], runs }: OptionFact): boolean {
	return powers.includes("network") || forms.some((form) => form.powers.includes("network")) || runs !== undefined;
}
