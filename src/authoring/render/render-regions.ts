/**
 * What an agent may run, for people and for programs:
 *
 *	policy.rules:8  allow rm, mv within .
 *	  such as `rm .`
 *	  but for what policy.rules:5 holds back: deny * touching **\/.env
 */
import pc from "picocolors";
import type { RuleRef } from "../../engine/decide/decision.js";
import { ruleRef } from "../../engine/decide/rule-ref.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { type FlatRule, flatPolicy } from "../../language/policy/flat-policy.js";
import type { Rule } from "../../language/policy/policy.js";
import { textOf } from "../../language/source/source-file.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { Loaded } from "../../runtime/load/load.js";
import type { Region, Regions } from "../analysis/regions.js";
import type { Witness } from "../analysis/witness.js";
import { paintEffect, ruleName } from "./render-decision.js";
import { type Asked, askingLine, otherwiseHere } from "./render-witness.js";

export interface Shown {
	readonly loaded: Loaded;
	readonly tree: Tree;
	readonly agent: string;
	readonly effect: Effect;
	readonly pattern: string | undefined;
	/** Where a sample would really be decided. */
	readonly world: World;
	readonly asked: Asked;
}

export function renderRegions({ regions, unsettled }: Regions, shown: Shown, colour: boolean): string {
	const { bold } = pc.createColors(colour);
	const { agent, effect, pattern } = shown;
	const of = pattern === undefined ? "" : ` of \`${visible(pattern)}\``;
	const said = paintWord(effect, colour);
	const title =
		regions.length === 0
			? `agent ${visible(agent)}: nothing${of} is ${said}${unsettled.length > 0 ? ", as far as that is settled" : ""}`
			: `${bold(`agent ${visible(agent)}`)}: what${of} is ${said}`;
	const doubt = unsettledLines(unsettled, shown, colour);
	const texts = textsOf(shown);
	const parts = inOrder(regions, shown).map((region) => regionLines(region, shown, texts, colour));
	return [[title], ...parts, doubt]
		.filter((lines) => lines.length > 0)
		.map((lines) => lines.map((line) => `${line}\n`).join(""))
		.join("\n");
}

/** Programs that are named where the search ended; the others are counted. */
const mostNamed = 6;
/** Steps for each program and rule that suffice for nearly all. */
const longSearch = 20_000;

function unsettledLines(programs: readonly string[], { agent, pattern }: Shown, colour: boolean): readonly string[] {
	const { yellow } = pc.createColors(colour);
	const [first] = programs;
	if (first === undefined) return [];
	const named = programs.slice(0, mostNamed).map((name) => `\`${visible(name)}\``);
	const more = programs.length - named.length;
	return [
		`${yellow("not settled")} for ${named.join(", ")}${more > 0 ? ` and ${more} more programs` : ""}: the search ended at its limit, and there may be more`,
		pattern === undefined
			? `  \`rules can ${visible(agent)} ${visible(first)}\` looks at one program for longer, \`--steps ${longSearch}\` at all of them`
			: `  a pattern that says more (a subcommand, \`using\`, \`touching\`) is settled sooner, and \`--steps ${longSearch}\` searches longer`,
	];
}

/** As the rules stand in their files; the default comes last. */
function inOrder(regions: readonly Region[], shown: Shown): readonly Region[] {
	const refs = new Map(regions.map((region) => [region, region.rule && ruleRef(shown.tree, region.rule)]));
	const order = placed(
		[...refs.values()].flatMap((ref) => ref ?? []),
		shown,
	);
	const rank = (region: Region): number => {
		const ref = refs.get(region);
		return ref === undefined ? order.length : order.indexOf(ref);
	};
	return [...regions].sort((a, b) => rank(a) - rank(b));
}

function placed(rules: readonly RuleRef[], { loaded }: Shown): readonly RuleRef[] {
	const order = new Map(loaded.policy.files.map((file, index) => [file, index]));
	return [...rules].sort((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) || a.line - b.line);
}

function paintWord(effect: Effect, colour: boolean): string {
	const word = { allow: "allowed", ask: "asked about", nudge: "nudged", deny: "denied" }[effect];
	return paintEffect(effect, colour).replace(effect, word);
}

function regionLines(region: Region, shown: Shown, texts: Texts, colour: boolean): readonly string[] {
	const { dim } = pc.createColors(colour);
	const { sample, heldBack, rule } = region;
	const head =
		rule === undefined
			? `by default${programsText(region)}`
			: `${dim(ruleName(ruleRef(shown.tree, rule)))}  ${texts.of(rule)}`;
	const otherwise = otherwiseHere(sample, shown.agent, shown.effect, shown.tree, shown.world);
	return [
		head,
		`  such as: ${askingLine(sample, shown.agent, shown.asked)}`,
		...(otherwise === undefined ? [] : [`    ${otherwise}`]),
		...placed(heldBack, shown).map((ref) => `  held back by ${dim(ruleName(ref))}  ${short(texts.ofRef(ref))}`),
	];
}

/** The beginning of a long rule; its place says where the rest is. */
function short(text: string): string {
	return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

/** The programs of what no rule speaks of by itself. */
function programsText({ programs, others }: Region): string {
	const named = programs.map(visible).join(", ");
	if (!others) return `: ${named}`;
	return named === "" ? ": programs that no rule names" : `: ${named}, and programs that no rule names`;
}

/** What rules say, in the `.rules` notation on one line. */
interface Texts {
	readonly of: (rule: Rule) => string;
	readonly ofRef: (ref: RuleRef) => string;
}

function textsOf({ loaded, agent, tree }: Shown): Texts {
	const flat = flatPolicy(loaded, agent)?.rules ?? [];
	const keyOf = (file: string, line: number, source: string): string => JSON.stringify([file, line, source]);
	const byPlace = new Map<string, FlatRule>(
		flat.map((rule) => [keyOf(rule.origin.file, rule.origin.line, rule.source), rule]),
	);
	const of = (rule: Rule): string => {
		const source = loaded.sources.get(rule.span.file);
		const { line } = ruleRef(tree, rule);
		const found = byPlace.get(keyOf(rule.span.file, line, source === undefined ? "" : textOf(source, rule.span)));
		return visible(found?.text ?? rule.id);
	};
	const byRef = new Map(
		(tree.agents[agent]?.rules ?? []).map((rule) => [JSON.stringify(ruleRef(tree, rule)), rule] as const),
	);
	return {
		of,
		ofRef: (ref) => {
			const rule = byRef.get(JSON.stringify(ref));
			return rule === undefined ? "" : of(rule);
		},
	};
}

type RuleRecord = RuleRef & { readonly text: string };

interface RegionsRecord {
	readonly policy: string;
	readonly agent: string;
	readonly effect: Effect;
	readonly pattern?: string;
	readonly regions: readonly {
		/** Absent: the default. */
		readonly rule?: RuleRecord;
		readonly programs: readonly string[];
		readonly others: boolean;
		readonly sample: Witness;
		readonly heldBack: readonly RuleRecord[];
	}[];
	/** Programs for which the steps did not suffice. */
	readonly unsettled: readonly string[];
}

/** The regions as data; schemas/regions.schema.json describes it. */
export function regionsRecord({ regions, unsettled }: Regions, shown: Shown): RegionsRecord {
	const texts = textsOf(shown);
	return {
		policy: shown.tree.digest,
		agent: shown.agent,
		effect: shown.effect,
		...(shown.pattern === undefined ? {} : { pattern: shown.pattern }),
		regions: inOrder(regions, shown).map(({ rule, programs, others, sample, heldBack }) => ({
			...(rule === undefined ? {} : { rule: { ...ruleRef(shown.tree, rule), text: texts.of(rule) } }),
			programs,
			others,
			sample,
			heldBack: placed(heldBack, shown).map((ref) => ({ ...ref, text: texts.ofRef(ref) })),
		})),
		unsettled,
	};
}
