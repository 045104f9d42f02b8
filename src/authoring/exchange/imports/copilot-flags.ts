/**
 * Copilot CLI's permissions as a policy. It takes them as options (`--allow-tool='shell(git:*)'`), so what is read is a file that holds its command line, or options one a
 * line. Its denials count before what it allows; a command is known there by its name, for `git` and `gh` by the word behind it as well.
 */

import {
	type Imported,
	type ImportedRule,
	type ImportFault,
	importedPolicy,
	pathRemarks,
	type Remark,
} from "../imported.js";
import { type CallPermission, callRules } from "./call-rules.js";
import type { ReadCall } from "./claude-calls.js";
import type { ImportSettings } from "./claude-permissions.js";
import { copilotByItself, copilotCall, copilotUrl } from "./copilot-calls.js";
import { plainUseOnly, textPattern } from "./text-pattern.js";

export function importCopilotFlags(text: string, origin: string, { trusting }: ImportSettings): Imported | ImportFault {
	const words = wordsOf(text);
	if ("message" in words) return words;
	const remarks: Remark[] = [];
	const rules: ImportedRule[] = [];
	const calls: CallPermission[] = [];
	const take = (place: string, at: number, source: string, { permission, remarks: told }: ReadCall): void => {
		if (permission !== undefined) calls.push(permission);
		for (const [verdict, message] of told) remarks.push({ verdict, place, source, message, at });
	};
	const byItself = [...copilotByItself];
	let found = 0;
	for (const [at, word] of words.entries()) {
		// Behind it there are no options.
		if (word.text === "--") break;
		const flag = permissionFlag.exec(word.text);
		if (flag === null) continue;
		const place = `line ${text.slice(0, word.start).split("\n").length}`;
		const [, name = "", glued] = flag;
		if (everythingFlags.includes(name) || takesTools.includes(name)) found++;
		if (everythingFlags.includes(name)) {
			rules.push(everything("allow", trusting));
			byItself.push(...everythingElse(name));
			remarks.push({
				verdict: "tighter",
				place,
				source: word.text,
				message: "files and addresses are not opened by it",
				at: word.start,
			});
			continue;
		}
		const behind = valuesBehind(words, at, name, glued);
		if (takesAddresses.includes(name)) {
			found++;
			for (const url of [...(glued === undefined ? [] : [glued]), ...behind].flatMap((one) => one.split(",")))
				take(place, word.start, url, copilotUrl(name === "allow-url" ? "allow" : "deny", url.trim()));
			continue;
		}
		if (!takesTools.includes(name)) {
			const message = "a policy has nothing that stands for it: keep it where it is";
			remarks.push({ verdict: "left-out", place, source: [word.text, ...behind].join(" "), message, at: word.start });
			continue;
		}
		const tools = [...(glued === undefined ? [] : [glued]), ...behind];
		if (tools.length === 0) return { at: word.start, message: `\`--${name}\` names no tool` };
		const kind = name === "allow-tool" ? "allow" : "deny";
		// Several tools may stand in one word.
		for (const one of tools.flatMap((tools) => tools.split(/,(?![^()]*\))/)).map((tool) => tool.trim())) {
			if (!/^(?:shell|bash)(?:\(|$)/.test(one)) {
				take(place, word.start, one, copilotCall(kind, one));
				continue;
			}
			const rule = ruleOf(kind, one, trusting, (verdict, message) =>
				remarks.push({ verdict, place, source: one, message, at: word.start }),
			);
			if (rule !== undefined) rules.push(rule);
		}
	}
	if (found === 0) return { at: 0, message: "there is no `--allow-tool` and no `--deny-tool` in it" };
	const { govern, rules: others } = callRules(calls, { decides: "strictest", byItself });
	remarks.push(...pathRemarks(rules), {
		verdict: "tighter",
		place: "the whole",
		source: "",
		message: "what no option speaks of is asked about here; Copilot CLI runs commands that only read by itself",
	});
	return importedPolicy(origin, "ask", [...rules, ...others], remarks, govern);
}

/** Options that say what may be done; all of them are told of. */
const permissionFlag =
	/^--(yolo|(?:allow|deny|disallow|available|excluded|add-dir|disable)(?:-[a-z-]+)?)(?:=([\s\S]*))?$/;
const everythingFlags: readonly string[] = ["allow-all-tools", "allow-all", "yolo"];
/** What is taken away from the model altogether it can't call: that is a denial. */
const takesAddresses: readonly string[] = ["allow-url", "deny-url"];
const takesTools: readonly string[] = ["allow-tool", "deny-tool", "excluded-tools"];

/**
 * The further words that belong to an option: up to the next option, or the end of the command. Behind `=` there are none, as it is read there; for what takes away they are
 * read all the same, since nothing that somebody wanted denied may get lost.
 */
function valuesBehind(words: readonly Word[], at: number, name: string, glued: string | undefined): readonly string[] {
	if (glued !== undefined && name !== "deny-tool" && name !== "excluded-tools") return [];
	const rest = words.slice(at + 1);
	const end = rest.findIndex(
		(word, place) =>
			word.text.startsWith("-") ||
			word.isOperator ||
			// A list of options may have a value on a line of its own.
			(word.isOnNewLine && (place > 0 || glued !== undefined) && !/^(?:shell|bash)\b/.test(word.text)),
	);
	return rest.slice(0, end < 0 ? rest.length : end).map(({ text }) => text);
}

/** What is let through of the other tools, for those that an option speaks of. */
function everythingElse(name: string): readonly CallPermission[] {
	const changes = ["file.write", "file.edit"].map((call) => ({ call, paths: ["."] }));
	const others = ["agent.skill", "mcp.*", ...(name === "allow-all-tools" ? [] : ["web.fetch", "web.search"])];
	return [{ kind: "allow", subjects: [...changes, ...others.map((call) => ({ call }))] }];
}

function everything(kind: "allow" | "deny", trusting: boolean): ImportedRule {
	return { kind, patterns: ["*"], ...(kind === "allow" && trusting ? { granting: "everything" } : {}) };
}

function ruleOf(
	kind: "allow" | "deny",
	tool: string,
	trusting: boolean,
	remark: (verdict: Remark["verdict"], message: string) => void,
): ImportedRule | undefined {
	// The tool itself is called `bash`.
	const named = (kind === "deny" ? /^(?:shell|bash)(?:\(([\s\S]*)\))?$/ : /^shell(?:\(([\s\S]*)\))?$/).exec(tool);
	if (named === null) {
		remark("left-out", "it is allowed by the name `shell` there");
		return undefined;
	}
	const command = (named[1] ?? "").replace(/:\*$/, "");
	if (command === "" || command === "*") return everything(kind, trusting);
	const read = textPattern(kind, command, { isPrefix: true, hasStars: false });
	if (typeof read === "string") {
		remark("left-out", kind === "allow" ? read : `${read}: everything is asked about in its place`);
		return kind === "allow" ? undefined : { kind: "ask", patterns: ["*"] };
	}
	for (const [verdict, message] of read.remarks) remark(verdict, message);
	const isTrusted = kind === "allow" && trusting && read.isWhole;
	if (kind === "allow" && !isTrusted) remark("tighter", plainUseOnly);
	return { kind, patterns: [read.pattern], ...(isTrusted ? { granting: "everything" } : {}) };
}

interface Word {
	readonly text: string;
	readonly start: number;
	/** It is not quoted, and parts commands. */
	readonly isOperator: boolean;
	readonly isOnNewLine: boolean;
}

/** The words of a command line, as a shell parts them; nothing is put in for variables. */
function wordsOf(text: string): readonly Word[] | ImportFault {
	const words: Word[] = [];
	const token = /\s+|#[^\n]*|\\\r?\n|((?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[^\r\n]|[^\s'"\\])+)/y;
	let isOnNewLine = false;
	while (token.lastIndex < text.length) {
		const start = token.lastIndex;
		const found = token.exec(text);
		if (found === null) return { at: start, message: "this text does not end" };
		if (found[1] === undefined) {
			isOnNewLine ||= /^\s*\n/.test(found[0]);
			continue;
		}
		const plain = found[1].replaceAll(
			/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
			(_, single?: string, double?: string, escaped?: string) =>
				single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped ?? "",
		);
		words.push({ text: plain, start, isOperator: /^[;&|<>()]+$/.test(found[1]), isOnNewLine });
		isOnNewLine = false;
	}
	return words;
}
