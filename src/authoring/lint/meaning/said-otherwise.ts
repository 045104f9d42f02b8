/** Does a message say what is done, where or how, and its rule something else? Each is a pair of plain words and the clause that they gainsay. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import { isRehearsal, waives } from "../../../engine/knowledge/options/option-meanings.js";
import type { Program } from "../../../engine/knowledge/program.js";
import { pathText } from "../../../language/syntax/dsl/part-text.js";
import type { PathsClause, Pattern, RuleStatement } from "../../../language/syntax/statements.js";
import { otherPlaceSaid } from "./said/named-places.js";
import { oppositeAct } from "./said/opposite-acts.js";
import type { SaidOtherwise } from "./said/otherwise.js";
import { reallyDone } from "./said/really-done.js";
import { saidOfAll } from "./said/said-of-all.js";
import { universalSaid } from "./said/universal.js";

export function saidOtherwise(text: string, statement: RuleStatement): SaidOtherwise | undefined {
	return (
		saidOfDoing(text, statement) ??
		otherStep(text, statement) ??
		otherProgram(text, statement) ??
		universalSaid(text, statement) ??
		otherPlaceSaid(text, statement) ??
		oppositeAct(text, statement) ??
		saidOfAll(text, statement) ??
		reallyDone(text, statement)
	);
}

function saidOfDoing(text: string, statement: RuleStatement): SaidOtherwise | undefined {
	switch (statement.keyword) {
		case "constrain":
			return otherAccess(text, statement);
		case "allow":
			return anywhere(text, statement) ?? asking(text, statement) ?? rehearsing(text, statement);
		case "deny":
			return exceptedAct(text, statement) ?? eitherOption(text, statement);
		default:
			return undefined;
	}
}

/** `nudge grep use rg because "`find` is slow."`: it begins with a program that is not the rule's. */
function otherProgram(text: string, { patterns, clauses }: RuleStatement): SaidOtherwise | undefined {
	const [, command = ""] =
		/^`([^`]+)` (?:is|are|can|cannot|does|runs|reads|writes|shows|needs|takes|finds)\b/.exec(text) ?? [];
	// What is better is told as the way out.
	if (/\b(?:faster|better|quicker|safer|enough|instead|preferred|there)\b/.test(text)) return undefined;
	const named = [
		...programsIn(patterns),
		...clauses.flatMap((one) => (one.form === "names" ? one.names.map(({ text: name }) => name) : [])),
	];
	return unlikeAll(command, named, (program) => ({
		said: command,
		rule: `the rule speaks of \`${named[0]}\``,
		help: `speak of what the rule holds for, or make it a rule for \`${program}\``,
	}));
}

/** `deny git push before npm test because "Run `mvn test` first."`: all that it tells to run is neither a step of the rule nor its command. */
function otherStep(text: string, { patterns, clauses }: RuleStatement): SaidOtherwise | undefined {
	const steps = clauses.flatMap((one) => (one.form === "events" ? one.events.patterns : []));
	const [first] = steps;
	if (first === undefined) return undefined;
	const told = [...text.matchAll(/\b(?:run|runs|use|after|until|pass|passes|try) `([^`]+)`/gi)].map(
		([, command = ""]) => command,
	);
	const named = [...programsIn(steps), ...programsIn(patterns)];
	const others = told.map((command) =>
		unlikeAll(command, named, () => ({
			said: command,
			rule: `the rule waits for \`${first.words.map((word) => word.text).join(" ")}\``,
			help: "name the step that the rule waits for",
		})),
	);
	return others.includes(undefined) ? undefined : others[0];
}

/** What is made of the command's program, where tables know it and all of these names, and it is none of them. */
function unlikeAll(
	command: string,
	names: readonly (string | undefined)[],
	make: (program: string) => SaidOtherwise,
): SaidOtherwise | undefined {
	const [word = ""] = command.split(" ");
	const program = programNamed(word);
	const own = names.map((name) => (name === undefined ? undefined : programNamed(name)));
	if (program === undefined || own.length === 0 || own.includes(undefined) || own.includes(program)) return undefined;
	return make(word);
}

/** The programs of patterns; undefined for a set, a glob and what else is no plain word. */
function programsIn(patterns: readonly Pattern[]): readonly (string | undefined)[] {
	return patterns.map(({ words: [first] }) => (first?.kind === "plain" ? first.text : undefined));
}

type Act = "read" | "write" | "delete";
/** Words that say that something is done to a file. */
const actWords: Readonly<Record<Act, string>> = {
	read: "reads?|reading|opens?|opened|views?|viewed|sees?|seen",
	write:
		"writes?|writing|written|wrote|changes?|changed|edits?|edited|modif(?:y|ies|ied)|overwrit(?:es?|ten)|saves?|saved",
	delete: "deletes?|deleted|removes?|removed|erases?|erased",
};

function says(act: Act, text: string): string | undefined {
	return new RegExp(`\\b(?:${actWords[act]})\\b`, "i").exec(text)?.[0];
}

/** `constrain reads of * to . because "Nothing is written outside."` */
function otherAccess(text: string, { access }: RuleStatement): SaidOtherwise | undefined {
	if (access === undefined) return undefined;
	const [own, other] = access === "reads" ? (["read", "write"] as const) : (["write", "read"] as const);
	const said = says(own, text) ?? (own === "write" ? says("delete", text) : undefined);
	const word = said === undefined ? says(other, text) : undefined;
	return word === undefined
		? undefined
		: {
				said: word,
				rule: `the rule constrains what is ${own === "read" ? "read" : "written"}`,
				help: `write \`constrain ${other}s of …\`, or say what the rule does`,
			};
}

/** `allow cp within build because "May write anywhere."` */
function anywhere(text: string, { clauses }: RuleStatement): SaidOtherwise | undefined {
	const within = clauses.find((one): one is PathsClause => one.keyword === "within");
	const found = /\b(?:anywhere|everywhere|wherever)\b(?! (?:below|under|inside|beneath|within|else)\b)/i.exec(text);
	if (within === undefined || found === null) return undefined;
	const isWide = within.paths.some((one) => /^(?:\.|\/|~|\*\*?)\/?$/.test(one.text));
	const names = within.paths.flatMap((one) => one.text.split("/").filter((part) => /\w{2}/.test(part)));
	if (isWide || names.some((name) => text.includes(name)) || negated.test(text.slice(0, found.index))) return undefined;
	return {
		said: found[0],
		rule: `the rule grants it within ${within.paths.map((one) => `\`${pathText(one)}\``).join(", ")} alone`,
		help: "name all folders that are meant, or say which they are",
	};
}

const negated = /\b(?:not?|never|nobody|nothing|nor|n't|without)\b/i;

/** `allow rm --interactive=never because "rm asks first."` */
function asking(text: string, { patterns, clauses }: RuleStatement): SaidOtherwise | undefined {
	const found = /\b(?:asks|prompts|confirms|wants a confirmation)\b/i.exec(text);
	if (found === null || negated.test(text)) return undefined;
	const words = [
		...patterns.flatMap((one) => one.words.map((word) => word.text)),
		...clauses.flatMap((one) => (one.keyword === "with" ? one.options.flat().map((option) => option.text) : [])),
	];
	const waiver = words.find(waives);
	return waiver === undefined
		? undefined
		: {
				said: found[0],
				rule: `with \`${waiver}\` nothing is asked`,
				help: `take \`${waiver}\` out, deny it, or say what the rule does`,
			};
}

/** `allow helm upgrade without --dry-run because "Rehearsals only."` */
function rehearsing(text: string, { clauses }: RuleStatement): SaidOtherwise | undefined {
	const found = /\b(?:rehears\w*|dry[- ]?runs?|simulat\w*|previews?|trial runs?|(?:check|test|plan) mode)\b/i.exec(
		text,
	);
	if (found === null || negated.test(text)) return undefined;
	const option = clauses
		.flatMap((one) => (one.keyword === "without" ? one.options.flat().map((word) => word.text) : []))
		.find(isRehearsal);
	return option === undefined
		? undefined
		: {
				said: found[0],
				rule: `the rule grants all but \`${option}\`: what is done for real`,
				help: `name \`${option}\` in the pattern, and not behind \`without\``,
			};
}

/** `deny * touching notes except cat because "Nobody reads the notes."`: what is left out is what is refused. */
function exceptedAct(text: string, { clauses }: RuleStatement): SaidOtherwise | undefined {
	const except = clauses.flatMap((one) => (one.keyword === "except" ? one.patterns : []));
	if (except.length === 0 || /\b(?:except|but|only|unless|other than|besides)\b/i.test(text)) return undefined;
	const acts = except.map(plainAct);
	const [act] = acts;
	if (act === undefined || acts.some((one) => one !== act)) return undefined;
	const found = new RegExp(
		`\\b(?:nobody|no one|no agents?|never|nothing|not|n't)\\b(?: \\w+){0,3}? (?:${actWords[act]})\\b`,
		"i",
	).exec(text);
	const names = except.map((one) => `\`${one.words[0]?.text ?? ""}\``).join(", ");
	return found === null
		? undefined
		: {
				said: found[0],
				rule: `the exception leaves out ${names}, by which just that is done`,
				help: "take the exception out, or say what may be done",
			};
}

/** `deny rm with -r, -f because "One file may go, with or without -f."`: the comma means either. */
function eitherOption(text: string, { clauses }: RuleStatement): SaidOtherwise | undefined {
	const options = clauses
		.flatMap((one) => (one.keyword === "with" && one.options.length > 1 ? [one.options] : []))
		.flat();
	if (options.length < 2 || options.some((one) => one.length !== 1)) return undefined;
	const names = options.flatMap((one) => one.map((word) => word.text));
	const name = `[\`'"]?(?:${names.map((one) => one.replaceAll(/[^\w-]/g, "\\$&")).join("|")})(?![\\w-])[\`'"]?`;
	const found = new RegExp(
		`\\bwith or without ${name}|${name} (?:alone|by itself|on its own) (?:is|may|does|can|passes)\\b|\\btogether\\b|\\bat (?:once|the same time)\\b|${name} (?:with|plus|&) ${name}`,
		"i",
	).exec(text);
	const each = /\b(?:either|each|one)(?: of (?:them|the two|both))? (?:alone|by itself|on its own)\b/i.test(text);
	if (found === null || (!each && /\b(?:neither|nor|either|each|or both)\b/i.test(text))) return undefined;
	return {
		said: found[0],
		rule: `\`with ${names.join(", ")}\` refuses each of them alone`,
		help: `where all of them are meant together, write \`with ${names.join(" & ")}\``,
	};
}

/** What a program is there to do to the files that it is given, where it is one thing. */
function plainAct({ words: [first, ...rest] }: Pattern): Act | undefined {
	const program: Program | undefined =
		first?.kind === "plain" && rest.length === 0 ? programNamed(first.text) : undefined;
	if (program === undefined || Object.keys(program.subcommands).length > 0) return undefined;
	const { powers, operands } = program;
	if (powers.length === 0) {
		const roles = [...operands.first, ...(operands.rest === undefined ? [] : [operands.rest]), ...operands.last];
		return roles.includes("read") && roles.every((role) => role === "read" || role === "value") ? "read" : undefined;
	}
	const [only, ...more] = powers;
	return more.length === 0 && (only === "delete" || only === "write") ? only : undefined;
}
