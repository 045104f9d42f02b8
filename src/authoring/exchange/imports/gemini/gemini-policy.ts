/**
 * Gemini CLI's policies (`[[rule]]` in `*.toml`) as a policy. Of the rules that match a line, and then each command in it, the one with the highest priority decides; a
 * rule matches the beginning of the text.
 */

import { readToml, type Toml, type TomlTable } from "../../../../runtime/harnesses/install/toml.js";
import { type Imported, type ImportFault, importedPolicy, pathRemarks, type Remark } from "../../imported.js";
import { type CallPermission, callRules } from "../call-rules.js";
import type { ImportSettings } from "../claude-permissions.js";
import { type LeadingText, leadingTexts } from "../leading-texts.js";
import { type RankedRule, type RankedText, settledRules } from "../ranked-rules.js";
import { geminiByItself, geminiSubjects } from "./gemini-calls.js";

export function importGeminiPolicy(text: string, origin: string, { trusting }: ImportSettings): Imported | ImportFault {
	const read = readToml(text);
	if ("message" in read) return { at: read.at, message: read.message };
	const { rule = [], safety_checker, ...others } = read.table;
	const { placeOf } = read;
	const [other] = Object.keys(others);
	if (other !== undefined) return { at: placeOf(read.table, other), message: `\`${other}\` is not known` };
	if (!Array.isArray(rule)) return { at: placeOf(read.table, "rule"), message: "`rule` should be a list: `[[rule]]`" };
	const remarks: Remark[] = [];
	const ranked: Found[] = [];
	const calls: FoundCalls[] = [];
	for (const [at, one] of (rule as readonly Toml[]).entries()) {
		const place = `rule ${at + 1}`;
		const begins =
			typeof one === "object" && !Array.isArray(one) ? placeOf(one as TomlTable) : placeOf(read.table, "rule");
		const found = ruleOf(one, place, begins, remarks, calls);
		if (found !== undefined && "fault" in found) {
			const begun = typeof one === "object" && !Array.isArray(one) ? (one as TomlTable) : undefined;
			const at = begun === undefined ? placeOf(read.table, "rule") : placeOf(begun, found.key);
			return { at, message: `${place}: ${found.fault}` };
		}
		if (found !== undefined) ranked.push(found);
	}
	if (safety_checker !== undefined)
		remarks.push({
			verdict: "left-out",
			place: "safety_checker",
			source: "",
			message: "a policy has nothing that stands for it: it goes on beside the rules",
			at: placeOf(read.table, "safety_checker"),
		});
	// Equal ones stay in the order of the file.
	ranked.sort((a, b) => b.priority - a.priority);
	const settled = settledRules(ranked, trusting);
	calls.sort((a, b) => b.priority - a.priority);
	const { govern, rules: otherRules } = callRules(calls, { decides: "first", byItself: geminiByItself });
	remarks.push(...settled.remarks, ...pathRemarks(settled.rules), {
		verdict: "tighter",
		place: "the whole",
		source: "",
		message: "what no rule speaks of is asked about here; Gemini CLI runs it in its `yolo` mode",
	});
	return importedPolicy(origin, settled.fallback, [...settled.rules, ...otherRules], remarks, govern);
}

type Found = RankedRule & { readonly priority: number };
type FoundCalls = CallPermission & { readonly priority: number };

/** What is wrong, and with which key. */
interface RuleFault {
	readonly fault: string;
	readonly key?: string;
}

const kinds = { allow: "allow", ask_user: "ask", deny: "deny" } as const;
const shells = ["run_shell_command", "ShellTool", "*"];
const modes = ["default", "autoEdit", "plan", "yolo"];
const keys = [
	"toolName",
	"subagent",
	"mcpName",
	"argsPattern",
	"commandPrefix",
	"commandRegex",
	"decision",
	"priority",
	"modes",
	"interactive",
	"toolAnnotations",
	"allowRedirection",
	"allow_redirection",
	"denyMessage",
	"deny_message",
];

/** A rule; nothing where it has no part in the shell; or what is wrong with it. */
function ruleOf(
	rule: Toml,
	place: string,
	at: number,
	remarks: Remark[],
	calls: FoundCalls[],
): Found | RuleFault | undefined {
	if (typeof rule !== "object" || Array.isArray(rule)) return { fault: "it should be a table" };
	const table = rule as TomlTable;
	const unknown = Object.keys(table).find((key) => !keys.includes(key));
	if (unknown !== undefined) return { fault: `\`${unknown}\` is not known`, key: unknown };
	const { decision, priority } = table;
	if (typeof decision !== "string" || !Object.hasOwn(kinds, decision))
		return { fault: "`decision` is none of `allow`, `ask_user`, `deny`", key: "decision" };
	if (typeof priority !== "number" || !Number.isInteger(priority) || priority < 0 || priority > 999)
		return { fault: "`priority` should be a whole number from 0 to 999", key: "priority" };
	const tools = textsOf(table.toolName ?? (table.mcpName === undefined ? undefined : "*"));
	if (tools === undefined) return { fault: "`toolName` should be a name, or a list of names", key: "toolName" };
	if (table.modes !== undefined && textsOf(table.modes) === undefined)
		return { fault: "`modes` should be a name, or a list of names", key: "modes" };
	const kind = kinds[decision as keyof typeof kinds];
	const of = whatOf(table);
	if (typeof of === "object" && "fault" in of) return of;
	const source = sourceOf(table);
	const remark = (verdict: Remark["verdict"], message: string): void => {
		remarks.push({ verdict, place, source, message, at });
	};
	const isOfShell = table.mcpName === undefined && tools.some((tool) => shells.includes(tool));
	const condition = conditionOf(table);
	const because = table.denyMessage ?? table.deny_message;
	const server = typeof table.mcpName === "string" ? table.mcpName : undefined;
	const subjects = tools
		.filter((tool) => tool === "*" || !shells.includes(tool))
		.flatMap((tool) => geminiSubjects(tool, server));
	const asksMore = of === "everything" ? condition : (condition ?? "it speaks of the call's arguments");
	if (subjects.length === 0 && !isOfShell) {
		remark("left-out", "no table of the policy's says what this tool does: keep it where it is");
		return undefined;
	}
	// A pattern for commands speaks of the shell alone.
	const isOfCommands = table.argsPattern === undefined || !(typeof of === "object" && "unsaid" in of);
	const isOfCalls = subjects.length > 0 && !(isOfShell && of !== "everything" && isOfCommands);
	if (isOfCalls && asksMore !== undefined && kind === "allow" && !isOfShell)
		remark("left-out", `${asksMore}, and a policy has nothing that stands for it`);
	else if (isOfCalls && !(asksMore !== undefined && kind === "allow")) {
		if (asksMore !== undefined) remark("tighter", `${asksMore}; here always`);
		calls.push({
			kind,
			subjects,
			priority,
			isAtTimes: asksMore !== undefined,
			...(typeof because === "string" && kind === "deny" ? { because } : {}),
		});
	}
	if (!isOfShell) return undefined;
	if (condition !== undefined && kind === "allow") {
		remark("left-out", `${condition}, and a policy has nothing that stands for it`);
		return undefined;
	}
	if (kind === "allow" && (table.allowRedirection ?? table.allow_redirection) === true)
		remark("tighter", "files behind `>` and `<` are not allowed with it: that is for `syntax redirects` to say");
	return {
		kind,
		place,
		at,
		source,
		of,
		priority,
		...(condition === undefined ? {} : { condition }),
		...(typeof because === "string" && kind === "deny" ? { because } : {}),
	};
}

/** Under which condition a rule holds, besides the text of the command. */
function conditionOf({ modes: told, interactive, subagent, toolAnnotations }: TomlTable): string | undefined {
	const isIn = textsOf(told) ?? [];
	if (isIn.length > 0 && !modes.every((mode) => isIn.includes(mode))) return "it holds in some modes only";
	if (interactive !== undefined)
		return `it holds only ${interactive === true ? "where somebody is there" : "where nobody is there"}`;
	if (subagent !== undefined) return "it holds for a sub-agent only";
	return toolAnnotations === undefined ? undefined : "it holds for some annotations only";
}

/** What the rule speaks of, or what is wrong with it. */
function whatOf({ commandPrefix, commandRegex, argsPattern }: TomlTable): RankedRule["of"] | RuleFault {
	if ([commandPrefix, commandRegex, argsPattern].filter((one) => one !== undefined).length > 1)
		return {
			fault: "`commandPrefix`, `commandRegex` and `argsPattern` exclude each other",
			key: argsPattern === undefined ? "commandRegex" : "argsPattern",
		};
	if (commandPrefix !== undefined) {
		const prefixes = textsOf(commandPrefix);
		if (prefixes === undefined)
			return { fault: "`commandPrefix` should be a text, or a list of texts", key: "commandPrefix" };
		// An empty text counts as none there.
		if (prefixes.length === 0 || (prefixes.length === 1 && prefixes[0] === "" && typeof commandPrefix === "string"))
			return prefixes.length === 0 ? [] : "everything";
		return prefixes.map((text) => ({ text, isPrefix: true, hasStars: false }));
	}
	const regex = commandRegex ?? argsPattern;
	if (regex === undefined) return "everything";
	if (typeof regex !== "string")
		return {
			fault: "a regular expression should be a text",
			key: commandRegex === undefined ? "argsPattern" : "commandRegex",
		};
	if (regex === "") return "everything";
	const start = /^(?:\\\{|\\0)?"command":"/.exec(regex)?.[0];
	if (commandRegex === undefined && start === undefined)
		return { unsaid: "it speaks of the call as a whole, and no pattern does" };
	const own = commandRegex === undefined ? regex.slice(start?.length) : regex;
	if (/^\.\*?"?$/.test(own) || own === ".*") return "everything";
	const leading = leadingTexts(own, '"');
	if (leading.every(({ text }) => text === "")) return { unsaid: "it does not say how the command begins" };
	return leading.map(rankedText);
}

/** What a regular expression begins with, as a text. */
export function rankedText({ text, follows }: LeadingText): RankedText {
	switch (follows) {
		case "word":
			return { text: text.trimEnd(), isPrefix: true, hasStars: false };
		case "nothing":
			return { text, isPrefix: false, hasStars: false };
		case "any":
			// Behind a blank the next word may be any, in the midst of a word the word goes on.
			return text.endsWith(" ")
				? { text: text.trimEnd(), isPrefix: "more", hasStars: false }
				: { text: `${text}*`, isPrefix: true, hasStars: true };
		case "unread":
			return { text, isPrefix: true, hasStars: false, isCut: true };
	}
}

function textsOf(value: Toml | undefined): readonly string[] | undefined {
	if (typeof value === "string") return [value];
	return Array.isArray(value) && value.every((one) => typeof one === "string")
		? (value as readonly string[])
		: undefined;
}

function sourceOf({ commandPrefix, commandRegex, argsPattern, decision }: TomlTable): string {
	const what = commandPrefix ?? commandRegex ?? argsPattern;
	return `${String(decision)}${what === undefined ? "" : ` ${JSON.stringify(what)}`}`;
}
