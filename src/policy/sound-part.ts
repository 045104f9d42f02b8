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
	/** Nothing had to be left out. */
	readonly isWhole: boolean;
}

/** Leaving one statement out may break another, which speaks of it; so many times that is followed. */
const mostRounds = 10;

/** The policy without the statements that errors point at; undefined where errors are left all the same. `errors`: what reading and resolving found. */
export function soundPart(input: PolicyFiles, errors: readonly Diagnostic[]): SoundPart | undefined {
	const left = new Set<string>();
	let files = input.files;
	let found = errors.filter(({ severity }) => severity === "error");
	const isWhole = found.length === 0;
	for (let round = 0; round < mostRounds; round++) {
		files = new Map(
			[...files].map(([name, entry]) => {
				const own = found.filter(({ span }) => span.file === name).map(({ span }) => span);
				return [name, own.length === 0 ? entry : { ...entry, file: withoutFaulty(entry.file, own, left) }];
			}),
		);
		const { value, diagnostics } = resolve({ ...input, files });
		if (!hasErrors(diagnostics)) return { policy: value, diagnostics, left, isWhole: round === 0 && isWhole };
		found = diagnostics.filter(({ severity }) => severity === "error");
	}
	return undefined;
}

function withoutFaulty(file: PolicyFile, faults: readonly Span[], left: Set<string>): PolicyFile {
	return { ...file, statements: kept(file.statements, faults, left) };
}

function kept(statements: readonly Statement[], faults: readonly Span[], left: Set<string>): readonly Statement[] {
	return statements.flatMap((statement, index): readonly Statement[] => {
		// What is missing at the end of a statement is told where the next begins.
		const isBehindFaulty = statements[index - 1]?.faulty === true;
		const own = faults.filter(
			(fault) => touches(fault, statement.span) && !(isBehindFaulty && fault.start === statement.span.start),
		);
		if (own.length === 0 && statement.faulty !== true) return [statement];
		const isBlock = statement.kind === "agent" || statement.kind === "group";
		const inner = isBlock ? keptBlock(statement, own, left) : undefined;
		if (inner === undefined) leave(statement, left);
		return inner === undefined ? [] : [inner];
	});
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
): B | undefined {
	if (faults.some((fault) => touches(fault, block.name.span))) return undefined;
	const parents = block.extends.filter(({ span }) => !faults.some((fault) => touches(fault, span)));
	// Who inherits from whom is at fault as a whole.
	const isWhole = faults.some(({ start, end }) => start <= block.span.start && end >= block.span.end);
	return { ...block, extends: isWhole ? [] : parents, body: kept(block.body, faults, left) };
}

function touches(fault: Span, span: Span): boolean {
	return fault.file === span.file && fault.start <= span.end && fault.end >= span.start;
}
