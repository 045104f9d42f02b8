/**
 * What stands in a policy besides its errors: the statements that no error points at. Lints and editors look at it, so that one error hides nothing else.
 * It decides nothing: a rule that is missing may be the one that denies.
 */
import { type Diagnostic, hasErrors } from "../diagnostic/diagnostic.js";
import type { Span } from "../source/span.js";
import type { AgentStatement, GroupStatement, PolicyFile, Statement } from "../syntax/statements.js";
import type { Policy } from "./policy.js";
import { type PolicyFiles, resolve } from "./resolve.js";

export interface SoundPart {
	readonly policy: Policy;
	/** What resolving warns of. */
	readonly diagnostics: readonly Diagnostic[];
	/** Statements that are left out, by their places. */
	readonly left: ReadonlySet<string>;
	/** The files as they are written, but that statements lack the patterns that errors point at. */
	readonly files: readonly PolicyFile[];
	/** Nothing had to be left out. */
	readonly isWhole: boolean;
}

/** Leaving one statement out may break another, which speaks of it; so many times that is followed. */
const mostRounds = 10;

/** The policy without the statements that errors point at; undefined where errors are left all the same. `errors`: what reading and resolving found. */
export function soundPart(input: PolicyFiles, errors: readonly Diagnostic[]): SoundPart | undefined {
	const left = new Set<string>();
	const narrowed = new Map<string, Statement>();
	let files = input.files;
	let found = errors.filter(({ severity }) => severity === "error");
	const isWhole = found.length === 0;
	for (let round = 0; round < mostRounds; round++) {
		files = new Map(
			[...files].map(([name, entry]) => {
				const own = found.filter(({ span }) => span.file === name).map(({ span }) => span);
				return [
					name,
					own.length === 0
						? entry
						: {
								...entry,
								file: { ...entry.file, statements: kept(entry.file.statements, own, left, narrowed) },
							},
				];
			}),
		);
		const { value, diagnostics } = resolve({ ...input, files });
		if (!hasErrors(diagnostics)) {
			const written = [...input.files.values()].map(({ file }) => ({
				...file,
				statements: asKept(file.statements, narrowed),
			}));
			return { policy: value, diagnostics, left, files: written, isWhole: round === 0 && isWhole };
		}
		found = diagnostics.filter(({ severity }) => severity === "error");
	}
	return undefined;
}

function kept(
	statements: readonly Statement[],
	faults: readonly Span[],
	left: Set<string>,
	narrowed: Map<string, Statement>,
): readonly Statement[] {
	return statements.flatMap((statement, index): readonly Statement[] => {
		// What is missing at the end of a statement is told where the next begins.
		const isBehindFaulty = statements[index - 1]?.faulty === true;
		const own = faults.filter(
			(fault) => touches(fault, statement.span) && !(isBehindFaulty && fault.start === statement.span.start),
		);
		if (own.length === 0 && statement.faulty !== true) return [statement];
		const isBlock = statement.kind === "agent" || statement.kind === "group";
		const inner = isBlock
			? keptBlock(statement, own, left, narrowed)
			: (withoutNames(statement, own) ?? withoutPatterns(statement, own));
		if (inner !== undefined && !isBlock) narrowed.set(placeKey(statement.span), inner);
		if (inner === undefined) leave(statement, left);
		return inner === undefined ? [] : [inner];
	});
}

/** A rule without the id or the note at fault: what it says of commands stands. */
function withoutNames(statement: Statement, faults: readonly Span[]): Statement | undefined {
	if (statement.kind !== "rule" || statement.faulty === true) return undefined;
	const named = statement.clauses.filter(({ keyword }) => keyword === "id" || keyword === "note");
	if (!faults.every((fault) => named.some(({ span }) => span.start <= fault.start && fault.end <= span.end)))
		return undefined;
	const atFault = named.filter(({ span }) =>
		faults.some((fault) => span.start <= fault.start && fault.end <= span.end),
	);
	return { ...statement, clauses: statement.clauses.filter((one) => !atFault.includes(one)) };
}

/** A rule or a set with those of its patterns that no error points at; undefined where none is left, or something else is at fault. */
function withoutPatterns(statement: Statement, faults: readonly Span[]): Statement | undefined {
	if ((statement.kind !== "rule" && statement.kind !== "set") || statement.faulty === true) return undefined;
	const isIn = (fault: Span, { start, end }: Span): boolean => start <= fault.start && fault.end <= end;
	const { patterns } = statement;
	if (!faults.every((fault) => patterns.some(({ span }) => isIn(fault, span)))) return undefined;
	const sound = patterns.filter(({ span }) => !faults.some((fault) => isIn(fault, span)));
	return sound.length === 0 ? undefined : { ...statement, patterns: sound };
}

function asKept(statements: readonly Statement[], narrowed: ReadonlyMap<string, Statement>): readonly Statement[] {
	return statements.map((one) =>
		one.kind === "agent" || one.kind === "group"
			? { ...one, body: asKept(one.body, narrowed) }
			: (narrowed.get(placeKey(one.span)) ?? one),
	);
}

function leave(statement: Statement, left: Set<string>): void {
	left.add(placeKey(statement.span));
	if (statement.kind === "agent" || statement.kind === "group") for (const one of statement.body) leave(one, left);
}

/** One key for a place of a statement. */
export function placeKey({ file, start }: Span): string {
	return `${file}\0${start}`;
}

/** A block without what is wrong inside of it; undefined where its head is at fault. */
function keptBlock<B extends AgentStatement | GroupStatement>(
	block: B,
	faults: readonly Span[],
	left: Set<string>,
	narrowed: Map<string, Statement>,
): B | undefined {
	if (faults.some((fault) => touches(fault, block.name.span))) return undefined;
	const parents = block.extends.filter(({ span }) => !faults.some((fault) => touches(fault, span)));
	// Who inherits from whom is at fault as a whole.
	const isWhole = faults.some(({ start, end }) => start <= block.span.start && end >= block.span.end);
	return { ...block, extends: isWhole ? [] : parents, body: kept(block.body, faults, left, narrowed) };
}

function touches(fault: Span, span: Span): boolean {
	return fault.file === span.file && fault.start <= span.end && fault.end >= span.start;
}
