/**
 * Amp's permissions (`amp.permissions` in its settings) as a policy. The first entry that matches a call decides; it is held against the line as a whole, in which a star
 * stands for any text, operators and line breaks included.
 */

import { dataOf, type JsonNode, memberOf, readJson } from "../../../language/source/json-tree.js";
import { type Imported, type ImportFault, importedPolicy, pathRemarks, type Remark } from "../imported.js";
import { ampByItself, ampSubjects } from "./amp-calls.js";
import { besideRemarks } from "./beside.js";
import { type CallPermission, callRules } from "./call-rules.js";
import type { ImportSettings } from "./claude-permissions.js";
import { rankedText } from "./gemini/gemini-policy.js";
import { leadingTexts } from "./leading-texts.js";
import { type RankedRule, type RankedText, settledRules } from "./ranked-rules.js";

export function importAmpPermissions(
	text: string,
	origin: string,
	{ trusting }: ImportSettings,
): Imported | ImportFault {
	const root = readJson(text, { comments: true, trailingCommas: true });
	if ("message" in root) return root;
	const list = root.kind === "array" ? root : memberOf(root, "amp.permissions");
	if (list === undefined) return { at: root.start, message: "there are no `amp.permissions` in it" };
	if (list.kind !== "array") return { at: list.start, message: "`amp.permissions` should be a list" };
	const remarks: Remark[] = [];
	const ranked: RankedRule[] = [];
	const calls: CallPermission[] = [];
	for (const [at, entry] of list.items.entries()) {
		const found = ruleOf(entry, `amp.permissions[${at}]`, remarks, calls);
		if (typeof found === "string") return { at: entry.start, message: found };
		if (found !== undefined) ranked.push(found);
	}
	const { fallback, rules, remarks: told } = settledRules(ranked, trusting);
	const { govern, rules: others } = callRules(calls, { decides: "first", byItself: ampByItself });
	remarks.push(...told, ...pathRemarks(rules), ...besideRemarks(root, ["amp.permissions"]), {
		verdict: "tighter",
		place: "the whole",
		source: "",
		message: "what no entry speaks of is asked about here; Amp goes by a list of its own, which allows a lot",
	});
	return importedPolicy(origin, fallback, [...rules, ...others], remarks, govern);
}

const kinds = { allow: "allow", ask: "ask", reject: "deny", delegate: "ask" } as const;
/** `Bash` is a name for both of the others there. */
const shells = ["Bash", "shell_command", "async_shell_command"];

/** An entry; nothing where it has no part in the shell; or what is wrong with it. */
function ruleOf(
	entry: JsonNode,
	place: string,
	remarks: Remark[],
	calls: CallPermission[],
): RankedRule | string | undefined {
	if (entry.kind !== "object") return `\`${place}\` should be an object`;
	const source = JSON.stringify(dataOf(entry));
	const remark = (verdict: Remark["verdict"], message: string): void => {
		remarks.push({ verdict, place, source, message, at: entry.start });
	};
	const textOf = (key: string): string | undefined => {
		const value = memberOf(entry, key);
		return value?.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
	};
	const tool = textOf("tool");
	const action = textOf("action");
	if (tool === undefined) return `\`${place}.tool\` should be a text`;
	if (action === undefined || !Object.hasOwn(kinds, action))
		return `\`${place}.action\` is none of \`allow\`, \`ask\`, \`reject\`, \`delegate\``;
	const kind = kinds[action as keyof typeof kinds];
	const because = textOf("message");
	const isOfShell = shells.some((shell) => globFits(shell, tool));
	const subjects = ampSubjects(tool, globFits);
	if (!isOfShell && subjects.length === 0) {
		remark("left-out", "no table of the policy's says what this tool does: keep it where it is");
		return undefined;
	}
	if (action === "delegate") remark("tighter", "a program decides there; here it is asked about");
	const asksMore = memberOf(entry, "context") ?? memberOf(entry, "matches");
	if (subjects.length > 0 && asksMore !== undefined && !isOfShell)
		remark(
			kind === "allow" ? "left-out" : "tighter",
			kind === "allow"
				? "no pattern says what it asks for besides the tool"
				: "it asks for more than the tool; here it holds always",
		);
	if (subjects.length > 0 && !((asksMore !== undefined && kind === "allow") || (isOfShell && isOfCommands(entry))))
		calls.push({
			kind,
			subjects,
			isAtTimes: asksMore !== undefined,
			...(kind === "deny" && because !== undefined ? { because } : {}),
		});
	if (!isOfShell) return undefined;
	const condition = conditionOf(entry, tool);
	if (condition !== undefined && kind === "allow") {
		remark("left-out", `${condition}, and a policy has nothing that stands for it`);
		return undefined;
	}
	const of = whatOf(memberOf(entry, "matches"));
	if (typeof of === "object" && "fault" in of) return `\`${place}.matches\`: ${of.fault}`;
	return {
		kind,
		place,
		at: entry.start,
		source,
		of,
		...(condition === undefined ? {} : { condition }),
		...(kind === "deny" && because !== undefined ? { because } : {}),
	};
}

/** Does it ask for a command, and for nothing else? Then it is one for the shell. */
function isOfCommands(entry: JsonNode): boolean {
	const matches = memberOf(entry, "matches");
	return matches?.kind === "object" && matches.members.length > 0 && matches.members.every(({ key }) => isCommand(key));
}

/** Under which condition an entry holds, besides the text of the command. */
function conditionOf(entry: JsonNode, tool: string): string | undefined {
	if (memberOf(entry, "context") !== undefined) return "it holds in one context only";
	if (!globFits("Bash", tool) && !shells.slice(1).every((shell) => globFits(shell, tool)))
		return "it holds for one of the names of the shell only";
	const matches = memberOf(entry, "matches");
	return matches?.kind === "object" && matches.members.some(({ key }) => !isCommand(key))
		? "it asks for more than the command"
		: undefined;
}

function isCommand(key: string): boolean {
	return key === "cmd" || key === "command";
}

function whatOf(matches: JsonNode | undefined): RankedRule["of"] | { readonly fault: string } {
	if (matches === undefined) return "everything";
	if (matches.kind !== "object") return { fault: "it should be an object" };
	const [only, second] = matches.members.filter(({ key }) => isCommand(key));
	if (only === undefined) return "everything";
	if (second !== undefined) return { unsaid: "it asks for two names of the command at once" };
	const items = only.value.kind === "array" ? only.value.items : [only.value];
	const texts: RankedText[] = [];
	for (const item of items) {
		if (item.kind !== "scalar" || typeof item.value !== "string")
			return { fault: "a command should be a text, or a list of texts" };
		const found = textsOf(item.value);
		if (found === "everything") return found;
		if (found === undefined) return { unsaid: "it does not say how the command begins" };
		texts.push(...found);
	}
	return texts;
}

/** A glob, or a regular expression between slashes. */
function textsOf(text: string): readonly RankedText[] | "everything" | undefined {
	const regex = /^\/([\s\S]*)\/$/.exec(text)?.[1];
	if (regex === undefined) {
		if (/^\*+$/.test(text)) return "everything";
		return text.endsWith(" *")
			? [{ text: text.slice(0, -2), isPrefix: "more", hasStars: true }]
			: [{ text, isPrefix: false, hasStars: true }];
	}
	if (regex === "" || regex === ".*" || regex === "^.*$") return "everything";
	if (!regex.startsWith("^")) return undefined;
	const leading = leadingTexts(regex.slice(1), "$");
	return leading.every((one) => one.text === "") ? undefined : leading.map(rankedText);
}

/** As Amp matches the names of tools. */
function globFits(name: string, glob: string): boolean {
	const source = glob.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
	return new RegExp(`^${source}$`, "s").test(name);
}
