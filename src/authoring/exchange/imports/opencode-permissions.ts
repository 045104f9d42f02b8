/**
 * opencode's permissions (`permission` in its configuration) as a policy. The last pattern that matches a command of the line decides; a star stands for any text, a
 * question mark for one character. What an agent says of itself comes behind what holds for all, so each agent becomes one of the policy with all of it.
 */

import { type JsonNode, memberOf, readJson } from "../../../language/source/json-tree.js";
import {
	type Imported,
	type ImportedAgent,
	type ImportFault,
	importedAgents,
	pathRemarks,
	type Remark,
} from "../imported.js";
import { besideRemarks } from "./beside.js";
import { type CallPermission, callRules } from "./call-rules.js";
import type { ImportSettings } from "./claude-permissions.js";
import { opencodeByItself, opencodeCall } from "./opencode-calls.js";
import { type RankedRule, settledRules } from "./ranked-rules.js";

export function importOpencodePermissions(
	text: string,
	origin: string,
	{ trusting }: ImportSettings,
): Imported | ImportFault {
	const root = readJson(text, { comments: true, trailingCommas: true });
	if ("message" in root) return root;
	const remarks: Remark[] = [];
	const own = memberOf(root, "permission");
	const named = membersOf(memberOf(root, "agent")).flatMap(({ key, value, start }) => {
		const permission = memberOf(value, "permission");
		return permission === undefined ? [] : [{ name: key, start, permission }];
	});
	if (own === undefined && named.length === 0) return { at: root.start, message: "there is no `permission` in it" };
	for (const { key, value } of membersOf(memberOf(root, "agent")))
		remarks.push(...besideRemarks(value, ["permission"], `agent.${key}.`));
	const commonCalls: CallPermission[] = [];
	const common = own === undefined ? [] : rulesOf(own, "permission", remarks, commonCalls);
	if ("message" in common) return common;
	const agents: ImportedAgent[] = [];
	for (const { name, start, permission } of [{ name: "default", start: 0, permission: undefined }, ...named]) {
		const place = `agent.${name}.permission`;
		if (permission !== undefined && (!/^[A-Za-z][\w-]*$/.test(name) || name === "default")) {
			remarks.push({
				verdict: "left-out",
				place,
				source: name,
				message: "no agent of a policy can be called so",
				at: start,
			});
			continue;
		}
		const calls = [...commonCalls];
		const special = permission === undefined ? [] : rulesOf(permission, place, remarks, calls);
		if ("message" in special) return { ...special, at: special.at || start };
		const { fallback, rules, remarks: told } = settledRules([...common, ...special].reverse(), trusting);
		const others = callRules(calls.reverse(), { decides: "first", byItself: opencodeByItself });
		agents.push({ name, fallback, rules: [...rules, ...others.rules], govern: others.govern });
		// What holds for all is told once.
		remarks.push(...told.filter((one) => permission === undefined || one.place.startsWith(place)));
	}
	remarks.push(...pathRemarks(agents.flatMap(({ rules }) => rules)), ...besideRemarks(root, ["permission", "agent"]), {
		verdict: "tighter",
		place: "the whole",
		source: "",
		message: "what no pattern speaks of is asked about here; opencode runs it",
	});
	return importedAgents(origin, agents, remarks);
}

/** The rules for the shell, the last first to come. */
function rulesOf(
	permission: JsonNode,
	place: string,
	remarks: Remark[],
	calls: CallPermission[],
): readonly RankedRule[] | ImportFault {
	const take = (key: string, found: readonly RankedRule[], pattern: string): void => {
		for (const { kind, place, source, at = 0 } of found) {
			const { permission, remarks: told } = opencodeCall(kind, key, pattern, fits);
			if (permission !== undefined) calls.push(permission);
			for (const [verdict, message] of told) remarks.push({ verdict, place, source, message, at });
		}
	};
	if (permission.kind === "scalar") {
		const found = entryOf(permission, place, "*");
		if (!("message" in found)) take("*", found, "*");
		return found;
	}
	if (permission.kind !== "object") return { at: permission.start, message: `\`${place}\` should be an object` };
	const rules: RankedRule[] = [];
	for (const { key, value } of permission.members) {
		const at = `${place}.${key}`;
		const entries = value.kind === "object" ? value.members : [{ key: "*", value }];
		for (const one of entries) {
			const found = entryOf(one.value, value.kind === "object" ? `${at}["${one.key}"]` : at, one.key);
			if ("message" in found) return found;
			if (fits("bash", key)) rules.push(...found);
			// A pattern behind a name that is the shell's alone is one for commands.
			if (key !== "bash") take(key, found, value.kind === "object" ? one.key : "*");
		}
	}
	return rules;
}

function entryOf(value: JsonNode, place: string, pattern: string): readonly RankedRule[] | ImportFault {
	const action = value.kind === "scalar" ? value.value : undefined;
	if (action !== "allow" && action !== "ask" && action !== "deny")
		return { at: value.start, message: `\`${place}\` is none of \`allow\`, \`ask\`, \`deny\`` };
	const isPrefix = pattern.endsWith(" *");
	return [
		{
			kind: action,
			place,
			at: value.start,
			source: `${pattern}: ${action}`,
			of: /^\*+( \*)?$/.test(pattern)
				? "everything"
				: [{ text: isPrefix ? pattern.slice(0, -2) : pattern, isPrefix, hasStars: true }],
		},
	];
}

/** As opencode matches the names of permissions. */
function fits(name: string, pattern: string): boolean {
	const source = pattern
		.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
		.replaceAll("*", ".*")
		.replaceAll("?", ".");
	return new RegExp(`^${source.endsWith(" .*") ? `${source.slice(0, -3)}( .*)?` : source}$`, "s").test(name);
}

function membersOf(node: JsonNode | undefined) {
	return node?.kind === "object" ? node.members : [];
}
