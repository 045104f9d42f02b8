/** A question to a person, as clients show it: what would run, and why it is asked. Only an explicit yes counts. */
import type { ClientCapabilities, ElicitRequestFormParams } from "@modelcontextprotocol/server";
import type { Decision } from "../../../engine/decide/decision.js";
import { commandText } from "../../../engine/decide/explain/messages.js";
import { questionText } from "../../../engine/decide/explain/question-text.js";
import { visible } from "../../../language/diagnostic/render-visible.js";

/** Milliseconds that a person may take. */
export const patience = 600_000;
/** Characters of a question. What is longer can't be judged, so nobody is asked. */
const mostText = 20_000;

/** The question; undefined where it would be too long to be read. */
export function questionOf(tool: string, input: unknown, decision: Decision): ElicitRequestFormParams | undefined {
	const { agent, note } = decision;
	const text = [
		`May this run? The rules leave it to you.`,
		"",
		...linesOf(input),
		"",
		...lined(questionText(decision)),
		...(note === undefined ? [] : lined(note)),
		`Asked by the agent \`${visible(agent)}\` through \`${tool}\`.`,
	].join("\n");
	if (text.length > mostText) return undefined;
	return {
		mode: "form",
		message: text,
		requestedSchema: {
			type: "object",
			properties: {
				run: { type: "boolean", title: "Run it", description: "Yes, this may run, this once." },
			},
			required: ["run"],
		},
	};
}

/** Did a person say yes, in so many words? */
export function isYes(answer: unknown): boolean {
	if (typeof answer !== "object" || answer === null) return false;
	const { action, content } = answer as { readonly action?: unknown; readonly content?: unknown };
	if (action !== "accept" || typeof content !== "object" || content === null) return false;
	return Object.hasOwn(content, "run") && (content as { readonly run?: unknown }).run === true;
}

/** Can this client put a question to a person? One that says nothing of forms means forms. */
export function canAsk(capabilities: ClientCapabilities | undefined): boolean {
	const elicitation = capabilities?.elicitation;
	if (typeof elicitation !== "object" || elicitation === null) return false;
	return "form" in elicitation || !("url" in elicitation);
}

/** A call, one parameter a line; the command as it would be typed. */
function linesOf(input: unknown): readonly string[] {
	const { command, args, ...others } = input as Readonly<Record<string, unknown>>;
	const line =
		typeof command !== "string"
			? []
			: Array.isArray(args)
				? [commandText([command, ...args.map(String)])]
				: command.split("\n").map(visible);
	return [
		...line.map((text) => `    ${text}`),
		...Object.entries(others).map(([name, value]) => `    ${visible(name)}: ${visible(JSON.stringify(value))}`),
	];
}

function lined(text: string): readonly string[] {
	return text.split("\n").map(visible);
}
