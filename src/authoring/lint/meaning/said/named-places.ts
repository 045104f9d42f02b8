/** Places that a text names, on a rule whose lists leave them out or hold others besides: `reaching 10.0.0.1/32 because "The network 10.0.0.0/16 is closed."` */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import { matcherOf } from "../../../../language/policy/word-language/matcher.js";
import { pathText } from "../../../../language/syntax/dsl/part-text.js";
import type { PathsClause, PathWord, RuleStatement } from "../../../../language/syntax/statements.js";
import { narrowWords } from "../narrow-words.js";
import type { SaidOtherwise } from "./otherwise.js";
import { quotedIn, sentencesOf } from "./said-parts.js";

export function otherPlaceSaid(
	text: string,
	statement: RuleStatement,
	/** It stands above the rule, and may speak in other words of what the rule names. */
	isComment = false,
): SaidOtherwise | undefined {
	return (
		otherNetwork(text, statement) ??
		otherHost(text, statement, isComment) ??
		otherPort(text, statement) ??
		otherRoot(text, statement) ??
		forbiddenPlace(text, statement) ??
		(isComment ? undefined : oneOfTheFolders(text, statement)) ??
		nowhereBounded(text, statement) ??
		leftOut(text, statement)
	);
}

/** `reaching 10.0.0.1/32 because "10.0.0.0/16 is the operators'."`: the text names a network of which the list holds a part, or another one. */
function otherNetwork(text: string, statement: RuleStatement): SaidOtherwise | undefined {
	const hosts = hostsOf(statement);
	const held = hosts.flatMap(({ text: host }) => networkOf(host) ?? []);
	if (held.length === 0 || held.length < hosts.length) return undefined;
	const named = [...text.matchAll(/\b(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2}\b|(?![\d./]))/g)].flatMap(([said]) => {
		const network = networkOf(said);
		return network === undefined ? [] : [{ said, network }];
	});
	const isHeld = ({ network }: (typeof named)[number]): boolean => held.some((one) => holds(one, network));
	const missing = named.find((one) => !isHeld(one) && (one.said.includes("/") || !named.some(isHeld)));
	if (missing === undefined) return undefined;
	const isPart = held.some((one) => holds(missing.network, one));
	const list = hosts.map((one) => one.text).join(", ");
	return {
		said: missing.said,
		rule: isPart ? `the rule names only a part of it: \`${list}\`` : `the rule names another network: \`${list}\``,
		help: "name the network that the text speaks of",
	};
}

/** The hosts of the rule's own lists, without sets. */
function hostsOf({ clauses, access }: RuleStatement): readonly PathWord[] {
	return clauses.flatMap((one) => {
		const words =
			one.form === "hosts"
				? one.hosts
				: one.form === "paths" && one.keyword === "to" && access === "network"
					? one.paths
					: [];
		return words.filter(({ kind, negated }) => kind !== "set" && !negated);
	});
}

/** `at *.celestrak.org` below `# Elements come from celestrak.org itself.`, `at * because "For sftp.fab.example only."`: a name beside the one that is meant. */
function otherHost(text: string, statement: RuleStatement, isComment: boolean): SaidOtherwise | undefined {
	const hosts = hostsOf(statement);
	if (hosts.length === 0) return undefined;
	const named = [...new Set(text.toLowerCase().match(hostForm) ?? [])].filter(
		(one) =>
			!/^\d|\.(?:md|ts|js|py|sh|yaml|yml|json|toml|txt|csv|rules|lock|conf|cfg|ini|go|rs|rb|java|sql|xml|html|env|log)$/.test(
				one,
			),
	);
	const list = hosts.map((one) => one.text).join(", ");
	const stage =
		/\b(?:staging|test(?:ing)?|dev(?:elopment)?|lab|sandbox)(?: \w+)? (?:only|alone)\b|\b(?:only|just) (?:on |in |the )*(?:staging|test(?:ing)?|dev(?:elopment)?|lab|sandbox)\b/i.exec(
			text,
		)?.[0];
	const live = hosts.find(({ text: host }) => /(?:^|[.-])(?:prod|prd|production|live)(?:[.-]|\d*$)/.test(host));
	if (
		isComment &&
		statement.keyword === "allow" &&
		stage !== undefined &&
		live !== undefined &&
		!/\b(?:prod(?:uction)?|live)\b/i.test(text)
	)
		return {
			said: stage,
			rule: `\`${live.text}\` is among the hosts of the rule`,
			help: "name the hosts that are meant",
		};
	for (const said of named) {
		const held = hosts.filter((one) => hostHolds(one.text, said));
		const isAll = held.some(({ text: host }) => host === "*" || (host.startsWith("*.") && host.slice(2) !== said));
		const isNone = held.length === 0 && hosts.every(({ text: host }) => /[a-z]\.[a-z]/i.test(host));
		const isAlone =
			(isAll || isNone) &&
			/\b(?:only|just|alone|nowhere else|(?:to |at )?no other|nothing else|nobody else)\b/i.test(text) &&
			named.length === 1;
		if (isAlone)
			return {
				said,
				rule: isAll ? `\`${list}\` holds other hosts as well` : `\`${list}\` is another host`,
				help: "name the host that the text speaks of",
			};
		// One below or above it is meant, or none.
		const near = hosts.find(
			({ text: host }) =>
				host !== "*" &&
				(nameOfHost(host).endsWith(`.${said}`) || said.endsWith(`.${nameOfHost(host)}`) || nameOfHost(host) === said),
		);
		if (held.length > 0 || near === undefined) continue;
		return {
			said,
			rule: `\`${near.text}\` does not hold it`,
			help: "name the host that the text speaks of",
		};
	}
	return undefined;
}

const hostForm = /(?<![\w./@*-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?![\w(-]|\.\w)/g;

function nameOfHost(text: string): string {
	return text.replace(/^\*\./, "").replace(/:\d+$/, "").toLowerCase();
}

function hostHolds(pattern: string, name: string): boolean {
	if (pattern === "*") return true;
	const own = nameOfHost(pattern);
	return pattern.startsWith("*.") ? name.endsWith(`.${own}`) : name === own;
}

/** `at sftp.clearing.example:21` below `# SFTP on port 22`. */
function otherPort(text: string, statement: RuleStatement): SaidOtherwise | undefined {
	const ports = hostsOf(statement).flatMap(({ text: host }) => /:(\d+)$/.exec(host)?.[1] ?? []);
	const said = [...text.matchAll(/\bports? (\d{2,5})\b(?!\.\d)/gi)];
	const [first, ...more] = said;
	if (ports.length !== 1 || first === undefined || more.length > 0 || ports.includes(first[1] ?? "")) return undefined;
	return { said: first[0], rule: `the rule names port ${ports[0]}`, help: "name the same port in both" };
}

/** `to data/telemetry because "It lands in /data/telemetry."`: the same names, from another place on. */
function otherRoot(text: string, statement: RuleStatement): SaidOtherwise | undefined {
	if (statement.access === "network") return undefined;
	const paths = statement.clauses
		.flatMap((one) => (one.form === "paths" ? one.paths : []))
		.filter(({ kind }) => kind !== "set");
	for (const [said] of text.matchAll(/(?<![\w.~/:`-]|\w`)(?:~\/|\.\.?\/|\/)[\w.-]+(?:\/[\w.-]*\w)*/g)) {
		const own = rootOf(said);
		if (
			paths.some(
				(one) =>
					one.text.replace(/\/+$/, "") === said ||
					(rootOf(one.text).root === own.root && isSameOrBelow(rootOf(one.text).rest, own.rest)),
			)
		)
			continue;
		const other = paths.find((one) => rootOf(one.text).root !== own.root && rootOf(one.text).rest === own.rest);
		if (other !== undefined)
			return {
				said,
				rule: `\`${other.text}\` is another place`,
				help: "name the same place in both",
			};
	}
	return undefined;
}

function rootOf(path: string): { readonly root: string; readonly rest: string } {
	const [, root = "", rest = ""] = /^(~\/|\/|(?:\.\/)?)(.*?)\/?$/.exec(path) ?? [];
	return { root: root === "./" ? "" : root, rest };
}

function isSameOrBelow(one: string, other: string): boolean {
	return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
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

/** `allow file.write within themes, uploads` below `# Themes, never the uploads.` */
function forbiddenPlace(text: string, { keyword, clauses }: RuleStatement): SaidOtherwise | undefined {
	if (keyword !== "allow") return undefined;
	const paths = pathsClauses(clauses, "within").flatMap((one) =>
		one.paths.filter(({ kind, negated }) => kind !== "set" && !negated),
	);
	for (const path of paths) {
		const last = path.text.split("/").findLast((part) => /^[\w.-]{4,}$/.test(part));
		if (last === undefined) continue;
		const name = `${escaped(last.replace(/(?:e?d|s)$/, ""))}(?:e?d|s)?`;
		const said = new RegExp(
			`(?<![\\w-])(?:never|not|no|nothing (?:in|below|of)|except)(?: (?!but\\b)[\\w']+){0,3} ${name}(?![\\w-])|(?<![\\w-])${name} (?:is|are) (?:never|not) \\w+`,
			"i",
		).exec(text)?.[0];
		if (said !== undefined)
			return {
				said,
				rule: `\`${path.text}\` is among the folders of the rule`,
				help: `take \`${path.text}\` out, or say in the text that it is meant`,
			};
	}
	return undefined;
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
	const bare =
		text
			.replaceAll(/`[^`]*`/g, " ")
			.match(/(?<![\w.~/-])(?:~\/|\.\/|\/)[\w.-]*\w(?:\/[\w.*-]*\w)*|(?<![\w.~/-])\w[\w-]*(?:\/[\w-]+)+(?![\w.])/g) ??
		[];
	const paths = [
		...quotedIn(text).filter((one) => /^(?:~|\.{0,2})\/?[\w.-]+(?:\/[\w.*-]+)*\/?$/.test(one)),
		...bare.filter((one) => !/^(?:and|or|his|he|she|input|read|client|tcp|n|w|a)\//i.test(one)),
	];
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
