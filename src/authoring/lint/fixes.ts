/**
 * Puts fixes into texts, round by round until nothing changes, and holds the policy that comes out against the one before: a safe fix that would change a
 * decision after all is left out, and of an unsafe one it is said which decisions it changes. Texts go in and come out; no file is written here.
 */

import { compile } from "../../engine/decide/compile.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { Diagnostic, Fix } from "../../language/diagnostic/diagnostic.js";
import { edited } from "../../language/source/text-edits.js";
import { anySymbolicWorld } from "../analysis/agent-model.js";
import { type Difference, difference } from "../analysis/changes/difference.js";
import { besideSilentImports, changeForImporters, type Importable } from "./meaning/importers.js";

/** Texts of files by their names. */
export type Texts = ReadonlyMap<string, string>;

/** A policy as it is with some texts in place of what its files hold. */
export interface Tried {
	/** Of a broken policy that could be mended as a whole: the tree that it would have. */
	readonly tree?: Tree;
	/** There are errors: it decides nothing. */
	readonly isBroken?: boolean;
	/** What is wrong with it, in the files that may be changed. Asked only where it matters: lints take time. */
	readonly diagnostics: () => readonly Diagnostic[];
	readonly texts: Texts;
	/** As files that are not here may import it; absent where it is none that can be imported. */
	readonly importable?: Importable;
}

export interface FixSettings {
	readonly unsafe: boolean;
	/** Steps of the analysis for each question. */
	readonly steps?: number;
}

export interface Fixed {
	/** Files that changed, with their new texts. */
	readonly texts: Texts;
	readonly applied: readonly Diagnostic[];
	/** Safe fixes that would change a decision, or whose effect could not be settled, and so were left out. */
	readonly refused: readonly { readonly diagnostic: Diagnostic; readonly why: string }[];
	/** What unsafe fixes change, each with the policies before and after. */
	readonly changes: readonly Changed[];
}

export interface Changed {
	readonly found: Difference;
	readonly before: Tree;
	readonly after: Tree;
}

/** Later rounds mend what earlier ones leave; more than these are no progress. */
const mostRounds = 10;

/** Fixes policies that may share files. `read`: each policy as it is with these texts. */
export function fixAll(read: (texts: Texts) => readonly Tried[], settings: FixSettings): Fixed {
	const state: State = {
		read,
		settings,
		texts: new Map(),
		now: read(new Map()),
		applied: [],
		refused: new Map(),
		changes: [],
	};
	let tried = 0;
	for (let round = 0; round < mostRounds; round++) {
		const safe = fixOnce(state, true);
		const unsafe = settings.unsafe ? fixOnce(state, false) : 0;
		if (safe + unsafe > 0) continue;
		// What could not be settled beside other faults may be settled without them.
		if (state.refused.size === 0 || state.applied.length === tried) break;
		tried = state.applied.length;
		state.refused.clear();
	}
	return { texts: state.texts, applied: state.applied, refused: [...state.refused.values()], changes: state.changes };
}

interface State {
	readonly read: (texts: Texts) => readonly Tried[];
	readonly settings: FixSettings;
	texts: Texts;
	now: readonly Tried[];
	readonly applied: Diagnostic[];
	readonly refused: Map<string, { readonly diagnostic: Diagnostic; readonly why: string }>;
	readonly changes: Changed[];
}

type Fixable = Diagnostic & { readonly fix: Fix };

/** One round: all fixes of a sort that do not touch each other. The number of those that were put in. */
function fixOnce(state: State, safe: boolean): number {
	const waiting = state.now
		.flatMap(findingsOf)
		.filter(isFixable)
		.filter((one) => one.fix.safe === safe && !state.refused.has(keyOf(one)));
	return putIn(apart(waiting), state, safe);
}

/** Puts them in all together; where that is refused, each half by itself, down to the one that is to blame. */
function putIn(fixes: readonly Fixable[], state: State, safe: boolean): number {
	if (fixes.length === 0) return 0;
	const texts = new Map(state.texts);
	for (const [file, edits] of editsByFile(fixes)) texts.set(file, edited(currentText(file, state), edits));
	const after = state.read(texts);
	const verdict = verdictOn(state.now, after, safe, state.settings);
	if (typeof verdict !== "string") {
		state.texts = texts;
		state.now = after;
		state.applied.push(...fixes);
		state.changes.push(...verdict);
		return fixes.length;
	}
	if (fixes.length === 1) {
		const [diagnostic] = fixes as [Fixable];
		state.refused.set(keyOf(diagnostic), { diagnostic, why: verdict });
		return 0;
	}
	// The second half has places in the text as it was before the first: it is found again in the next round.
	const half = Math.ceil(fixes.length / 2);
	const first = putIn(fixes.slice(0, half), state, safe);
	return first > 0 ? first : putIn(fixes.slice(half), state, safe);
}

/** Why the fixes can't be put in, or what they change: nothing where they are safe. */
function verdictOn(
	before: readonly Tried[],
	after: readonly Tried[],
	safe: boolean,
	{ steps }: FixSettings,
): string | readonly Changed[] {
	const changes: Changed[] = [];
	for (const [index, old] of before.entries()) {
		const now = after[index];
		if (now === undefined) throw new Error("a fault of ours: a policy is gone after a fix");
		const isBroken = old.tree === undefined || old.isBroken === true;
		if (isBroken && errorsIn(now) > errorsIn(old)) return "the policy would have more errors";
		// Nothing can be compared with a policy of which a part can't be read: it decides nothing, and text that is invisible may go.
		if (old.tree === undefined) continue;
		if (now.tree === undefined) return "the policy could not be read any more";
		const added = isBroken ? undefined : addedFinding(old, now);
		if (added !== undefined) return `it would bring another finding: ${added}`;
		const forOthers =
			safe && old.importable && now.importable && changeForImporters(old.importable, now.importable, steps);
		if (forOthers !== undefined && forOthers !== false) return forOthers;
		if (old.tree.digest === now.tree.digest) continue;
		const found = difference(old.tree, now.tree, anySymbolicWorld, steps);
		const [change] = found.changes;
		const same = found.settings.length + found.agentsAdded.length + found.agentsRemoved.length === 0;
		// What decides nothing now may be what keeps a decision when an imported file changes.
		if (change === undefined && same && hangsOnImports(old, now, steps))
			return "it would leave a decision to an imported file, which may change";
		if (!safe) {
			if (change !== undefined || !same || found.unsettled.length > 0)
				changes.push({ found, before: old.tree, after: now.tree });
			continue;
		}
		if (change !== undefined) return `it would change what \`${change.agent}\` may run`;
		if (!same) return "it would change a setting";
		if (found.unsettled.length > 0)
			return "whether it changes a decision is not settled: put it in by hand, and `rules diff` with the policy as it was searches longer";
	}
	return changes;
}

/** Does a policy decide otherwise afterwards if imported files say nothing? */
function hangsOnImports(before: Tried, after: Tried, steps: number | undefined): boolean {
	const [old, now] = [before, after].map(({ importable }) => importable && besideSilentImports(importable));
	if (old === undefined) return false;
	if (now === undefined) return true;
	const found = difference(compile(old, {}), compile(now, {}), anySymbolicWorld, steps);
	return found.changes.length + found.settings.length + found.unsettled.length > 0;
}

/** The code of which there are more findings than before. */
function addedFinding(before: Tried, after: Tried): string | undefined {
	const counts = new Map<string, number>();
	for (const { code } of findingsOf(before)) counts.set(code, (counts.get(code) ?? 0) + 1);
	for (const { code } of findingsOf(after)) {
		const left = (counts.get(code) ?? 0) - 1;
		if (left < 0) return `\`${code}\``;
		counts.set(code, left);
	}
	return undefined;
}

const found = new WeakMap<Tried, readonly Diagnostic[]>();

/** Asked once of each policy: lints take time. */
function findingsOf(policy: Tried): readonly Diagnostic[] {
	const known = found.get(policy) ?? policy.diagnostics();
	found.set(policy, known);
	return known;
}

function errorsIn(policy: Tried): number {
	return findingsOf(policy).filter(({ severity }) => severity === "error").length;
}

function isFixable(diagnostic: Diagnostic): diagnostic is Fixable {
	return diagnostic.fix !== undefined;
}

function currentText(file: string, { texts, now }: State): string {
	const text = texts.get(file) ?? now.flatMap((one) => one.texts.get(file) ?? [])[0];
	if (text === undefined) throw new Error(`a fault of ours: a fix is for \`${file}\`, which was not read`);
	return text;
}

/** A finding wherever it has moved to. */
function keyOf({ code, message, span, fix }: Fixable): string {
	return JSON.stringify([
		code,
		message,
		span.file,
		fix.title,
		fix.edits.map((one) => [one.span.end - one.span.start, one.text]),
	]);
}

/** The first of those that touch each other, and each only once: policies that share a file find the same. */
function apart(fixes: readonly Fixable[]): readonly Fixable[] {
	const taken: Fix["edits"][number]["span"][] = [];
	const sorted = fixes.toSorted((a, b) => firstStart(a) - firstStart(b));
	return sorted.filter(({ fix }) => {
		const free = fix.edits.every(({ span }) =>
			taken.every((other) => other.file !== span.file || other.end <= span.start || other.start >= span.end),
		);
		if (free) taken.push(...fix.edits.map(({ span }) => span));
		return free && fix.edits.length > 0;
	});
}

function firstStart({ fix }: Fixable): number {
	return Math.min(...fix.edits.map(({ span }) => span.start));
}

function editsByFile(fixes: readonly Fixable[]): ReadonlyMap<string, Fix["edits"]> {
	const byFile = new Map<string, Fix["edits"][number][]>();
	for (const edit of fixes.flatMap(({ fix }) => fix.edits))
		byFile.set(edit.span.file, [...(byFile.get(edit.span.file) ?? []), edit]);
	return byFile;
}
