/**
 * Codex's own rules (`prefix_rule(…)` in `*.rules`) as a policy. A rule there matches the first words of a command, each exactly as it stands; the strictest one that
 * matches decides.
 */

import {
	type Imported,
	type ImportedRule,
	type ImportFault,
	importedPolicy,
	isProgramWord,
	literalWord,
	type Remark,
	wordsFor,
} from "../../imported.js";
import type { ImportSettings } from "../claude-permissions.js";
import { plainUseOnly } from "../text-pattern.js";
import { readCalls, type StarlarkCall, type StarlarkValue } from "./starlark.js";

/** More patterns than this are not made of one rule. */
const mostPatterns = 500;

const kinds = { allow: "allow", prompt: "ask", forbidden: "deny" } as const;

export function importCodexRules(text: string, origin: string, { trusting }: ImportSettings): Imported | ImportFault {
	const calls = readCalls(text);
	if ("message" in calls) return calls;
	const rules: ImportedRule[] = [];
	const remarks: Remark[] = [];
	for (const call of calls) {
		const place = `line ${text.slice(0, call.start).split("\n").length}`;
		const source = text.slice(call.start, call.end).replaceAll(/\s+/g, " ");
		const remark = (verdict: Remark["verdict"], message: string): void => {
			remarks.push({ verdict, place, source, message, at: call.start });
		};
		if (call.name !== "prefix_rule") {
			remark(
				"left-out",
				call.name === "network_rule" || call.name === "host_executable"
					? "a policy has nothing that stands for it"
					: `\`${call.name}\` is not known`,
			);
			continue;
		}
		const read = ruleOf(call);
		if (typeof read === "string") return { at: call.start, message: read };
		const words = read.pattern;
		if (words.reduce((count, choices) => count * choices.length, 1) > mostPatterns)
			return { at: call.start, message: `it stands for more than ${mostPatterns} patterns` };
		const { kind } = read;
		const all = products(words);
		const fitting = all.map((pattern) =>
			isProgramWord(pattern[0] as string) && pattern.every((word) => word !== "") ? wordsFor(kind, pattern) : undefined,
		);
		const usable = fitting.filter((pattern) => pattern !== undefined);
		if (usable.length < all.length) remark("left-out", "no pattern stands for it, or one only for more than it allows");
		if (fitting.some((pattern, at) => pattern !== undefined && pattern !== all[at]))
			remark(
				"tighter",
				"a word behind an option may be its value: it is left out of the pattern, which stands for more",
			);
		if (usable.length === 0) continue;
		const isWhole = usable.every((pattern) => pattern.length === 1);
		rules.push({
			kind,
			patterns: [...new Set(usable.map((pattern) => pattern.map(literalWord).join(" ")))],
			...(kind === "allow" && trusting && isWhole ? { granting: "everything" } : {}),
			...(read.justification === undefined ? {} : { because: read.justification }),
		});
		switch (kind) {
			case "allow":
				if (!trusting || !isWhole) remark("tighter", plainUseOnly);
				if (words.length > 1)
					remark(
						"looser",
						"options may stand before and between the words, too, and in every spelling that the program takes",
					);
				remark("looser", "a path in the trusted folders (`/usr/bin`) stands for the name as well");
				break;
			case "ask":
				remark(
					"tighter",
					"it is asked about inside of wrappers and of `bash -c`, by any path, and in every spelling of its options",
				);
				break;
			case "deny":
				remark(
					"tighter",
					"it is denied inside of wrappers and of `bash -c`, by any path, and in every spelling of its options",
				);
				break;
		}
		if (read.hasExamples)
			remark("left-out", "its examples (`match`, `not_match`) are Codex's own: write `expect` lines");
	}
	remarks.push({
		verdict: "tighter",
		place: "the whole",
		source: "",
		message: "what no rule speaks of is asked about here; Codex goes by its approval policy and its sandbox",
	});
	return importedPolicy(origin, "ask", rules, remarks);
}

interface Read {
	readonly kind: "allow" | "ask" | "deny";
	/** For each place the words that may stand there. */
	readonly pattern: readonly (readonly string[])[];
	readonly justification?: string;
	readonly hasExamples: boolean;
}

/** What a call says, or what is wrong with it. */
function ruleOf({ named }: StarlarkCall): Read | string {
	const { pattern, decision = "allow", justification, match, not_match, ...others } = named;
	const [other] = Object.keys(others);
	if (other !== undefined) return `\`${other}\` is not known`;
	if (typeof decision !== "string" || !Object.hasOwn(kinds, decision))
		return "`decision` is none of `allow`, `prompt`, `forbidden`";
	if (!Array.isArray(pattern) || pattern.length === 0) return "`pattern` should be a list of words";
	const places = (pattern as readonly StarlarkValue[]).map((place) => (Array.isArray(place) ? place : [place]));
	if (!places.every((choices) => choices.length > 0 && choices.every((word) => typeof word === "string")))
		return "`pattern` should be a list of words, or of lists of words";
	return {
		kind: kinds[decision as keyof typeof kinds],
		pattern: places as readonly (readonly string[])[],
		...(typeof justification === "string" && justification.trim() !== "" ? { justification } : {}),
		hasExamples: match !== undefined || not_match !== undefined,
	};
}

function products(places: readonly (readonly string[])[]): readonly (readonly string[])[] {
	return places.reduce<readonly (readonly string[])[]>(
		(begun, choices) => begun.flatMap((words) => choices.map((word) => [...words, word])),
		[[]],
	);
}
