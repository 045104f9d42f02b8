/** Claims and patterns that the user gave on the command line, read as if they stood in the policy: with its sets, and with frames where they are wrong. */
import { type Diagnostic, hasErrors } from "../../language/diagnostic/diagnostic.js";
import type { Claim } from "../../language/policy/policy.js";
import { type PolicyFiles, resolve } from "../../language/policy/resolve.js";
import type { Test } from "../../language/policy/test.js";
import { type SourceFile, sourceFile } from "../../language/source/source-file.js";
import type { Span } from "../../language/source/span.js";
import { readDsl } from "../../language/syntax/dsl/read-dsl.js";
import type { PolicyFile, Statement } from "../../language/syntax/statements.js";
import type { Loaded } from "../../runtime/load/load.js";
import { WrongQuestion } from "../terminal/exit.js";
import { policyFilesOf } from "./policy-files.js";

/** What was read, the texts that spans speak of, and what is wrong with it. */
export interface Given<T> {
	readonly value: T;
	readonly sources: ReadonlyMap<string, SourceFile>;
	readonly diagnostics: readonly Diagnostic[];
}

/** Claims about every agent of the policy, each text as if it stood outside of any agent. */
export function givenClaims(texts: readonly string[], loaded: Loaded): Given<readonly Claim[]> {
	const sources = texts.map((text, index) => sourceFile(texts.length === 1 ? "claim" : `claim ${index + 1}`, text));
	const read = sources.map(({ name, text }) => readDsl(name, text));
	read.forEach(({ value, diagnostics }, index) => {
		if (!hasErrors(diagnostics)) onlyClaims(value.statements, sources[index] as SourceFile);
	});
	return lowered(
		sources,
		read.map(({ value }) => value),
		read.flatMap(({ diagnostics }) => diagnostics),
		loaded,
	);
}

/** The commands that a pattern with its clauses means: `git touching ~/.ssh`, wherever the program lies. */
export function givenPattern(text: string, loaded: Loaded): Given<Test | undefined> {
	const source = sourceFile("pattern", text);
	const read = readDsl(source.name, `${prefix}${text}`);
	if (!hasErrors(read.diagnostics)) {
		const [first, ...others] = read.value.statements;
		if (first?.kind !== "claim" || others.length > 0)
			throw new WrongQuestion(
				`\`${text}\` is more than a pattern`,
				"a pattern names commands, with clauses if need be: `git push touching ~/.ssh`",
			);
	}
	const { value, sources, diagnostics } = lowered([source], [read.value], read.diagnostics, loaded);
	return { value: value[0]?.test, sources, diagnostics: diagnostics.map((one) => moved(one, text.length)) };
}

/** A pattern is read as the claim that it stands in. */
const prefix = "never allow ";

/** The claims of files that import what was asked for, and so see its sets. */
function lowered(
	sources: readonly SourceFile[],
	files: readonly PolicyFile[],
	diagnostics: readonly Diagnostic[],
	loaded: Loaded,
): Given<readonly Claim[]> {
	const own = new Map(sources.map((source) => [source.name, source]));
	const all = new Map([...loaded.sources, ...own]);
	if (hasErrors(diagnostics)) return { value: [], sources: all, diagnostics };
	const { value, diagnostics: found } = resolve(beside(files, policyFilesOf(loaded)));
	const faults = found.filter(({ span, severity }) => own.has(span.file) && severity === "error");
	return {
		value: faults.length > 0 ? [] : value.claims.filter(({ span }) => own.has(span.file)),
		sources: all,
		diagnostics: faults,
	};
}

function beside(files: readonly PolicyFile[], policy: PolicyFiles): PolicyFiles {
	const more = files.map((file) => [file.file, { file, imports: policy.roots }] as const);
	return {
		...policy,
		files: new Map([...policy.files, ...more]),
		roots: [...policy.roots, ...files.map(({ file }) => file)],
	};
}

function onlyClaims(statements: readonly Statement[], { text }: SourceFile): void {
	const other = statements.find(({ kind }) => kind !== "claim");
	if (statements.length > 0 && other === undefined) return;
	const said = other === undefined ? text : text.slice(other.span.start, other.span.end);
	throw new WrongQuestion(
		said.trim() === "" ? "the claim is empty" : `\`${said}\` is no claim`,
		"a claim says `never EFFECT PATTERN` or `always EFFECT PATTERN`, as in `never allow rm touching /etc`",
	);
}

/** A fault of the claim at its place in the pattern. */
function moved(diagnostic: Diagnostic, length: number): Diagnostic {
	const shift = ({ file, start, end }: Span): Span => ({ file, start: place(start, length), end: place(end, length) });
	return {
		code: diagnostic.code,
		severity: diagnostic.severity,
		message: diagnostic.message,
		span: shift(diagnostic.span),
		...(diagnostic.help === undefined ? {} : { help: diagnostic.help }),
	};
}

function place(offset: number, length: number): number {
	return Math.min(length, Math.max(0, offset - prefix.length));
}
