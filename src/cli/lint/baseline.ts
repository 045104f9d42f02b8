/**
 * Findings that are known and not told: those of a policy that was there before it was linted. Each is known by its lint and by the line that it begins in,
 * wherever that line has moved to. Errors of reading are never known.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { lineText } from "../../language/source/line-text.js";
import { positionAt, type SourceFile } from "../../language/source/source-file.js";
import { replaceFile } from "../policy/write-file.js";
import { refusedBySystem, systemError, WrongQuestion } from "../terminal/exit.js";

/** So many findings of a lint that look alike, in a file; schemas/lint-baseline.schema.json describes it. */
export interface KnownFinding {
	/** From the folder of the baseline. */
	readonly file: string;
	readonly code: string;
	readonly fingerprint: string;
	readonly count: number;
}

/** What a baseline takes away, and what of it is found no more. */
export interface Compared {
	readonly left: readonly Diagnostic[];
	readonly known: number;
	readonly gone: readonly KnownFinding[];
}

const version = 1;
const prefix = "pack:";

/** The findings of a baseline; without the file, none where `mayBeMissing`. */
export function readBaseline(path: string, mayBeMissing: boolean): readonly KnownFinding[] {
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		if (systemError(error)?.code !== "ENOENT") throw refusedBySystem(error, path, "read");
		if (mayBeMissing) return [];
		throw new WrongQuestion(
			`there is no baseline \`${path}\``,
			`write one: \`rules lint --baseline ${path} --update-baseline\``,
		);
	}
	const findings = findingsIn(text);
	if (findings !== undefined) return findings;
	throw new WrongQuestion(
		`\`${path}\` is no baseline`,
		"take it away and write it anew with `--update-baseline`, or name another file",
	);
}

function findingsIn(text: string): readonly KnownFinding[] | undefined {
	let read: unknown;
	try {
		read = JSON.parse(text);
	} catch {
		return undefined;
	}
	const { version: written, findings } = (read ?? {}) as { readonly version?: unknown; readonly findings?: unknown };
	if (written !== version || !Array.isArray(findings)) return undefined;
	return findings.every(isKnownFinding) ? findings : undefined;
}

function isKnownFinding(one: unknown): one is KnownFinding {
	const { file, code, fingerprint, count } = (one ?? {}) as Partial<Record<keyof KnownFinding, unknown>>;
	return (
		typeof file === "string" &&
		typeof code === "string" &&
		typeof fingerprint === "string" &&
		typeof count === "number" &&
		Number.isSafeInteger(count) &&
		count > 0
	);
}

export interface LintOutcome {
	readonly diagnostics: readonly Diagnostic[];
	readonly sources: ReadonlyMap<string, SourceFile>;
	/** The files that were looked at. */
	readonly files: readonly string[];
	/** Can it be known, being no error of reading? */
	readonly canBeKnown: (diagnostic: Diagnostic) => boolean;
}

/** Takes away what is known. Of findings that look alike, as many as are known go. */
export function compareWithBaseline(path: string, baseline: readonly KnownFinding[], found: LintOutcome): Compared {
	const open = new Map<string, number>();
	for (const one of baseline) open.set(keyOf(one), (open.get(keyOf(one)) ?? 0) + one.count);
	const left = found.diagnostics.filter((diagnostic) => {
		if (!found.canBeKnown(diagnostic)) return true;
		const key = keyOf(recordOf(diagnostic, path, found.sources));
		const count = open.get(key) ?? 0;
		if (count > 0) open.set(key, count - 1);
		return count === 0;
	});
	const gone = merged(baseline).flatMap((one) => {
		const count = open.get(keyOf(one)) ?? 0;
		return count > 0 && isLookedAt(one, path, found) ? [{ ...one, count }] : [];
	});
	return { left, known: found.diagnostics.length - left.length, gone };
}

/** Writes what is found as known; what is known of files that were not looked at stays. */
export function updateBaseline(path: string, before: readonly KnownFinding[], found: LintOutcome): number {
	const now = merged([
		...before.filter((one) => !isLookedAt(one, path, found)),
		...found.diagnostics.filter(found.canBeKnown).map((one) => recordOf(one, path, found.sources)),
	]);
	const order = (one: KnownFinding): string => JSON.stringify([one.file, one.code, one.fingerprint]);
	const findings = now.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
	replaceFile(path, `${JSON.stringify({ version, findings }, null, 2)}\n`);
	return findings.reduce((sum, { count }) => sum + count, 0);
}

function merged(all: readonly KnownFinding[]): readonly KnownFinding[] {
	const found = new Map<string, KnownFinding>();
	for (const one of all) {
		const known = found.get(keyOf(one));
		found.set(keyOf(one), known === undefined ? one : { ...one, count: one.count + known.count });
	}
	return [...found.values()];
}

function keyOf({ file, code, fingerprint }: KnownFinding): string {
	return JSON.stringify([file, code, fingerprint]);
}

/** It was looked at, or is there no more. */
function isLookedAt({ file }: KnownFinding, path: string, { files }: LintOutcome): boolean {
	if (files.some((name) => fileFrom(path, name) === file)) return true;
	return !file.startsWith(prefix) && !existsSync(resolve(dirname(resolve(path)), file));
}

function recordOf({ code, span }: Diagnostic, path: string, sources: ReadonlyMap<string, SourceFile>): KnownFinding {
	const source = sources.get(span.file);
	const line = source === undefined ? "" : lineText(source, positionAt(source, span.start).line);
	const [about = ""] = source?.text.slice(span.start, span.end).split(/\r?\n/, 1) ?? [];
	// Messages speak of lines elsewhere, which move.
	const print = createHash("sha256").update(JSON.stringify([code, spaced(line), spaced(about)]));
	return { file: fileFrom(path, span.file), code, fingerprint: print.digest("hex").slice(0, 32), count: 1 };
}

/** Formatting changes nothing that is known. */
function spaced(text: string): string {
	return text.trim().replaceAll(/\s+/g, " ");
}

function fileFrom(path: string, name: string): string {
	if (name.startsWith(prefix)) return name;
	const short = relative(dirname(resolve(path)), resolve(name));
	return isAbsolute(short) ? name : short.split(sep).join("/");
}

/** For people, on standard error. */
export function baselineNote(path: string, { known, gone }: Compared): string {
	const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
	const lost = gone.reduce((sum, one) => sum + one.count, 0);
	return [
		...(known === 0 ? [] : [`${count(known, "finding")} of \`${path}\` ${known === 1 ? "is" : "are"} not told\n`]),
		...(lost === 0
			? []
			: [
					`${count(lost, "finding")} of \`${path}\` ${lost === 1 ? "is" : "are"} gone: ${gone.map(({ file, code, count: times }) => `${code} in ${file}${times === 1 ? "" : ` (${times})`}`).join(", ")}\nwrite it anew: \`--update-baseline\`\n`,
				]),
	].join("");
}
