/** A decision with its explanation as parts of a page. Texts become text nodes, whatever they hold. */
import type { Decision } from "../../../engine/decide/decision.js";
import type { CommandExplanation, Explanation, RuleView, Step } from "../../../engine/decide/explain/explain.js";
import { commandText } from "../../../engine/decide/explain/messages.js";
import { effectText } from "../../../engine/effects/shown-effects.js";
import { visible } from "../../../language/diagnostic/render-visible.js";
import { effectMark, marked, part, ruleLink } from "./parts.js";

/** The answer itself, for who hears it too: the effect and the message. */
export function verdictParts(decision: Decision, script: string): readonly Node[] {
	const { effect, message, span, note, use } = decision;
	return [
		part("p", "verdict", effectMark(effect), " ", marked(message)),
		...(span === undefined ? [] : [part("pre", "", ...excerpt(script, span.start, span.end))]),
		...(note === undefined ? [] : [part("p", "soft", "Note: ", visible(note))]),
		...(effect === "allow" && use.length > 0 ? [part("p", "soft", "Better: ", visible(use.join(", ")))] : []),
	];
}

/** How the answer came about, command by command. */
export function answerParts(explanation: Explanation, files: readonly string[]): readonly Node[] {
	return explanation.commands.map((one) => commandPart(one, explanation.default, files));
}

/** A script with the place that can't be read marked. */
function excerpt(script: string, start: number, end: number): readonly (Node | string)[] {
	return [
		visibleLines(script.slice(0, start)),
		part("mark", "", visibleLines(script.slice(start, end)) || "…"),
		visibleLines(script.slice(end)),
	];
}

function visibleLines(text: string): string {
	return text.split("\n").map(visible).join("\n");
}

function commandPart(command: CommandExplanation, fallback: string, files: readonly string[]): Node {
	const { decision, reading, effects, steps, rules } = command;
	const by = decision.rules.flatMap((rule) => [" ", ruleLink(rule, files)]);
	return part(
		"section",
		"",
		part("h3", "", part("code", "", visible(commandText(decision.argv))), " ", effectMark(decision.effect), ...by),
		...titled(
			"How it reads",
			list(
				"list",
				readingLines(reading).map((line) => [marked(line)]),
			),
		),
		...titled(
			"What it does",
			list(
				"list",
				effects.map((effect) => [marked(effectText(effect, (text) => `\`${visible(text)}\``))]),
			),
		),
		...titled(
			"The path to the answer",
			list("steps", [
				...steps.map(stepParts),
				...(decision.code === "default" ? [[`no rule grants it: the default is ${fallback}`]] : []),
			]),
		),
		...titled(
			"Rules about this program",
			list(
				"list",
				rules.map((rule) => ruleParts(rule, files)),
			),
		),
	);
}

function titled(title: string, content: Node | undefined): readonly Node[] {
	return content === undefined ? [] : [part("h4", "", title), content];
}

function list(name: string, items: readonly (readonly (Node | string)[])[]): Node | undefined {
	return items.length === 0 ? undefined : part("ul", name, ...items.map((parts) => part("li", "", ...parts)));
}

function readingLines(reading: CommandExplanation["reading"]): readonly string[] {
	const words = (all: readonly (string | null)[]): string =>
		all.map((word) => (word === null ? "…" : `\`${word}\``)).join(", ");
	return [
		...(reading.known ? [] : ["the program is not known: any of its words may be a path, and it may run code"]),
		...(reading.subcommand === undefined ? [] : [`subcommand ${words([reading.subcommand])}`]),
		...(reading.options.length === 0 ? [] : [`options ${words(reading.options)}`]),
		...(reading.operands.length === 0 ? [] : [`operands ${words(reading.operands)}`]),
	];
}

function stepParts({ question, answer }: Step): readonly (Node | string)[] {
	return [part("span", "truth", answer), " ", marked(question)];
}

function ruleParts(view: RuleView, files: readonly string[]): readonly (Node | string)[] {
	const remarks = [
		...(view.locked ? ["locked"] : []),
		...(view.inherited ? [view.from === "" ? "inherited from the file" : `inherited from \`${view.from}\``] : []),
		...view.excludedBy.map((id) => `\`${id}\` takes something out of it`),
	];
	const missing = list("steps", view.missing.map(stepParts));
	return [
		`${view.keyword} `,
		ruleLink(view.rule, files),
		...(remarks.length === 0 ? [] : [" (", marked(remarks.join(", ")), ")"]),
		`: ${verdictOf(view)}`,
		...(missing === undefined ? [] : [missing]),
	];
}

function verdictOf({ decided, grants, restricts, missing }: RuleView): string {
	if (decided) return "it decided";
	if (restricts === "yes" || restricts === "unknown") return "it holds, and the answer is stricter";
	if (grants === "yes") return "it grants this, but something stricter holds";
	return missing.length > 0 ? "it does not fit, because of" : "it does not fit";
}
