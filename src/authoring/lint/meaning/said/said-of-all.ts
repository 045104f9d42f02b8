/** Texts that say more than their rule does: of one operand where the deed is meant, of a grant that no network is left, of a denial whose exceptions are the deed itself. */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import type { RuleStatement } from "../../../../language/syntax/statements.js";
import type { SaidOtherwise } from "./otherwise.js";

export function saidOfAll(text: string, statement: RuleStatement): SaidOtherwise | undefined {
	return oneOperand(text, statement) ?? silenced(text, statement) ?? readersExcepted(text, statement);
}

/** `deny ros2 topic pub /cmd_vel because "Agents never publish to a robot."`: the rule speaks of one of many things that it may be done to. */
function oneOperand(text: string, { keyword, patterns, clauses }: RuleStatement): SaidOtherwise | undefined {
	if (keyword !== "deny" || clauses.some(({ form }) => !["text", "name", "names"].includes(form))) return undefined;
	const never =
		/\b(?:nobody|no one|no agents?|agents? (?:never|do not|don't|must not|may not|cannot)|never|nothing)(?: [\w-]+){0,2}? (?<verb>[a-z]{3,})\b/gi;
	for (const { words, exactly } of patterns) {
		const last = words.at(-1);
		if (exactly || words.length < 3 || last?.kind !== "plain" || !/[/:=]/.test(last.text) || last.text.startsWith("-"))
			continue;
		if (/[*?[{]/.test(last.text) || partsOf(last.text).some((part) => new RegExp(`\\b${part}\\b`, "i").test(text)))
			continue;
		const deeds = words.slice(1, -1).filter(({ kind, text: word }) => kind === "plain" && /^[a-z-]{3,}$/.test(word));
		for (const { 0: said, groups } of text.matchAll(never)) {
			const deed = deeds.find(({ text: word }) => isSame(groups?.verb ?? "", word));
			if (deed === undefined) continue;
			const whole = words
				.slice(0, -1)
				.map((one) => one.text)
				.join(" ");
			return {
				said,
				rule: `the rule speaks of \`${last.text}\` alone: what else \`${whole}\` is given it lets be`,
				help: `write \`deny ${whole}\`, or say in the text of what the rule speaks`,
			};
		}
	}
	return undefined;
}

/** Long enough to tell it from other words. */
function partsOf(text: string): readonly string[] {
	return text.split(/[^A-Za-z]+/).filter((part) => part.length >= 4);
}

/** `publish` and `pub`, `deleted` and `delete`. */
function isSame(verb: string, word: string): boolean {
	const [one, other] = [verb.toLowerCase(), word.toLowerCase()].map((text) =>
		text.replace(/(?:ing|ed|es|s)$/, "").replace(/e$/, ""),
	);
	return (
		one !== undefined &&
		other !== undefined &&
		Math.min(one.length, other.length) >= 3 &&
		(one.startsWith(other) || other.startsWith(one))
	);
}

/** `allow curl after * touching data because "Then this session talks to nobody any more."` */
function silenced(text: string, { keyword, patterns, clauses }: RuleStatement): SaidOtherwise | undefined {
	if (keyword !== "allow" || /\b(?:but|except|only|unless|until|before|besides|other than)\b/i.test(text))
		return undefined;
	const said =
		/\b(?:talks?|speaks?|sends?|connects?) (?:\w+ )?to (?:nobody|no ?one|no (?:other )?hosts?|nothing)\b|\b(?:has|gets|keeps|there is|leaves) no (?:more )?network\b|\bnothing (?:more |else )?(?:leaves|goes out|is sent out)\b|\bthe network (?:is|stays) (?:shut|closed|off|denied)\b/i.exec(
			text,
		);
	const talks = patterns.some(
		({ words: [first] }) => first?.kind === "plain" && programNamed(first.text)?.powers.includes("network") === true,
	);
	const grants = clauses.some(
		(one) => one.form === "powers" && one.powers.some(({ text: power }) => power === "network"),
	);
	return said === null || (!talks && !grants)
		? undefined
		: {
				said: said[0],
				rule: "the rule is an `allow` of what talks to others",
				help: "write `deny`, or say in the text what the rule allows",
			};
}

/** `deny * touching /srv/register except cat, grep because "Not for agents, by no tool."` */
function readersExcepted(text: string, { keyword, patterns, clauses }: RuleStatement): SaidOtherwise | undefined {
	const except = clauses.flatMap((one) => (one.keyword === "except" ? one.patterns : []));
	const isOfAll = patterns.some(({ words }) => words.length === 1 && words[0]?.text === "*");
	const touches = clauses.some((one) => one.keyword === "touching");
	if (keyword !== "deny" || !isOfAll || !touches || except.length === 0) return undefined;
	if (/\b(?:except|but|only|unless|other than|besides)\b/i.test(text)) return undefined;
	const said =
		/\bby no (?:tool|program|means|agent|way)\b|\bnot for (?:any )?agents?\b|\b(?:for|to) no (?:agent|tool|program)\b|\bno (?:agent|tool|program)s?(?: ever)? (?:may |can |must )?(?:see|read|open|show|touch|look)s?\b|\bwhatever the (?:tool|program)\b|\b(?:nobody|no one|never)(?: \w+){0,2} (?:sees?|reads?|opens?|seen|read|opened|shown)\b/i.exec(
			text,
		);
	const readers = except.flatMap(({ words: [first, ...more] }) =>
		first?.kind === "plain" && more.length === 0 && isReader(first.text) ? [`\`${first.text}\``] : [],
	);
	return said === null || readers.length === 0
		? undefined
		: {
				said: said[0],
				rule: `the exception leaves out ${readers.join(", ")}, by which just that is read`,
				help: "take the exception out, or say what may be done",
			};
}

function isReader(name: string): boolean {
	if (name === "file.read" || name === "file.search") return true;
	const program = programNamed(name);
	if (program === undefined || program.powers.length > 0) return false;
	const roles = [...program.operands.first, program.operands.rest, ...program.operands.last];
	return roles.includes("read");
}
