/** Places that a text names, on a rule whose lists leave them out or hold others besides: `reaching 10.0.0.1/32 because "The network 10.0.0.0/16 is closed."` */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import { matcherOf } from "../../../../language/policy/word-language/matcher.js";
import { pathText } from "../../../../language/syntax/dsl/write-dsl.js";
import type { HostsClause, PathsClause, PathWord, RuleStatement } from "../../../../language/syntax/statements.js";
import { narrowWords } from "../narrow-words.js";
import type { SaidOtherwise } from "../said-otherwise.js";
import { quotedIn, sentencesOf } from "./said-parts.js";

export function otherPlaceSaid(text: string, statement: RuleStatement): SaidOtherwise | undefined {
	return (
		widerNetwork(text, statement) ??
		oneOfTheFolders(text, statement) ??
		nowhereBounded(text, statement) ??
		leftOut(text, statement)
	);
}

/** `reaching 10.0.0.1/32 because "10.0.0.0/16 is the operators'."`: the text names a network of which the list holds a part. */
function widerNetwork(text: string, { clauses }: RuleStatement): SaidOtherwise | undefined {
	const hosts = clauses.flatMap((one) =>
		one.form === "hosts" ? (one as HostsClause).hosts.filter(({ kind, negated }) => kind !== "set" && !negated) : [],
	);
	const held = hosts.flatMap(({ text: host }) => networkOf(host) ?? []);
	if (held.length === 0 || held.length < hosts.length) return undefined;
	for (const [said] of text.matchAll(/\b(?:\d{1,3}\.){3}\d{1,3}\/\d{1,2}\b/g)) {
		const named = networkOf(said);
		if (named === undefined || held.some((one) => holds(one, named)) || !held.some((one) => holds(named, one)))
			continue;
		return {
			said,
			rule: `the rule names only a part of it: \`${hosts.map((one) => one.text).join(", ")}\``,
			help: `name the network that is meant: \`${said}\``,
		};
	}
	return undefined;
}

interface Network {
	readonly address: number;
	readonly length: number;
}

/** Undefined for what is no address of four numbers. */
function networkOf(text: string): Network | undefined {
	const [, address, length = "32"] = /^((?:\d{1,3}\.){3}\d{1,3})(?:\/(\d{1,2}))?(?::\d+)?$/.exec(text) ?? [];
	if (address === undefined) return undefined;
	const parts = address.split(".").map(Number);
	return parts.some((one) => one > 255) || Number(length) > 32
		? undefined
		: { address: parts.reduce((sum, one) => sum * 256 + one, 0), length: Number(length) };
}

function holds(outer: Network, inner: Network): boolean {
	const size = 2 ** (32 - outer.length);
	return outer.length <= inner.length && Math.floor(outer.address / size) === Math.floor(inner.address / size);
}

/** `allow file.delete within ./drafts, ./matters note "Only drafts are thrown away."`: of the folders the text names some alone. */
function oneOfTheFolders(text: string, { keyword, clauses }: RuleStatement): SaidOtherwise | undefined {
	const [within] = pathsClauses(clauses, "within");
	const said = narrowWords(text);
	if (keyword !== "allow" || within === undefined || said === undefined) return undefined;
	const paths = within.paths.filter(({ kind, negated }) => kind !== "set" && !negated);
	if (paths.length < 2 || paths.length < within.paths.length) return undefined;
	const named = paths.filter((one) => names(text, one));
	const others = paths.filter((one) => !named.includes(one));
	const [other] = others;
	if (named.length === 0 || other === undefined) return undefined;
	return {
		said: text,
		rule: `the rule lets in ${others.map((one) => `\`${one.text}\``).join(", ")} as well`,
		help: `take \`${other.text}\` out, or say in the text that it is meant`,
	};
}

/** Does a text speak of what lies there, by the last name of the path? */
function names(text: string, { text: path }: PathWord): boolean {
	const last = path.split("/").findLast((part) => /\w/.test(part) && !/[*?[{]/.test(part));
	if (last === undefined) return false;
	return new RegExp(`(?<![\\w-])${escaped(last.replace(/s$/, ""))}s?(?![\\w-])`, "i").test(text);
}

/** `allow rm -r note "Takes away build output only: `.next` and `out`."`: it names what is meant, and the rule any path. */
function nowhereBounded(text: string, { keyword, patterns, clauses }: RuleStatement): SaidOtherwise | undefined {
	if (keyword !== "allow" || narrowWords(text) === undefined) return undefined;
	if (clauses.some(({ form, keyword: word }) => form === "paths" || word === "except")) return undefined;
	const paths = quotedIn(text).filter((one) => /^(?:~|\.{0,2})\/?[\w.-]+(?:\/[\w.*-]+)*\/?$/.test(one));
	const open = patterns.find(({ words, exactly }) => !exactly && takesPaths(words.map((word) => word.text)));
	if (paths.length === 0 || open === undefined) return undefined;
	// What the pattern names it is about, and a command is no path.
	const own = patterns.flatMap(({ words }) => words.map((word) => word.text));
	if (paths.some((one) => own.some((word) => word.includes(one)) || programNamed(one) !== undefined)) return undefined;
	return {
		said: text,
		rule: "no `within` bounds the rule",
		help: `write what is meant: \`within ${paths.map((one) => (one.startsWith(".") || /^[~/]/.test(one) ? one : `./${one}`)).join(", ")}\``,
	};
}

/** Does the program take files or folders, behind what the pattern says? */
function takesPaths([program = "", ...rest]: readonly string[]): boolean {
	const facts = programNamed(program);
	if (facts === undefined || rest.some((word) => !word.startsWith("-")) || Object.keys(facts.subcommands).length > 0)
		return false;
	const { first, rest: more, last } = facts.operands;
	return [...first, ...(more === undefined ? [] : [more]), ...last].some((role) =>
		["read", "write", "delete"].includes(role),
	);
}

/** `deny * touching /etc/apt/*.list because "It stands in `sources.list` and in `sources.list.d`."`: of the files that the text names the list holds some. */
function leftOut(text: string, { keyword, clauses }: RuleStatement): SaidOtherwise | undefined {
	if (keyword !== "deny" && keyword !== "ask") return undefined;
	const lists = pathsClauses(clauses, "touching");
	const paths = lists.flatMap((one) => one.paths);
	if (paths.length === 0 || paths.some(({ kind, negated }) => kind === "set" || negated)) return undefined;
	for (const sentence of sentencesOf(text)) {
		if (aside.test(sentence)) continue;
		const said = quotedIn(sentence).filter(
			(one) => /^(?:~|\.{0,2}\/)?[\w./*-]*[\w*]\.[\w*]+[\w./*-]*$|\//.test(one) && !/[\s{}]/.test(one),
		);
		const held = said.filter((one) => paths.some((path) => covers(path, one)));
		const missing = said.find((one) => !held.includes(one));
		if (held.length === 0 || missing === undefined) continue;
		return {
			said: missing,
			rule: `\`touching ${paths.map(pathText).join(", ")}\` does not hold it`,
			help: "name that, too, or leave it out of the text",
		};
	}
	return undefined;
}

/** What is told of as the way out, or as something else. */
const aside = /\b(?:use|instead|see|move|moved|copy|ask|but|except|not|unlike|rather|elsewhere|written to|goes to)\b/i;

/** By the whole path, or by its last names, where the text leaves out where it lies. */
function covers({ text: pattern }: PathWord, said: string): boolean {
	const clean = (path: string): string => path.replace(/^\.\//, "").replace(/\/(?:\*\*?)?$/, "");
	const [own, other] = [clean(pattern), clean(said)];
	if (own === other || own.endsWith(`/${other}`) || other.startsWith(`${own}/`)) return true;
	const fits = matcherOf({ kind: "glob", text: own });
	if (fits(other)) return true;
	const depth = other.split("/").length;
	const tail = own.split("/").slice(-depth).join("/");
	return /[*?[{]/.test(tail) ? matcherOf({ kind: "glob", text: tail })(other) : tail === other;
}

function pathsClauses(clauses: RuleStatement["clauses"], keyword: PathsClause["keyword"]): readonly PathsClause[] {
	return clauses.filter((one): one is PathsClause => one.form === "paths" && one.keyword === keyword);
}

function escaped(text: string): string {
	return text.replaceAll(/[^\w-]/g, "\\$&");
}
