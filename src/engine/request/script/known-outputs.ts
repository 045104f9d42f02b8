/** Commands in `$(…)` of which it is known how what they print begins, and of how many words it is made. */
import type { Context } from "./context.js";

/** `count`: a number, and never nothing. `plain`: no word of it looks like an option. `commit`: it is the hash of a commit. */
export interface KnownOutput {
	readonly count: boolean;
	readonly plain: boolean;
	readonly commit: boolean;
}

/** What `$(nproc)` and the like print, where the names in it mean the programs. */
export function outputOf(text: string, { facts: { functionNames, splits, unproven } }: Context): KnownOutput {
	if (unproven === "all" || splits || programs.some((name) => functionNames.has(name))) return nothingKnown;
	const commit = naming.test(text);
	return { count: counting.test(text), plain: commit || printing.test(text), commit };
}

const programs = ["date", "echo", "getconf", "git", "id", "nproc", "seq", "sysctl"];
const nothingKnown: KnownOutput = { count: false, plain: false, commit: false };

/** How many processors there are: what people write behind `-j`. */
const counting =
	/^(?:\$\(|`)\s*(?:(?:nproc(?: --all)?|getconf _NPROCESSORS_(?:ONLN|CONF)|sysctl -n hw\.\w+|echo \d+)(?: 2> ?\/dev\/null)?(?:\s*\|\|\s*(?=\w)|(?=\s*[)`])))+\s*[)`]$/;

/** A name of a commit that can't be a file's; `git rev-parse` prints any other word as it is where a file is called so. */
const head = "(?:HEAD|@)";
const anyCommit = "[A-Za-z0-9_@][\\w.@/~^-]*";
const short = "(?: (?:--short(?:=\\d+)?|-q|--quiet))*";
/** They print a hash, or nothing, or `HEAD`: git-rev-parse(1), git-merge-base(1). Names of branches and tags may begin as they like, since `git update-ref` makes them. */
const commits = [
	`git rev-parse${short} ${head}`,
	`git rev-parse${short} --verify${short} ${anyCommit}`,
	`git merge-base(?: --fork-point)?(?: ${anyCommit}){2}`,
	`git rev-list (?:-1|-n ?1|--max-count=1) ${anyCommit}`,
];
/** They begin with a digit. */
const others = [
	"date(?: -u)? [\"']?\\+%[YmdHMSsjyCFT](?:%[YmdHMSsjyCFTuV]|[\\w.:-])*[\"']?",
	"seq(?: \\d{1,6}){1,3}",
	"id -[ugG]",
	"nproc(?: --all)?",
];

/** One of these commands alone, and no word about what fails. */
const alone = (commands: readonly string[]): RegExp =>
	new RegExp(`^(?:\\$\\(|\`)\\s*(?:${commands.join("|")})(?: 2> ?/dev/null)?\\s*[)\`]$`);
const naming = alone(commits);
const printing = alone(others);
