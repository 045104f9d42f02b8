/** The facts that the machine, the clock or a harness tells, each with what its values look like. Others are what a request brings. */
import { datesOf, daysOf, endOf, timesOf } from "./moments.js";

export interface KnownFact {
	/** A sentence without its subject and its full stop, for completion and the docs. */
	readonly summary: string;
	readonly example: string;
	/** Its values are no patterns, but of this shape. */
	readonly shape?: { readonly fits: (text: string) => boolean; readonly name: string };
	/** Programs change it: of a command behind others it may be another. */
	readonly changes?: true;
	/** Commands by which an agent chooses what it is. */
	readonly changedBy?: readonly (readonly string[])[];
}

export const knownFacts = {
	branch: {
		summary: "the branch that is checked out in the folder of the command",
		example: "main",
		changes: true,
		changedBy: [
			["git", "switch", "x"],
			["git", "checkout", "x"],
			["git", "branch", "-m", "x"],
			["gh", "pr", "checkout", "1"],
		],
	},
	commit: {
		summary: "the commit that is checked out there, as its full hash",
		example: "3f2a*",
		changes: true,
	},
	repository: {
		summary: "the address of its remote `origin`, without protocol, user and `.git`: `github.com/acme/app`",
		example: "github.com/acme/*",
		changes: true,
		changedBy: [["git", "remote", "set-url", "origin", "x"]],
	},
	tree: {
		summary: "the fingerprint of the files that git would keep there, committed or not",
		example: "9c1d*",
		changes: true,
	},
	user: { summary: "the name of the user that the agent runs as", example: "ci" },
	host: { summary: "the name of the machine", example: "build-*" },
	harness: { summary: "the harness that asks, by its name", example: "claude-code" },
	mode: { summary: "the permission mode of the harness", example: "plan" },
	time: {
		summary: "the time of the day in the policy's `zone`, over midnight too",
		example: "09:00-17:00",
		shape: { fits: (text) => timesOf(text) !== undefined, name: "times like `09:00-17:00`" },
	},
	day: {
		summary: "the day of the week there",
		example: "mon-fri",
		shape: { fits: (text) => daysOf(text) !== undefined, name: "days like `sat` or `mon-fri`" },
	},
	date: {
		summary: "the date there",
		example: "2026-12-20..2027-01-03",
		shape: {
			fits: (text) => datesOf(text) !== undefined,
			name: "dates like `2026-12-25` or `2026-12-20..2027-01-03`",
		},
	},
} as const satisfies Readonly<Record<string, KnownFact>>;

export type KnownFactName = keyof typeof knownFacts;

export const knownFactNames = Object.keys(knownFacts) as readonly KnownFactName[];

export function knownFact(name: string): KnownFact | undefined {
	return Object.hasOwn(knownFacts, name) ? knownFacts[name as KnownFactName] : undefined;
}

/** `env CI`: the variable's name. */
export function variableOfFact(name: string): string | undefined {
	return name.startsWith("env ") ? name.slice(4) : undefined;
}

export function isEnd(text: string): boolean {
	return endOf(text) !== undefined;
}
