/** Which of the ways in which a help can be meant take the fault away, and bring no error: they were tried. */
import type { Diagnostic, Fix } from "../../../language/diagnostic/diagnostic.js";
import { edited } from "../../../language/source/text-edits.js";
import type { Loaded } from "../../../runtime/load/load.js";
import { type LintSettings, lint } from "../../lint/lint.js";
import { lints as ownLints } from "../../lint/lints.js";
import { makeLintContext } from "../../lint/make-lint-context.js";
import { promisedEdits } from "./promised-edits.js";

export interface Trying {
	/** The policy with another text in its file. */
	readonly read: (text: string) => Loaded;
	readonly settings: LintSettings;
	/** Is there time for another? */
	readonly goesOn?: () => boolean;
}

export type Promised = Pick<Diagnostic, "code" | "span" | "help">;

/** So many ways are tried, and so many are offered. */
const mostTried = 12;
const mostKept = 4;

/** The fixes that a help promises and that hold, each once. They may change what is decided: no word of theirs says that they do not. */
export function keptPromises(found: Promised, loaded: Loaded, trying: Trying): readonly Fix[] {
	const all = trying.settings.lints ?? ownLints;
	const one = all.find(({ name }) => name === found.code);
	// An attack takes its time, and has a fix of its own where it has one.
	if (found.help === undefined || one?.family === "attacks") return [];
	// What is said of ignores hangs on all others.
	const asked = one === undefined ? [] : one.looksAt === "ignores" ? all : [one];
	const settings = { ...trying.settings, lints: asked };
	const source = loaded.sources.get(found.span.file);
	if (source === undefined) return [];
	const subject = makeLintContext(loaded, all);
	let before: Count | undefined;
	let tried = 0;
	const kept = new Map<string, Fix>();
	for (const { title, edits, isBeside, isLast } of promisedEdits(found, subject)) {
		if (tried >= mostTried || kept.size >= mostKept || trying.goesOn?.() === false) break;
		if (edits.some(({ span }) => span.file !== found.span.file)) continue;
		const shown = isBeside || loaded.tree === undefined ? title : `${title} (may change what is decided)`;
		if (kept.has(shown) || (isLast && kept.size > 0)) continue;
		tried++;
		before ??= countOf(found.code, loaded, settings);
		const after = countOf(found.code, trying.read(edited(source.text, edits)), settings);
		if (after.errors <= before.errors && after.same < before.same)
			kept.set(shown, { title: shown, edits, safe: false });
	}
	return [...kept.values()];
}

interface Count {
	readonly same: number;
	readonly errors: number;
}

/** How often a fault is found, and how many errors there are without it. */
function countOf(code: string, loaded: Loaded, settings: LintSettings): Count {
	const isError = ({ severity }: Diagnostic): boolean => severity === "error";
	return {
		same: lint(loaded, settings).filter((one) => one.code === code).length,
		errors: loaded.diagnostics.filter((one) => isError(one) && one.code !== code).length,
	};
}
