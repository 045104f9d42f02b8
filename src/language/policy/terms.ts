/** The closed words of the language: what a rule can answer, what a program can do, which rules there are. */

export type Effect = "allow" | "ask" | "nudge" | "deny";
export const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

export type RuleKeyword = "allow" | "deny" | "ask" | "nudge" | "constrain";
export const ruleKeywords: readonly RuleKeyword[] = ["allow", "deny", "ask", "nudge", "constrain"];

export function isRuleKeyword(word: string): word is RuleKeyword {
	return (ruleKeywords as readonly string[]).includes(word);
}

export type Power = "exec" | "code" | "write" | "delete" | "network" | "privilege" | "persistence" | "secrets";
export const powers: readonly Power[] = [
	"exec",
	"code",
	"write",
	"delete",
	"network",
	"privilege",
	"persistence",
	"secrets",
];

/** How much a policy wants something around a run that the machine may not have: its sandbox, its log. */
export type Demand = "off" | "prefer" | "require";
export const demands: readonly Demand[] = ["off", "prefer", "require"];

/** Whether agents may change what governs them. */
export type Protection = "protected" | "writable";
export const protections: readonly Protection[] = ["protected", "writable"];
