/** What can be typed at a cursor, with what each of it means. */

import { basename, dirname, relative, sep } from "node:path";
import type { CompletionItem, CompletionItemKind } from "vscode-languageserver";
import { statementKeywords } from "../../../grammar/keywords.js";
import { commandSets } from "../../engine/knowledge/sets/command-sets.js";
import { placeSets } from "../../engine/knowledge/sets/place-sets.js";
import { projectTools } from "../../engine/knowledge/sets/project-tools.js";
import { tools } from "../../engine/knowledge/vocabulary/verbs.js";
import { knownFactNames, knownFacts } from "../../language/policy/clauses/facts/fact-names.js";
import { clauseKeywords, clauses, clausesOn } from "../../language/policy/clauses.js";
import { kinds } from "../../language/policy/kinds.js";
import { wordSets } from "../../language/policy/patterns/built-in-sets.js";
import { type SettingKeyword, settingsOf } from "../../language/policy/settings.js";
import {
	type ClauseKeyword,
	type Effect,
	effects,
	powers,
	type RuleKeyword,
} from "../../language/syntax/statements.js";
import { governingPlaces } from "../../runtime/harnesses/places/governing-places.js";
import { packNames } from "../../runtime/load/find-policy.js";
import { lints } from "../lint/lints.js";
import { type KnownProgram, namedBy, nextSubcommands, optionsOf, programIn, programNames } from "./programs.js";
import type { Cursor, Host, Wanted } from "./reading/cursor.js";
import { cursorInRules } from "./reading/cursor-in-rules.js";
import { cursorInYaml } from "./reading/cursor-in-yaml.js";
import { optionFacts, optionSummary, programFacts } from "./reading/facts.js";
import type { Files } from "./reading/files.js";
import { marksOf, type NameKind } from "./reading/marks.js";
import { effectMeanings, keywordMeaning, meaningsBehind, powerMeanings } from "./reading/meanings.js";
import { rangeOf } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

/** The kinds of things that a list shows, by the numbers of the protocol. */
const shown = {
	program: 3,
	variable: 6,
	agent: 7,
	property: 10,
	value: 12,
	keyword: 14,
	file: 17,
	reference: 18,
	folder: 19,
	member: 20,
	event: 23,
} as const satisfies Record<string, CompletionItemKind>;

interface Offer {
	readonly label: string;
	readonly kind: CompletionItemKind;
	readonly detail?: string;
	readonly says?: string;
	/** What is inserted where it is not the label. */
	readonly insert?: string;
}

/** Everything that may stand at an offset. */
export function completions(read: ReadFile, offset: number, files: Files): readonly CompletionItem[] {
	const cursor =
		read.file.notation === "yaml" ? cursorInYaml(read.source.text, offset) : cursorInRules(read.source.text, offset);
	const range = rangeOf(read.source, { start: cursor.start, end: offset });
	const seen = new Set<string>();
	return cursor.wanted.flatMap((wanted, group) =>
		offers(wanted, cursor, read, files).flatMap((offer, index): CompletionItem[] => {
			if (seen.has(offer.label)) return [];
			seen.add(offer.label);
			return [
				{
					label: offer.label,
					kind: offer.kind,
					...(offer.detail === undefined ? {} : { detail: offer.detail }),
					...(offer.says === undefined ? {} : { documentation: { kind: "markdown", value: offer.says } }),
					sortText: `${group}${String(index).padStart(5, "0")}`,
					filterText: offer.label,
					textEdit: { range, newText: offer.insert ?? offer.label },
					...(offer.kind === shown.program ? { data: { program: offer.label, path: read.path } } : {}),
				},
			];
		}),
	);
}

/** An offered program with what is known of it: not made for all of them. */
export function resolved(item: CompletionItem, files: Files): CompletionItem {
	const data = item.data as { readonly program?: unknown; readonly path?: unknown } | undefined;
	if (typeof data?.program !== "string" || typeof data.path !== "string") return item;
	const known = programIn(data.program, data.path, files);
	if (known === undefined) return item;
	return {
		...item,
		detail: known.program.summary,
		documentation: { kind: "markdown", value: programFacts(known) },
	};
}

function offers(wanted: Wanted, cursor: Cursor, read: ReadFile, files: Files): readonly Offer[] {
	switch (wanted.kind) {
		case "statement":
			return statementsIn(wanted.block, wanted.modifier).map((word) => keyword(word));
		case "keys":
			return wanted.keys.map((word) => ({ ...keyword(word), insert: `${word}: ` }));
		case "clause":
			return clausesOf(wanted.host, wanted.has, cursor.yaml).map((word) => ({
				...keyword(word),
				...(cursor.yaml ? { insert: `${word}: ` } : {}),
			}));
		case "words":
			return wanted.words.map((word) => keyword(word));
		case "program":
			return [
				...(wanted.access ? ["reads of", "writes of", "network of"].map((word) => keyword(word)) : []),
				...(cursor.yaml ? [] : [keyword("exactly")]),
				...setsIn(read, files, cursor.yaml),
				// A set may hold what stands anywhere.
				...builtInSets(
					[tools(), projectTools(), commandSets, governingPlaces().sets, placeSets, wordSets].flatMap(Object.keys),
					read,
					files,
					cursor.yaml,
				),
				...programNames(read.path, files).map((label): Offer => ({ label, kind: shown.program })),
			];
		case "word":
			return wordsBehind(wanted.words, read, files, cursor);
		case "word-set":
			// Inside of a pattern a set needs no quotes, in YAML neither.
			return [...setsIn(read, files, false), ...builtInSets(Object.keys(wordSets), read, files, false)];
		case "option":
			return wanted.patterns.flatMap((words) => optionsBehind(words, read, files));
		case "path":
			return pathOffers(cursor, read, files);
		case "host":
			return hostOffers(cursor, read, files);
		case "power":
			return [
				...(wanted.of !== "program" && "everything" in clauses[wanted.of]
					? [{ label: "everything", kind: shown.member, says: "all arguments are trusted" }]
					: wanted.of === "program"
						? [{ label: "read", kind: shown.member, says: "reads files" }]
						: []),
				...powers.map((power) => ({ label: power, kind: shown.member, says: powerMeanings[power] })),
			];
		case "fact":
			return [
				...knownFactNames.map((label) => ({ label, kind: shown.variable, says: knownFacts[label].summary })),
				{ label: "env", kind: shown.variable, says: "a variable as the harness was started with: `env CI`" },
			];
		case "tool":
			return said("tool", read, files, shown.reference);
		case "effect":
			return effects.map(effectOffer);
		case "agent":
			return defined("agent", read, files, shown.agent);
		case "rule":
			return defined("rule", read, files, shown.reference);
		case "setting":
			return settingValues(wanted.keyword, wanted.words, cursor, read, files);
		case "import":
			return importable(read, files).map(([label, detail]) => ({
				label,
				kind: shown.file,
				detail,
				insert: JSON.stringify(label),
			}));
		case "lint":
			return lints.map(({ name, summary }) => ({ label: name, kind: shown.event, says: summary }));
	}
}

function effectOffer(effect: Effect): Offer {
	return { label: effect, kind: shown.value, says: effectMeanings[effect] };
}

function pathOffers(cursor: Cursor, read: ReadFile, files: Files): readonly Offer[] {
	return [
		{ label: ".", kind: shown.folder, says: "the workspace" },
		{ label: "~", kind: shown.folder, says: "the home folder", ...(cursor.yaml ? { insert: '"~"' } : {}) },
		...setsIn(read, files, cursor.yaml),
		...builtInSets([governingPlaces().sets, placeSets].flatMap(Object.keys), read, files, cursor.yaml),
		...said("path", read, files, shown.folder),
	];
}

function hostOffers(cursor: Cursor, read: ReadFile, files: Files): readonly Offer[] {
	return [
		{ label: "localhost", kind: shown.value, says: "every loopback name and address" },
		...setsIn(read, files, cursor.yaml),
		...said("host", read, files, shown.value),
	];
}

/** What may stand behind the keyword of a setting. */
function settingValues(
	setting: SettingKeyword,
	words: readonly string[],
	cursor: Cursor,
	read: ReadFile,
	files: Files,
): readonly Offer[] {
	const [record] = settingsOf(setting);
	const offers = (kind: CompletionItemKind): readonly Offer[] =>
		Object.entries(meaningsBehind(setting)).map(([label, says]) => ({ label, kind, says }));
	switch (record?.form) {
		case undefined:
			return [];
		case "effect":
			return effects.filter((effect) => record.choices.includes(effect)).map(effectOffer);
		case "word":
			return record.choices.map((choice) => keyword(choice));
		case "name":
			return [];
		case "names":
			return offers(shown.member);
		case "paths":
			return pathOffers(cursor, read, files);
		case "variables":
			return offers(shown.keyword).map((one) => ({ ...one, ...(cursor.yaml ? { insert: `${one.label}: ` } : {}) }));
		case "amount":
			return amountWords(setting, words, offers(shown.property));
	}
}

/** The names of amounts, and behind one and its first word what else may stand there. */
function amountWords(setting: SettingKeyword, words: readonly string[], names: readonly Offer[]): readonly Offer[] {
	const [name, ...rest] = words;
	if (name === undefined) return names;
	const record = settingsOf(setting).find((one) => "name" in one && one.name === name);
	if (rest.length === 0 || record?.form !== "amount") return [];
	return (record.further ?? []).filter((word) => !rest.includes(word)).map((label) => ({ label, kind: shown.keyword }));
}

function keyword(label: string): Offer {
	const meaning = keywordMeaning(label);
	const says = [meaning?.says, meaning?.example === undefined ? undefined : `\`${meaning.example}\``];
	return {
		label,
		kind: shown.keyword,
		...(meaning === undefined ? {} : { says: says.filter((one) => one !== undefined).join("\n\n") }),
	};
}

const outerOnly: readonly string[] = ["import", "set", "group", "agent", "program"];

function statementsIn(
	block: "file" | "body" | "program",
	modifier: "locked" | "override" | undefined,
): readonly string[] {
	if (block === "program") return ["option"];
	const { rules, claims, modifiers, others, settings } = statementKeywords;
	switch (modifier) {
		case "locked":
			return rules.filter((word) => kinds[word].lockable);
		case "override":
			return [...rules, ...settings];
		case undefined:
			return [...rules, ...modifiers, ...others, ...settings, ...claims].filter(
				(word) => block === "file" || !outerOnly.includes(word),
			);
	}
}

/** What may still stand on a rule or a claim; what it must have comes first. */
function clausesOf(host: Host, has: readonly ClauseKeyword[], yaml: boolean): readonly ClauseKeyword[] {
	const fitting =
		host === "set"
			? []
			: host === "never" || host === "always"
				? claimClauses
				: [...kinds[host as RuleKeyword].required, ...clausesOn(host as RuleKeyword)];
	return [...new Set(fitting)].filter((one) => !has.includes(one) || (!yaml && standsAgain(one)));
}

/** In YAML a key stands once, and holds a list. */
function standsAgain(one: ClauseKeyword): boolean {
	return clauses[one].form === "facts" || "repeats" in clauses[one];
}

const claimClauses = clauseKeywords.filter((one) => clauses[one].claims === true && clauses[one].chooses);

/** Sets that the policy defines. */
function setsIn(read: ReadFile, files: Files, yaml: boolean): readonly Offer[] {
	return defined("set", read, files, shown.variable).map((set) => asSet(set, yaml));
}

/** Sets that every policy has, by their names. */
function builtInSets(names: readonly string[], read: ReadFile, files: Files, yaml: boolean): readonly Offer[] {
	const own = new Set(defined("set", read, files, shown.variable).map(({ label }) => label));
	return names.filter((name) => !own.has(name)).map((label) => asSet({ label, kind: shown.variable }, yaml));
}

function asSet({ label, ...rest }: Offer, yaml: boolean): Offer {
	return { ...rest, label: `@${label}`, ...(yaml ? { insert: `"@${label}"` } : {}) };
}

/** Names of a kind that the file and what it imports define. */
function defined(kind: NameKind, read: ReadFile, files: Files, as: CompletionItemKind): readonly Offer[] {
	return names(read, files, (one) => one.kind === kind && one.defines, as);
}

/** What stands elsewhere in the policy in such a place. */
function said(kind: "path" | "host" | "tool", read: ReadFile, files: Files, as: CompletionItemKind): readonly Offer[] {
	return names(read, files, (one) => one.kind === kind, as);
}

function names(
	read: ReadFile,
	files: Files,
	fits: (mark: ReturnType<typeof marksOf>[number]) => boolean,
	kind: CompletionItemKind,
): readonly Offer[] {
	const found = [...files.closure(read.path)].flatMap((path) => {
		const other = files.read(path);
		return other === undefined
			? []
			: marksOf(other)
					.filter(fits)
					.map((mark) => mark.text);
	});
	return [...new Set(found)].sort().map((label) => ({ label, kind }));
}

function wordsBehind(words: readonly string[], read: ReadFile, files: Files, cursor: Cursor): readonly Offer[] {
	const known = knownIn(words, read, files);
	if (known === undefined) return [];
	const named = namedBy(known.program, words.slice(1));
	const subcommands = nextSubcommands(named).map(
		(label): Offer => ({ label, kind: shown.property, detail: `subcommand of ${words.join(" ")}` }),
	);
	return [...(cursor.yaml && words.length === 0 ? [] : subcommands), ...optionsBehind(words, read, files)];
}

function optionsBehind(words: readonly string[], read: ReadFile, files: Files): readonly Offer[] {
	const known = knownIn(words, read, files);
	if (known === undefined) return [];
	const named = namedBy(known.program, words.slice(1));
	return optionsOf(named).flatMap((option) =>
		option.names.map((label): Offer => {
			const detail = optionSummary(option);
			return {
				label,
				kind: shown.property,
				...(detail === "" ? {} : { detail }),
				says: optionFacts(option, named),
			};
		}),
	);
}

function knownIn([name]: readonly string[], read: ReadFile, files: Files): KnownProgram | undefined {
	return name === undefined ? undefined : programIn(name, read.path, files);
}

/** Shipped packs by their names, and policies of the workspace by their paths from here. */
function importable(read: ReadFile, files: Files): readonly (readonly [string, string])[] {
	const folder = dirname(read.path);
	const beside = files
		.all()
		.map((path) => relative(folder, path).split(sep).join("/"))
		.filter((path) => path !== "" && !path.startsWith("..") && path !== basename(read.path))
		.map((path) => [`./${path}`, "a policy of this folder"] as const);
	return [...packNames().map((name) => [name, "a shipped pack"] as const), ...beside];
}
