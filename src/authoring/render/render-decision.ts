/**
 * A decision for people:
 *
 *	deny: Use the version-control tools. Use go.get or go.mod instead.
 *	  rule: policy.rules:12 (no-git)
 */
import pc from "picocolors";
import type { Decision, RuleRef } from "../../engine/decide/decision.js";
import type { Request } from "../../engine/request/request.js";
import { excerptOf } from "../../language/diagnostic/render-text.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { sourceFile } from "../../language/source/source-file.js";
import type { Effect } from "../../language/syntax/statements.js";

export function renderDecision(decision: Decision, request: Request, colour: boolean): string {
	const lines = [`${paintEffect(decision.effect, colour)}: ${visible(decision.message)}`];
	if (decision.span !== undefined && "script" in request) {
		const { line, under } = excerptOf(sourceFile("", request.script), decision.span, "^");
		if (line !== "") lines.push(`  | ${line}`, `  | ${under.blank}${under.signs}`);
	}
	if (decision.worst !== undefined) lines.push(`  worst: ${visible(decision.worst)}`);
	for (const rule of decision.rules) lines.push(`  rule: ${ruleName(rule)}`);
	if (decision.note !== undefined) lines.push(`  note: ${visible(decision.note)}`);
	if (decision.effect === "allow" && decision.use.length > 0)
		lines.push(`  use: ${decision.use.map(visible).join(", ")}`);
	if (decision.effect === "allow" && decision.sandbox !== "off") lines.push(`  sandbox: ${decision.sandbox}`);
	if (decision.commands.length > 1) {
		lines.push("  commands:");
		const texts = decision.commands.map((command) => commandText(command.argv));
		const longest = Math.min(60, Math.max(...texts.map((text) => text.length)));
		decision.commands.forEach((command, index) => {
			const rules =
				command.rules.map(ruleName).join(", ") || (command.code === "default" ? "no rule: the default" : command.code);
			const effect = `${paintEffect(command.effect, colour)}${" ".repeat(5 - command.effect.length)}`;
			lines.push(`    ${effect}  ${(texts[index] as string).padEnd(longest)}  ${rules}`);
		});
	}
	return `${lines.join("\n")}\n`;
}

/** The word for an effect in its colour. */
export function paintEffect(effect: Effect, colour: boolean): string {
	const paint = pc.createColors(colour);
	switch (effect) {
		case "allow":
			return paint.green(effect);
		case "ask":
			return paint.cyan(effect);
		case "nudge":
			return paint.yellow(effect);
		case "deny":
			return paint.red(effect);
	}
}

/** `policy.rules:12 (no-git)`; the place alone where the rule has no other name. */
export function ruleName({ id, file, line }: RuleRef): string {
	const place = `${file}:${line}`;
	return visible(id === place ? place : `${place} (${id})`);
}

/** A command as a shell would want it, `…` for words that can't be known; cut when it is long. */
export function commandText(argv: readonly (string | null)[]): string {
	const text = argv.map((word) => (word === null ? "…" : quoted(visible(word)))).join(" ");
	return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function quoted(word: string): string {
	return /^[A-Za-z0-9_./:@%+,=~^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
