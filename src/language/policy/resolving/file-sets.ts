/** The sets that each file of a policy sees, spelled out. */

import { didYouMean, respelling } from "../../diagnostic/suggest.js";
import type { Span } from "../../source/span.js";
import type { Pattern, PolicyFile, SetStatement } from "../../syntax/statements.js";
import type { Faults } from "../faults.js";
import { builtInSets } from "../patterns/built-in-sets.js";
import type { Sets } from "../patterns/patterns.js";
import type { GoverningPlaces } from "../self-protection/governing-places.js";

/** A set with more elements than this is a mistake. */
export const mostElements = 10_000;

type Places = GoverningPlaces["sets"];

export class FileSets {
	private readonly known = new Map<string, Sets>();
	private readonly builtIn: Sets;

	constructor(
		private readonly input: {
			readonly files: ReadonlyMap<string, { readonly file: PolicyFile; readonly imports: readonly string[] }>;
			readonly governing: { readonly sets: Places };
		},
		private readonly faults: Faults,
	) {
		this.builtIn = builtInSets(input.governing.sets);
	}

	/** The sets that a file sees: its own and those of its imports, each spelled out. Its own win over imported namesakes. */
	of(file: string, path: readonly string[] = []): Sets {
		const known = this.known.get(file);
		if (known) return known;
		const sets = new Map(this.builtIn);
		for (const imported of this.input.files.get(file)?.imports ?? []) {
			if (path.includes(imported)) continue;
			for (const [name, patterns] of this.of(imported, [...path, file])) sets.set(name, patterns);
		}
		const own = new Map<string, SetStatement>();
		for (const statement of this.input.files.get(file)?.file.statements ?? []) {
			if (statement.kind !== "set") continue;
			if (own.has(statement.name.text)) {
				this.faults.error(
					"duplicate-set",
					statement.name.span,
					`the set \`${statement.name.text}\` is defined twice in this file`,
					"put both lists together",
				);
			} else own.set(statement.name.text, statement);
		}
		const spelled = new Map<string, readonly Pattern[]>();
		const spellOut = (name: string, through: readonly string[], at: Span): readonly Pattern[] | undefined => {
			const statement = own.get(name);
			if (statement === undefined) return sets.get(name);
			const done = spelled.get(name);
			if (done) return done;
			if (through.includes(name)) {
				this.faults.error("set-cycle", at, `the set \`${name}\` holds itself`, "take the reference out");
				return [];
			}
			const elements = statement.patterns.flatMap((pattern) => {
				const [first, ...rest] = pattern.words;
				const later = rest.find(({ kind }) => kind === "set");
				if (later !== undefined) {
					this.faults.error(
						"bad-pattern",
						later.span,
						`\`@${later.text}\` stands behind the first word of a set's element`,
						"an element of a set may begin with a set; write the whole pattern into the rule, or one element for each word",
					);
					return [];
				}
				if (first?.kind !== "set") return [pattern];
				const inner = spellOut(first.text, [...through, name], first.span);
				if (inner === undefined) {
					this.faults.error(
						"unknown-set",
						first.span,
						`no set is called \`${first.text}\``,
						didYouMean(first.text, new Set([...own.keys(), ...sets.keys()])),
						respelling(
							{ text: first.text, span: { ...first.span, start: first.span.end - first.text.length } },
							new Set([...own.keys(), ...sets.keys()]),
						),
					);
					return [];
				}
				return inner.map((one) => ({ ...one, words: [...one.words, ...rest] }));
			});
			if (elements.length > mostElements) {
				this.faults.error(
					"set-too-large",
					statement.name.span,
					`the set \`${name}\` has more than ${mostElements} elements`,
					"sets inside sets multiply: take some out",
				);
			}
			const bounded = elements.slice(0, mostElements);
			spelled.set(name, bounded);
			return bounded;
		};
		const result = new Map(sets);
		for (const [name, statement] of own) result.set(name, spellOut(name, [], statement.span) ?? []);
		this.known.set(file, result);
		return result;
	}
}
