/**
 * What harnesses say of their other tools than the shell, as rules about calls. Either the strictest entry decides, as here, or the first that matches; then what is looser above
 * a restriction is taken out of it.
 */
import type { Governed, Hand } from "../../../language/policy/hands.js";
import { handOf } from "../../../language/policy/hands.js";
import type { ImportedRule } from "../imported.js";

/** Calls that one entry speaks of. */
export interface CallSubject {
	/** `file.read`, `mcp.github.*`, or `*` for every command. */
	readonly call: string;
	/** Further words of the pattern. */
	readonly words?: string;
	/** No further words may follow. */
	readonly exactly?: true;
	/** Calls that it does not speak of; of a restriction alone. */
	readonly except?: readonly string[];
	/** Only with these paths. */
	readonly paths?: readonly string[];
	/** Only with these powers. */
	readonly using?: readonly string[];
	/** What it belongs to, where the call does not say it. */
	readonly hand?: Hand;
}

export interface CallPermission {
	readonly kind: "allow" | "ask" | "deny";
	readonly subjects: readonly CallSubject[];
	readonly because?: string;
	/** It holds at times only: it lifts nothing that comes after it. */
	readonly isAtTimes?: boolean;
}

export interface CallRules {
	readonly govern: readonly Governed[];
	readonly rules: readonly ImportedRule[];
}

/** All calls that a policy can speak of by a word of `govern`. */
export const everyCall: readonly string[] = [
	"file.read",
	"file.list",
	"file.search",
	"file.write",
	"file.edit",
	"file.delete",
	"file.move",
	"web.fetch",
	"web.search",
	"agent.start",
	"agent.skill",
	"mcp.*",
];

/**
 * `permissions`: what decides first comes first. `byItself`: what the harness lets through where no entry speaks of it, for the hands that entries speak of.
 */
export function callRules(
	permissions: readonly CallPermission[],
	{
		decides,
		byItself,
		also = [],
	}: {
		readonly decides: "strictest" | "first";
		readonly byItself: readonly CallPermission[];
		/** Hands that something else is said of. */
		readonly also?: readonly Hand[];
	},
): CallRules {
	const hands = new Set([...also, ...permissions.flatMap(({ subjects }) => subjects.map(handOfSubject))]);
	const govern = (["files", "web", "agents", "mcp"] as const).filter((hand) => hands.has(hand));
	const base = byItself
		.map((one) => ({ ...one, subjects: one.subjects.filter((subject) => hands.has(handOfSubject(subject))) }))
		.filter(({ subjects }) => subjects.length > 0);
	const all = [...permissions, ...base];
	const rules = all.flatMap((one, at) => rulesOf(one, decides === "first" ? all.slice(0, at) : []));
	return { govern, rules };
}

function handOfSubject({ call, hand }: CallSubject): Hand {
	return hand ?? handOf(call.replace(/\*$/, "x")) ?? "shell";
}

const strictness = { allow: 0, ask: 1, deny: 2 } as const;

/** `above`: what decides before it. */
function rulesOf(
	{ kind, subjects, because }: CallPermission,
	above: readonly CallPermission[],
): readonly ImportedRule[] {
	const looser = above
		.filter((one) => strictness[one.kind] < strictness[kind] && one.isAtTimes !== true)
		.flatMap((one) => one.subjects);
	const rules = new Map<string, ImportedRule>();
	for (const subject of subjects) {
		if (isSettled(subject, above)) continue;
		const rest = withoutLooser(subject, looser);
		if (rest === undefined) continue;
		const { paths, except, using = [] } = rest;
		const rule: ImportedRule = {
			kind,
			isCall: true,
			patterns: [patternOf(subject)],
			...(except.length === 0 ? {} : { except }),
			...(using.length === 0 ? {} : { using }),
			...(paths === undefined ? {} : kind === "allow" ? { within: paths } : { touching: paths }),
			...(because === undefined || because.trim() === "" ? {} : { because }),
		};
		const key = JSON.stringify({ ...rule, patterns: [] });
		const before = rules.get(key);
		const patterns = [...new Set([...(before?.patterns ?? []), ...rule.patterns])];
		rules.set(key, { ...rule, patterns });
	}
	return [...rules.values()];
}

/** Does one above decide all of it already? */
function isSettled({ call }: CallSubject, above: readonly CallPermission[]): boolean {
	return above.some(
		({ subjects, isAtTimes }) =>
			isAtTimes !== true &&
			subjects.some(
				(one) =>
					one.paths === undefined &&
					one.words === undefined &&
					one.except === undefined &&
					one.using === undefined &&
					covers(one.call, call),
			),
	);
}

function patternOf({ call, words, exactly }: CallSubject): string {
	return `${exactly === true ? "exactly " : ""}${call}${words === undefined ? "" : ` ${words}`}`;
}

/** What is left of a restriction; nothing where all of it is let through above. */
function withoutLooser(
	subject: CallSubject,
	looser: readonly CallSubject[],
): (CallSubject & { readonly except: readonly string[] }) | undefined {
	const out: string[] = [];
	const except: string[] = [...(subject.except ?? [])];
	for (const one of looser) {
		if (covers(one.call, subject.call)) {
			if (one.paths !== undefined) out.push(...one.paths);
			else if (one.words === subject.words) return undefined;
			else if (subject.words === undefined) except.push(patternOf(one));
		} else if (covers(subject.call, one.call) && subject.words === undefined && one.paths === undefined)
			except.push(patternOf(one));
	}
	const { paths } = subject;
	return {
		...subject,
		except: [...new Set(except)],
		...(out.length === 0 ? {} : { paths: [...(paths ?? ["/"]), ...new Set(out.map((path) => `!${path}`))] }),
	};
}

/** Are these calls all among those? */
function covers(some: string, others: string): boolean {
	return some === others || (some.endsWith("*") && others.startsWith(some.slice(0, -1)));
}
