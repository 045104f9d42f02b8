/** What stands beside the permissions in a harness's settings, decides as well, and has no place in a policy: sandboxes, hooks, servers, switches for the whole. */
import { dataOf, type JsonNode } from "../../../language/source/json-tree.js";
import type { Remark } from "../imported.js";

/** `read`: the keys that are carried over. `above`: where in the settings it stands, with a dot behind. */
export function besideRemarks(node: JsonNode, read: readonly string[], above = ""): readonly Remark[] {
	if (node.kind !== "object") return [];
	return node.members.flatMap(({ key, value, start }): readonly Remark[] => {
		if (read.includes(key)) return [];
		// What is tried out has the settings that it may have one day inside.
		if (key === "experimental") return besideRemarks(value, [], `${above}${key}.`);
		const source = value.kind === "scalar" ? JSON.stringify(dataOf(value)) : "";
		return besideRemark(key, above, source, start);
	});
}

/** What is told of one key; nothing of one that decides nothing. */
export function besideRemark(key: string, above: string, source: string, at: number): readonly Remark[] {
	const message = meaningOf(wordsOf(key));
	return message === undefined ? [] : [{ verdict: "left-out", place: above + key, source, message, at }];
}

/** `amp.dangerouslyAllowAll` → amp, dangerously, allow, all. */
function wordsOf(key: string): readonly string[] {
	return key
		.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
		.toLowerCase()
		.split(/[^a-z0-9]+/);
}

/** What it means that it goes on beside the rules; undefined for what decides nothing. The first that fits. */
function meaningOf(words: readonly string[]): string | undefined {
	return meanings.find(([fits]) => fits(words))?.[1];
}

function anyOf(...wanted: readonly string[]): (words: readonly string[]) => boolean {
	return (words) => words.some((word) => wanted.includes(word));
}

const isOfHooks = anyOf("hook", "hooks");
const switches = anyOf("allow", "allowed", "disable", "disabled", "enable", "enabled", "managed", "config");
const goesOn = "a policy has nothing that stands for it: it goes on beside the rules";

const meanings: readonly (readonly [(words: readonly string[]) => boolean, string])[] = [
	[
		(words) => isOfHooks(words) && switches(words),
		`${goesOn}, and may turn off the hook that asks them: \`rules doctor\` says whether it does`,
	],
	[anyOf("hook", "hooks", "plugin", "plugins"), `${goesOn}: its programs run at their events, whatever a rule says`],
	[
		anyOf("sandbox", "network"),
		`${goesOn}: what its sandbox holds back stays so, and what it lets out is for rules; \`sandbox\` in a policy is for what \`rules run\` starts`,
	],
	[anyOf("command", "notify"), `${goesOn}: its program runs, whatever a rule says`],
	[anyOf("environment"), `${goesOn}: \`environment\` in a policy is for what \`rules run\` starts`],
	[anyOf("policy"), `${goesOn}: the rules in those files are read one by one, by \`rules import\``],
	[anyOf("filtering"), `${goesOn}: what it hides from its tools stays hidden`],
	[
		anyOf("mcp", "servers"),
		`${goesOn}: which servers it starts is not for rules to say, what their tools may do is (\`mcp.SERVER.TOOL\`)`,
	],
	[
		anyOf("dangerously", "yolo", "approval", "approvals", "approve", "bypass", "skip", "trust", "trusted"),
		`${goesOn}: what it lets through without a question is asked about here, where no rule says otherwise`,
	],
	[anyOf("tool", "tools"), `${goesOn}: which tools there are is not for rules to say`],
	[anyOf("agents", "skills", "extensions", "apps", "headless", "admin", "permissions", "projects", "web"), goesOn],
	[anyOf("guarded", "allowlist", "denylist", "directories", "roots"), goesOn],
	[(words) => ["allow", "disable", "disabled", "enable", "enabled", "deny"].includes(words[0] ?? ""), goesOn],
];
