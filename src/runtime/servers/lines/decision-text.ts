/**
 * The JSON text of a decision: what `JSON.stringify` makes of its record, letter by letter. In a stream the same rules, limits and agents come again
 * and again, so what they make of a text is kept, and no record is built.
 */
import type { CommandDecision, Decision, RuleRef } from "../../../engine/decide/decision.js";
import type { Limits } from "../../../language/policy/settings/limits.js";

/** All fields of a decision's record, in their order, without the braces around them. */
export function decisionFieldsText(decision: Decision): string {
	const [command, second] = decision.commands;
	if (command === undefined || second !== undefined || !isPlain(decision, command)) return anyDecision(decision);
	const { head, lists, between, before, tail } = frameOf(decision, command);
	const message = quoted(decision.message);
	return `${head}${message}${lists}${wordList(command.argv)}${between}${command.end}${before}${message}${tail}`;
}

/** Of those fields what is counted and compared: the effect, the kind of reason, and the rules. */
export function briefFieldsText({ effect, code, rules }: Decision): string {
	return `"effect":"${effect}","code":"${code}","rules":${ruleList(rules)}`;
}

/** One command, which lends the decision all that it says, and of which nothing unusual is told. */
function isPlain({ effect, rules, use, note, span }: Decision, command: CommandDecision): boolean {
	return (
		effect !== "ask" &&
		rules.length < 2 &&
		command.rules === rules &&
		command.use === use &&
		note === undefined &&
		span === undefined &&
		command.start === 0 &&
		command.via === undefined
	);
}

/** All of a plain decision's text but the message, the words and where they end. */
interface Frame {
	readonly of: Pick<Decision, "effect" | "code" | "agent" | "use" | "limits" | "sandbox" | "audit" | "policy">;
	readonly doubt: boolean;
	readonly head: string;
	readonly lists: string;
	readonly between: string;
	readonly before: string;
	readonly tail: string;
}

/** A rule mostly decides in one way and for one agent; where none decides, most is alike for those under the same limits. */
function frameOf(decision: Decision, { doubt }: CommandDecision): Frame {
	const key = decision.rules[0] ?? decision.limits;
	const known = frames.get(key);
	if (
		known !== undefined &&
		known.doubt === doubt &&
		known.of.effect === decision.effect &&
		known.of.code === decision.code &&
		known.of.agent === decision.agent &&
		known.of.limits === decision.limits &&
		known.of.sandbox === decision.sandbox &&
		known.of.audit === decision.audit &&
		known.of.policy === decision.policy &&
		(known.of.use === decision.use || (known.of.use.length === 0 && decision.use.length === 0))
	)
		return known;
	const frame = makeFrame(decision, doubt);
	frames.set(key, frame);
	return frame;
}

const frames = new WeakMap<RuleRef | Limits, Frame>();

function makeFrame(
	{ effect, code, agent, use, limits, sandbox, audit, policy, rules }: Decision,
	doubt: boolean,
): Frame {
	const lists = `,"use":${JSON.stringify(use)},"rules":${ruleList(rules)}`;
	return {
		of: { effect, code, agent, use, limits, sandbox, audit, policy },
		doubt,
		head: `"effect":"${effect}","message":`,
		lists: `${lists},"commands":[{"argv":`,
		between: `,"effect":"${effect}","start":0,"end":`,
		before: `,"code":"${code}","message":`,
		tail: `${lists},"doubt":${doubt}}],"code":"${code}","agent":${JSON.stringify(agent)},"limits":${JSON.stringify(limits)},"sandbox":"${sandbox}","audit":"${audit}","policy":"${policy}"`,
	};
}

function anyDecision({
	effect,
	message,
	use,
	rules,
	commands,
	code,
	agent,
	note,
	limits,
	sandbox,
	audit,
	policy,
	span,
	approvals,
	worst,
}: Decision): string {
	const noted = note === undefined ? "" : `,"note":${JSON.stringify(note)}`;
	const place = span === undefined ? "" : `,"span":{"start":${span.start},"end":${span.end}}`;
	return `"effect":"${effect}","message":${JSON.stringify(message)},"use":${JSON.stringify(use)},"rules":${ruleList(rules)},"commands":[${commands
		.map(commandText)
		.join(
			",",
		)}],"code":"${code}","agent":${JSON.stringify(agent)}${noted},"limits":${JSON.stringify(limits)},"sandbox":"${sandbox}","audit":"${audit}","policy":"${policy}"${peopleText(approvals)}${worst === undefined ? "" : `,"worst":${JSON.stringify(worst)}`}${place}`;
}

function commandText({
	argv,
	effect,
	start,
	end,
	code,
	message,
	note,
	use,
	rules,
	doubt,
	via,
	approvals,
}: CommandDecision): string {
	const noted = note === undefined ? "" : `,"note":${JSON.stringify(note)}`;
	const by = via === undefined ? "" : `,"via":${via}`;
	return `{"argv":${JSON.stringify(argv)},"effect":"${effect}","start":${start},"end":${end},"code":"${code}","message":${JSON.stringify(message)}${noted},"use":${JSON.stringify(use)},"rules":${ruleList(rules)},"doubt":${doubt}${by}${peopleText(approvals)}}`;
}

function peopleText(approvals: Decision["approvals"]): string {
	return approvals === undefined ? "" : `,"approvals":${JSON.stringify(approvals)}`;
}

function ruleList(rules: readonly RuleRef[]): string {
	return rules.length === 0 ? "[]" : `[${rules.map(ruleText).join(",")}]`;
}

/** A rule has one reference, which lives as long as the policy. */
function ruleText(rule: RuleRef): string {
	let text = ruleTexts.get(rule);
	if (text === undefined) {
		const { id, file, line } = rule;
		text = JSON.stringify({ id, file, line });
		ruleTexts.set(rule, text);
	}
	return text;
}

const ruleTexts = new WeakMap<RuleRef, string>();

function wordList(words: readonly (string | null)[]): string {
	let text = "[";
	for (let at = 0; at < words.length; at++) {
		const word = words[at] as string | null;
		text += `${at === 0 ? "" : ","}${word === null ? "null" : quoted(word)}`;
	}
	return `${text}]`;
}

/** A text as JSON; most texts need quotes alone, and looking is quicker than writing anew. */
function quoted(text: string): string {
	if (text.length > longestLook) return JSON.stringify(text);
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code < 32 || code > 126 || code === 34 || code === 92) return JSON.stringify(text);
	}
	return `"${text}"`;
}

const longestLook = 1_000;
