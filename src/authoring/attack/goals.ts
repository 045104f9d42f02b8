/**
 * From a denial to what its author wanted: `deny * touching ~/.ssh` says that what lies there stays unread, whatever reads it.
 * A denial whose intent can't be told from its words has no goal.
 */
import { type GoalKind, goalKinds, type Way } from "../../engine/knowledge/acts/act.js";
import { showsContents } from "../../engine/knowledge/file-contents.js";
import { programNamed } from "../../engine/knowledge/lookup.js";
import type { OperandFacts, Program, Role } from "../../engine/knowledge/program.js";
import { plainPlaces, secretFileBelow } from "../../engine/knowledge/secrets/secret-places.js";
import type { Rule } from "../../language/policy/policy.js";
import type { PathPattern, Test, WordPattern } from "../../language/policy/test.js";
import type { Power } from "../../language/syntax/statements.js";
import { alternativesOf, type Parts } from "./alternatives.js";
import { everyWayTo } from "./every-way.js";
import { lettersOf } from "./letters.js";

export interface Goal {
	readonly kind: GoalKind;
	/** Files that stand for what is meant, as one types them: `~/.ssh/id_rsa`. Empty where no path is meant. */
	readonly files: readonly string[];
	/** The paths that the rule names for it. */
	readonly paths: readonly PathPattern[];
	/** It is about every program, as far as the rule says: `deny * touching …`. A sandbox bounds it then, too. */
	readonly wide: boolean;
	/** For people: `read ~/.ssh`, to stand behind "ways to". */
	readonly text: string;
}

/** What the author of a rule wanted. Rules that grant, ask, or come with the engine have no goals. */
export function goalsOf(rule: Rule): readonly Goal[] {
	if (rule.effect !== "deny" || rule.restricts === undefined || rule.engine === true) return [];
	const alternatives = alternativesOf(rule.restricts);
	const named = alternatives.flatMap(({ all }) =>
		all.flatMap((one) => (one.kind === "program" && one.pattern.kind === "literal" ? [one.pattern.text] : [])),
	);
	const found = alternatives.flatMap((parts) => goalIn(parts, rule, named));
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
	return {
		...a,
		files: [...new Set([...a.files, ...b.files])].slice(0, mostFiles),
		paths: [...a.paths, ...b.paths],
	};
}

function goalIn({ all, none }: Parts, rule: Rule, named: readonly string[]): readonly Goal[] {
	const program = all.find((one) => one.kind === "program")?.pattern;
	const wide = program === undefined || program.kind === "any";
	const operands = all.flatMap((one) =>
		one.kind === "operands" ? one.words.filter(({ kind }) => kind !== "rest") : [],
	);
	const options = all.flatMap((one) => (one.kind === "option" ? [one.name] : []));
	const touching = all.flatMap((one) => (one.kind === "paths-touching" ? one.paths : []));
	const used = all.flatMap((one) => (one.kind === "uses-power" ? one.powers : []));
	if (touching.length > 0) {
		// What asks for a path and for more than that it is read or written is about something narrower than any goal here.
		if (options.length > 0 || used.some((power) => power !== "write")) return [];
		return fileGoals(touching, used.length > 0 ? ["write"] : meantFor(named, touching.some(isSecret)), wide);
	}
	if (rule.keyword === "constrain") return wide && used.length === 0 ? outsideGoals(none) : [];
	if (used.length > 0) return wide && operands.length === 0 ? used.flatMap((power) => powerGoals(power, wide)) : [];
	if (program?.kind !== "literal") return [];
	const byWords = wordGoals(program.text, operands, options);
	if (operands.length === 0) return [...wholeGoals(program.text, options), ...byWords];
	return rule.use.length > 0 ? byWords : [...byWords, ...operandGoals(program.text, operands, options)];
}

type FileGoal = "read" | "write";

/**
 * What a rule on these programs keeps a file from. A rule on `rm` keeps what is there, whatever else its programs do; one on `cp` and `mv` does, too, and keeps secrets
 * from being carried elsewhere; who names none means that it stays unread.
 */
function meantFor(programs: readonly string[], areSecret: boolean): readonly FileGoal[] {
	const facts = programs.flatMap((name) => programNamed(name) ?? []);
	if (facts.some(takesAway)) return ["write"];
	const writes = facts.some(({ operands }) => rolesOf(operands).some((role) => role === "write" || role === "both"));
	const reads = facts.some(({ name, operands }) => showsContents(name) && rolesOf(operands).includes("read"));
	if (!writes) return ["read"];
	return reads && areSecret ? ["read", "write"] : ["write"];
}

function rolesOf({ first, rest, last }: OperandFacts): readonly Role[] {
	return [...first, ...(rest === undefined ? [] : [rest]), ...last];
}

function fileGoals(paths: readonly PathPattern[], kinds: readonly FileGoal[], wide: boolean): readonly Goal[] {
	const taken = paths.filter((one) => !one.negated && one.told === undefined);
	const files = [...new Set(taken.flatMap((one) => fileIn(one) ?? []))].slice(0, mostFiles);
	if (files.length === 0) return [];
	const named = taken.slice(0, 1).map(({ text }) => `\`${text}\``);
	const shown = taken.length > 1 ? `${named.join("")} and what else the rule names` : named.join("");
	return kinds.map((kind) => ({
		kind,
		files,
		paths: taken,
		wide,
		text: `${kind === "read" ? "read" : "change"} ${shown}`,
	}));
}

/** A program that takes its operands away, and shows none of them. */
function takesAway({ powers, operands }: Program): boolean {
	const roles = rolesOf(operands);
	return powers.includes("delete") && roles.length > 0 && roles.every((role) => role === "write");
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
		if (one.access === "read")
			return [{ kind: "read", files: outside, paths: [], wide, text: `read outside of ${shown}` }];
		return [{ kind: "write", files: outside, paths: [], wide, text: `write outside of ${shown}` }];
	});
}

/** Files that lie in no workspace, and in few lists. */
const outside: readonly string[] = ["~/notes.txt", "/opt/app/notes.txt"];

function powerGoals(power: Power, wide: boolean): readonly Goal[] {
	switch (power) {
		case "delete":
			return [{ kind: "delete", files: [victim], paths: [], wide, text: texts.delete }];
		case "network":
		case "privilege":
		case "persistence":
		case "secrets":
			return [{ kind: power, files: [], paths: [], wide, text: texts[power] }];
		case "exec":
		case "code":
			return [{ kind: "shell", files: [], paths: [], wide, text: texts.shell }];
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

function namedGoal(kind: keyof typeof texts): Goal {
	return { kind, files: kind === "delete" ? [victim] : [], paths: [], wide: false, text: texts[kind] };
}

/** A denial of a program by its name alone: what the program is there for, as its table says, where there is a known way to it by this program. */
function wholeGoals(name: string, options: readonly string[]): readonly Goal[] {
	const facts = programNamed(name);
	if (facts?.language === "shell") return options.length === 0 ? [namedGoal("shell")] : [];
	// What wraps others gets to a shell, and is there for something else.
	const kinds = waysBy(name)
		.filter(isNamed)
		.filter((kind) => kind !== "shell");
	// `rm -rf` is a denial of `rm` to those who deny it; an option of others makes something else of them.
	if (facts !== undefined && takesAway(facts)) return kinds.includes("delete") ? [namedGoal("delete")] : [];
	const [kind] = kinds;
	if (kind === undefined || kinds.length > 1 || options.length > 0) return [];
	return facts === undefined || isFor(facts, kind) ? [namedGoal(kind)] : [];
}

/** Is it what the program is there for? */
function isFor({ powers, barePowers = [], subcommands }: Program, kind: GoalKind): boolean {
	return Object.keys(subcommands).length === 0 && [...powers, ...barePowers].some((power) => power === kind);
}

/** The goals that a program gets to. */
function waysBy(name: string): readonly GoalKind[] {
	return goalKinds.filter((kind) => everyWayTo(kind).some(({ by }) => by === name));
}

function isNamed(kind: GoalKind): kind is keyof typeof texts {
	return Object.hasOwn(texts, kind);
}

/** `deny git push --force`: a usual way to a goal by its words. */
function wordGoals(name: string, operands: readonly WordPattern[], options: readonly string[]): readonly Goal[] {
	if (options.length === 0) return [];
	const words = operands.map((one) => (one.kind === "literal" ? one.text : "*"));
	const facts = programNamed(name);
	const all = [facts, facts?.subcommands[words.join(" ")]].flatMap((one) => one?.options ?? []);
	const sameOption = (a: string, b: string): boolean =>
		a === b || all.some(({ names }) => names.includes(a) && names.includes(b));
	const isUsual = ({ same, lines }: Way): boolean => {
		const [line = ""] = lines;
		const [program, ...rest] = line.split(" ");
		const given = rest.filter((word) => word.startsWith("-"));
		const others = rest.filter((word) => !word.startsWith("-"));
		return (
			same &&
			program === name &&
			given.length > 0 &&
			words.every((word, at) => others[at] === word) &&
			options.every((one) => given.some((word) => sameOption(one, word)))
		);
	};
	const kinds = goalKinds.filter(isNamed).filter((kind) => everyWayTo(kind).some(isUsual));
	return kinds.length === 1 ? kinds.map(namedGoal) : [];
}

/** `deny cat .env`: one file and one program that shows it, or that takes it away. */
function operandGoals(name: string, operands: readonly WordPattern[], options: readonly string[]): readonly Goal[] {
	const facts = programNamed(name);
	if (facts === undefined || options.length > 0 || Object.keys(facts.subcommands).length > 0) return [];
	const kind = takesAway(facts) ? "write" : showsContents(name) ? "read" : undefined;
	if (kind === undefined) return [];
	const { first, rest } = facts.operands;
	const role = kind === "write" ? "write" : "read";
	const paths = operands.flatMap((word, at): readonly PathPattern[] => {
		if ((word.kind !== "literal" && word.kind !== "glob") || (first[at] ?? rest) !== role) return [];
		const path: PathPattern = { text: word.text, literal: word.kind === "literal", negated: false };
		// `deny cat *.log` is about how, and not about what.
		return word.kind === "literal" || isSecret(path) ? [path] : [];
	});
	return fileGoals(paths, [kind], false);
}

function isSecret(path: PathPattern): boolean {
	const file = fileIn(path);
	return (
		file !== undefined &&
		(isFileName(file.slice(file.lastIndexOf("/") + 1)) || secretFileBelow(path.text) !== undefined)
	);
}

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
