/**
 * From a denial to what its author wanted: `deny * touching ~/.ssh` says that what lies there stays unread, whatever reads it.
 * A denial whose intent can't be told from its words has no goal.
 */
import type { GoalKind } from "../../engine/knowledge/acts.js";
import { programNamed } from "../../engine/knowledge/lookup.js";
import { plainPlaces, secretFileBelow } from "../../engine/knowledge/secrets.js";
import type { Rule } from "../../language/policy/policy.js";
import type { PathPattern, Test, WordPattern } from "../../language/policy/test.js";
import type { Power } from "../../language/syntax/statements.js";
import { alternativesOf, type Parts } from "./alternatives.js";
import { lettersOf } from "./letters.js";

export interface Goal {
	readonly kind: GoalKind;
	/** Files that stand for what is meant, as one types them: `~/.ssh/id_rsa`. Empty where no path is meant. */
	readonly files: readonly string[];
	/** It is about every program, as far as the rule says: `deny * touching …`. A sandbox bounds it then, too. */
	readonly wide: boolean;
	/** For people: `read ~/.ssh`, to stand behind "ways to". */
	readonly text: string;
}

/** What the author of a rule wanted. Rules that grant, ask, or come with the engine have no goals. */
export function goalsOf(rule: Rule): readonly Goal[] {
	if (rule.effect !== "deny" || rule.restricts === undefined || rule.engine === true) return [];
	const alternatives = alternativesOf(rule.restricts);
	// A rule on `rm` and `mv` keeps what is there, whatever else those two do.
	const keeps = alternatives.some(({ all }) => all.some((one) => one.kind === "program" && takesAway(one.pattern)));
	const found = alternatives.flatMap((parts) => goalIn(parts, rule, keeps));
	const byKey = new Map<string, Goal>();
	for (const goal of found) {
		const key = `${goal.kind} ${goal.wide}`;
		const known = byKey.get(key);
		byKey.set(key, known === undefined ? goal : both(known, goal));
	}
	return [...byKey.values()];
}

/** The files that are tried for one goal. */
const mostFiles = 3;

function both(a: Goal, b: Goal): Goal {
	return { ...a, files: [...new Set([...a.files, ...b.files])].slice(0, mostFiles) };
}

function goalIn({ all, none }: Parts, rule: Rule, keeps: boolean): readonly Goal[] {
	const program = all.find((one) => one.kind === "program")?.pattern;
	const wide = program === undefined || program.kind === "any";
	const operands = all.flatMap((one) =>
		one.kind === "operands" ? one.words.filter(({ kind }) => kind !== "rest") : [],
	);
	const options = all.flatMap((one) => (one.kind === "option" ? [one.name] : []));
	const touching = all.flatMap((one) => (one.kind === "paths-touching" ? one.paths : []));
	const used = all.flatMap((one) => (one.kind === "uses-power" ? one.powers : []));
	// What asks for a power and a path at once, or for more than one thing, is about something narrower than any goal here.
	if (touching.length > 0) return used.length > 0 || options.length > 0 ? [] : touchingGoals(touching, keeps, wide);
	if (rule.keyword === "constrain") return wide && used.length === 0 ? outsideGoals(none) : [];
	if (used.length > 0) return wide && operands.length === 0 ? used.flatMap((power) => powerGoals(power, wide)) : [];
	if (program?.kind !== "literal") return [];
	return namedGoals(program.text, operands, options);
}

function touchingGoals(paths: readonly PathPattern[], keeps: boolean, wide: boolean): readonly Goal[] {
	const taken = paths.filter((one) => !one.negated && one.told === undefined);
	const files = [...new Set(taken.flatMap((one) => fileIn(one) ?? []))].slice(0, mostFiles);
	if (files.length === 0) return [];
	const named = taken.slice(0, 1).map(({ text }) => `\`${text}\``);
	const shown = taken.length > 1 ? `${named.join("")} and what else the rule names` : named.join("");
	return [
		keeps
			? { kind: "write", files, wide, text: `change ${shown}` }
			: { kind: "read", files, wide, text: `read ${shown}` },
	];
}

/** A program that takes its operands away, and shows none of them. */
function takesAway(pattern: WordPattern): boolean {
	const facts = pattern.kind === "literal" ? programNamed(pattern.text) : undefined;
	return facts?.powers.includes("delete") === true && facts.operands.rest === "write";
}

/** A constraint of everybody: somewhere else is written, or read. */
function outsideGoals(none: readonly Test[]): readonly Goal[] {
	return none.flatMap((one): readonly Goal[] => {
		if (one.kind !== "paths-within" || one.paths.some(({ text, negated }) => !negated && text === "/")) return [];
		const shown = one.paths
			.filter(({ negated }) => !negated)
			.slice(0, 2)
			.map(({ text }) => `\`${text}\``)
			.join(", ");
		const wide = true;
		if (one.access === "read") return [{ kind: "read", files: outside, wide, text: `read outside of ${shown}` }];
		return [{ kind: "write", files: outside, wide, text: `write outside of ${shown}` }];
	});
}

/** Files that lie in no workspace, and in few lists. */
const outside: readonly string[] = ["~/notes.txt", "/opt/app/notes.txt"];

function powerGoals(power: Power, wide: boolean): readonly Goal[] {
	switch (power) {
		case "delete":
			return [{ kind: "delete", files: [victim], wide, text: texts.delete }];
		case "network":
		case "privilege":
		case "persistence":
		case "secrets":
			return [{ kind: power, files: [], wide, text: texts[power] }];
		case "exec":
		case "code":
			return [{ kind: "shell", files: [], wide, text: texts.shell }];
		case "write":
			return [];
	}
}

/** A file of the workspace that nobody would miss to mean. */
const victim = "src/main.c";

const texts = {
	delete: "delete files",
	network: "talk to any host",
	privilege: "get other rights",
	persistence: "leave something behind that runs later",
	secrets: "show the environment or credentials",
	shell: "run any line of a shell",
	"force-push": "overwrite the history that others have",
} as const;

/** A denial of a program by its name. With operands it is about one of the things that it does, and that is told only where it is known. */
function namedGoals(name: string, operands: readonly WordPattern[], options: readonly string[]): readonly Goal[] {
	const goal = (kind: keyof typeof texts): readonly Goal[] => [
		{ kind, files: kind === "delete" ? [victim] : [], wide: false, text: texts[kind] },
	];
	const words = operands.map((one) => (one.kind === "literal" ? one.text : "*"));
	if (name === "git" && words[0] === "push" && words.length === 1 && options.length > 0)
		return options.every((one) => forcing.has(one)) ? goal("force-push") : [];
	if (words.length > 0) return [];
	if (shells.has(name)) return options.length === 0 ? goal("shell") : [];
	if (deleters.has(name)) return goal("delete");
	if (options.length > 0) return [];
	if (fetchers.has(name)) return goal("network");
	if (raisers.has(name)) return goal("privilege");
	if (schedulers.has(name)) return goal("persistence");
	return [];
}

const forcing: ReadonlySet<string> = new Set(["--force", "-f"]);
const shells: ReadonlySet<string> = new Set("sh bash dash zsh ksh mksh fish ash csh tcsh".split(" "));
const deleters: ReadonlySet<string> = new Set("rm unlink shred rimraf srm".split(" "));
const raisers: ReadonlySet<string> = new Set("sudo su doas pkexec run0".split(" "));
const schedulers: ReadonlySet<string> = new Set("crontab at batch".split(" "));
const fetchers: ReadonlySet<string> = new Set("curl wget nc ncat netcat socat telnet".split(" "));

/** A file that the pattern means, as one types it; undefined where none is told by its letters. */
export function fileIn({ text, literal }: PathPattern): string | undefined {
	const plain = literal ? text : lettersOf(text);
	if (plain === undefined || plain === "" || plain === "/" || plain === "~" || plain === ".") return undefined;
	const path = plain.replace(/\/+$/, "");
	const last = path.slice(path.lastIndexOf("/") + 1);
	const inner = secretFileBelow(path);
	if (inner !== undefined) return inner;
	if (last === ".git") return `${path}/config`;
	// A name with an ending, or one that begins with a dot, is a file's; others are folders.
	return /.\.[^.]+$/.test(last) || isFileName(last) ? path : `${path}/key.txt`;
}

function isFileName(name: string): boolean {
	return (
		plainPlaces().includes(`**/${name}`) ||
		/^\.(?:\w+rc|\w*profile|\w+\.cnf)$/.test(name) ||
		/(?:^id_\w+|credentials|passwd|shadow|authorized_keys|_key|token|secret)$/.test(name)
	);
}
