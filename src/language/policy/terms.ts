/** The closed words of the language: what a rule can answer, what a program can do, which rules there are. */

export type Effect = "allow" | "ask" | "nudge" | "deny";
export const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

export type RuleKeyword = "allow" | "deny" | "ask" | "nudge" | "constrain";
export const ruleKeywords: readonly RuleKeyword[] = ["allow", "deny", "ask", "nudge", "constrain"];

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
