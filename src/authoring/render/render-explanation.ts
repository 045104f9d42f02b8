/** An explanation for people: the decision, how the command was read, the path that led to the answer, and the rules that came near. */
import pc from "picocolors";
import type { CommandExplanation, Explanation, RuleView, Step } from "../../engine/decide/explain/explain.js";
import { effectText, type ShownEffect } from "../../engine/effects/shown-effects.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { commandText, paintEffect, ruleName } from "./render-decision.js";

/** Rules that do not hold are shown up to this many, those first that miss by least. */
const mostNear = 5;
/** More paths than these are shown only when all are asked for. */
const mostPaths = 10;
/** A question with a longer text is cut: lists of paths and programs have hundreds of words. */
const mostText = 200;

/** Every command with what decided it. The decision itself is `renderDecision`'s. With `all` nothing is left out: no rule about the program, and no part of a question. */
export function renderExplanation(explanation: Explanation, colour: boolean, all = false): string {
	return explanation.commands
		.map((command) => `${commandLines(command, explanation.default, { colour, all }).join("\n")}\n`)
		.join("\n");
}

interface Shown {
	readonly colour: boolean;
	readonly all: boolean;
}

function commandLines(command: CommandExplanation, fallback: string, shown: Shown): readonly string[] {
	const { colour } = shown;
	const { bold } = pc.createColors(colour);
	const { decision, reading, effects, steps, rules } = command;
	const title = `${bold(commandText(decision.argv))}: ${paintEffect(decision.effect, colour)}${decision.rules.length > 0 ? `, by ${decision.rules.map(ruleName).join(", ")}` : ""}`;
	return [
		title,
		...section("how it reads", readingLines(reading)),
		...section("what it does", effectLines(effects, shown)),
		...section("the path to the answer", [
			// A tree asks the same of a command at several of its nodes.
			...new Set(steps.map((step) => stepLine(step, shown))),
			...(decision.code === "default" ? [`no rule grants it: the default is \`${fallback}\``] : []),
		]),
		...section("rules about this program", rulesLines(rules, shown)),
	];
}

function section(title: string, lines: readonly string[]): readonly string[] {
	return lines.length === 0 ? [] : [`  ${title}:`, ...lines.map((line) => `    ${line}`)];
}

function readingLines(reading: CommandExplanation["reading"]): readonly string[] {
	const words = (list: readonly (string | null)[]): string =>
		list.map((word) => (word === null ? "…" : `\`${visible(word)}\``)).join(", ");
	const lines: string[] = [];
	if (!reading.known) lines.push("the program is not known: any of its words may be a path, and it may run code");
	if (reading.subcommand !== undefined) lines.push(`subcommand ${words([reading.subcommand])}`);
	if (reading.options.length > 0) lines.push(`options ${words(reading.options)}`);
	if (reading.operands.length > 0) lines.push(`operands ${words(reading.operands)}`);
	return lines;
}

/** All but the paths of a long list of them, such as those that `find` finds. */
function effectLines(effects: CommandExplanation["effects"], { all }: Shown): readonly string[] {
	const inWords = (effect: ShownEffect): string => effectText(effect, (text) => `\`${visible(text)}\``);
	const isPath = ({ leadsTo }: ShownEffect): boolean => leadsTo !== undefined;
	const paths = effects.filter(isPath);
	if (all || paths.length <= mostPaths) return effects.map(inWords);
	return [
		...paths.slice(0, mostPaths).map(inWords),
		`${paths.length - mostPaths} more paths: \`--all\` shows them`,
		...effects.filter((one) => !isPath(one)).map(inWords),
	];
}

function stepLine({ question, answer }: Step, { colour, all }: Shown): string {
	const paint = pc.createColors(colour);
	const word = { yes: paint.green, no: paint.dim, unknown: paint.yellow }[answer](answer);
	const text = visible(question);
	const cut = all || text.length <= mostText ? text : `${text.slice(0, mostText).trimEnd()} …`;
	return `${word}${" ".repeat(7 - answer.length)}  ${cut}`;
}

/** First what decided and what holds, in the order of the policy; then what came near, the nearest first. */
function rulesLines(rules: readonly RuleView[], shown: Shown): readonly string[] {
	const misses = (one: RuleView): boolean => !one.decided && one.missing.length > 0 && one.grants !== "yes";
	if (shown.all || rules.filter(misses).length <= mostNear) return rules.flatMap((rule) => ruleLines(rule, shown));
	const near = rules.filter(misses).toSorted((a, b) => a.missing.length - b.missing.length);
	return [
		...rules.filter((one) => !misses(one)).flatMap((rule) => ruleLines(rule, shown)),
		...near.slice(0, mostNear).flatMap((rule) => ruleLines(rule, shown)),
		`${near.length - mostNear} more do not fit: \`--all\` shows them`,
	];
}

function ruleLines(view: RuleView, shown: Shown): readonly string[] {
	const { colour } = shown;
	const { bold } = pc.createColors(colour);
	const from = view.inherited ? `inherited from ${view.from === "" ? "the file" : `\`${view.from}\``}` : "";
	const remarks = [
		view.locked ? "locked" : "",
		from,
		...view.excludedBy.map((id) => `\`${id}\` takes something out of it`),
	].filter((remark) => remark !== "");
	const verdict = view.decided ? bold("it decided") : verdictOf(view);
	const line = `${view.keyword} ${ruleName(view.rule)}${remarks.length > 0 ? ` (${visible(remarks.join(", "))})` : ""}: ${verdict}`;
	return [line, ...view.missing.map((step) => `  ${stepLine(step, shown)}`)];
}

/** What a rule that did not decide had to say. */
function verdictOf({ grants, restricts, missing }: RuleView): string {
	if (restricts === "yes" || restricts === "unknown") return "it holds, and the answer is stricter";
	if (grants === "yes") return "it grants this, but something stricter holds";
	return missing.length > 0 ? "it does not fit, because of" : "it does not fit";
}
