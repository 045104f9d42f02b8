/** A policy as the permissions of Kiro (`~/.kiro/settings/permissions.yaml`, from version 3 on), by its documents: a denial that leaves out what is said, and an allow of that. */
import { serverTool } from "./call-permissions.js";
import type { Exportable, Region } from "./exportable.js";
import { type Exported, lines, whole, wordsLost } from "./exported.js";
import { isGovernedHand } from "./refused-calls.js";

export function asKiro({ regions, calls, govern, syntax }: Exportable): Exported {
	const shell = (effect: Region["effect"]) =>
		regions.filter((one) => one.effect === effect).map(({ words }) => words.join(" "));
	const servers = (effect: "allow" | "ask") =>
		calls
			.filter((one) => one.effect === effect)
			.flatMap(({ call }) => serverTool(call) ?? [])
			.map(({ server, tool }) => `${server}/${tool}`);
	return {
		text: [
			"rules:\n",
			...hand("shell", shell("allow"), shell("ask")),
			...(isGovernedHand("mcp", govern) ? hand("mcp", servers("allow"), servers("ask")) : []),
			...(isGovernedHand("files", govern) ? [rule("fs_read", "deny"), rule("fs_write", "deny")] : []),
		].join(""),
		remarks: [
			...wordsLost(
				regions,
				({ reach }) => reach !== "exact",
				"only without further words: what a star holds there was not measured",
			),
			...(isGovernedHand("files", govern)
				? [whole("tighter", "files are neither read nor changed: no permission says where links lead")]
				: []),
			...(isGovernedHand("web", govern) || isGovernedHand("agents", govern)
				? [whole("looser", "of the web and of agents nothing is said: what Kiro calls them was not to be had")]
				: []),
			whole("looser", "what Kiro makes of lines of several commands, redirections and variables is not known"),
			...lines(syntax, "Kiro", ["pipes", "sequences"]),
		],
	};
}

/** All of it is denied but for these. */
function hand(capability: string, allow: readonly string[], ask: readonly string[]): readonly string[] {
	return [
		rule(capability, "deny", "exclude", [...ask, ...allow]),
		rule(capability, "ask", "match", ask),
		rule(capability, "allow", "match", allow),
	].filter((one, at) => at === 0 || one.includes("match:"));
}

/** Without patterns it holds for all; one that would hold for none is left out. */
function rule(capability: string, effect: string, key?: "match" | "exclude", patterns: readonly string[] = []): string {
	if (key === "match" && patterns.length === 0) return "";
	const listed = patterns.map((pattern) => `      - ${JSON.stringify(pattern)}\n`).join("");
	return `  - capability: ${capability}\n    effect: ${effect}\n${listed === "" ? "" : `    ${key}:\n${listed}`}`;
}
