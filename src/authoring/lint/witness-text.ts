/** A witness as a line for a shell, to be put behind `rules check --`: what lies in the home folder is said so, since nobody's home is the one that lints take. */
import { anySymbolicWorld } from "../analysis/agent-model.js";
import type { LintContext } from "./lint-context.js";

const { home = "" } = anySymbolicWorld;

/** A shell puts the home folder in for a `~` that begins a word, and for `$HOME` anywhere. */
export function witnessText(text: string, subject: LintContext): string {
	if (!text.includes(home) || isWritten(subject)) return text;
	return text.split(" ").map(word).join(" ");
}

/** The author speaks of a folder of that very name. */
function isWritten({ sources }: LintContext): boolean {
	return [...sources.values()].some((source) => source.text.includes(home));
}

function word(text: string): string {
	const isBelow = (end: number): boolean => end === text.length || /^(?:'?\/|'?$)/.test(text.slice(end));
	for (const quote of ["", "'"]) {
		const start = `${quote}${home}`;
		if (!text.startsWith(start) || !isBelow(start.length)) continue;
		const rest = text.slice(start.length);
		// What is quoted stays quoted, the `~` must not be.
		return quote === "" || rest === "'" ? `~${quote === "" ? rest : ""}` : `~/${quote}${rest.slice(1)}`;
	}
	const at = text.indexOf(home);
	const isQuoted = text.slice(0, Math.max(at, 0)).includes("'");
	return at < 0 || isQuoted || !isBelow(at + home.length)
		? text
		: `${text.slice(0, at)}"$HOME"${text.slice(at + home.length)}`;
}
