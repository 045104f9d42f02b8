/** Names in folders, and the patterns that they may fit: those that a command, a fact or a rule says. */
import { remembered } from "../../records/remembered.js";
import { globOf } from "./path-matchers.js";

/** A name in a folder, as a path. */
export const pathIn = (folder: string, name: string): string => (folder === "/" ? `/${name}` : `${folder}/${name}`);

export function fits(name: string, patterns: readonly string[]): boolean {
	return matchersOf(patterns).some((matches) => matches(name));
}

export type NameMatcher = (name: string) => boolean;

export function matchersOf(patterns: readonly string[]): readonly NameMatcher[] {
	return remembered(compiled, patterns, () => patterns.map(nameMatcher));
}

/** Most are plain names. */
function nameMatcher(pattern: string): NameMatcher {
	if (!isPattern(pattern)) return (name) => name === pattern;
	const glob = globOf(pattern);
	return (name) => glob.match(name);
}

/** Patterns of a command, of a fact or of a rule, and gone with it. */
const compiled = new WeakMap<readonly string[], readonly NameMatcher[]>();

/** May one name fit both patterns? Where both vary, all that the wanted one says must stand in the other: else any name may be any other. */
export function mayBeSame(wanted: string, fitsWanted: NameMatcher, other: string, fitsOther: NameMatcher): boolean {
	if (!isPattern(wanted)) return fitsOther(wanted);
	if (!isPattern(other)) return fitsWanted(other);
	const plain = wanted.replaceAll("*", "");
	if (plain === "" || isPattern(plain)) return false;
	return fitsWanted(other.replace(/[*?[\]{}()\\]+/g, "\u{0}"));
}

function isPattern(text: string): boolean {
	return /[*?[\]{}()\\]/.test(text);
}
