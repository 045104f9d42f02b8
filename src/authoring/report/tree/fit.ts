/** Folds a tree until it takes so many rows: small parts are kept whole, large ones are opened as far as there is room, question by question from their programs on. */
import type { Branch, Outline, ProgramBranch, Shown } from "./outline.js";

type Question = Extract<Shown, { readonly kind: "question" }>;

export function fitted(one: Outline, rows: number): Outline {
	if (rowsOf(one.programs) <= rows) return one;
	const programs = fewer(one.programs, rows);
	const open = openedIn(programs, rows);
	const numbers = new Set([...open].map(({ number }) => number));
	const kept = programs.map((program) => ({ ...program, to: folded(program.to, open, numbers) }));
	return { ...one, programs: kept, drawn: Math.min(one.drawn, open.size) };
}

function rowsOf(branches: readonly Branch[]): number {
	return branches.reduce((sum, { to }) => sum + rowsFrom(to), 0);
}

function rowsFrom(shown: Shown): number {
	if (shown.kind === "raised") return rowsFrom(shown.to);
	return shown.kind === "question" ? rowsOf(shown.branches) : 1;
}

/** Where programs would take more than half of the rows, the last ones stand together; what every other program is asked stays. */
function fewer(programs: readonly ProgramBranch[], rows: number): readonly ProgramBranch[] {
	const most = Math.max(2, Math.floor(rows / 2));
	if (programs.length <= most) return programs;
	const first = programs.slice(0, most - 2);
	const others = programs.slice(first.length, -1);
	const names = others.flatMap((one) => one.names);
	const joined: ProgramBranch = {
		when: `${names.length} more program${names.length === 1 ? "" : "s"}`,
		names,
		to: { kind: "more" },
	};
	return [...first, joined, programs.at(-1) as ProgramBranch];
}

/** The questions that there is room for. */
function openedIn(programs: readonly ProgramBranch[], rows: number): ReadonlySet<Question> {
	const open = new Set<Question>();
	let used = programs.length;
	const room = (question: Question): boolean => used + question.branches.length - 1 <= rows;
	const bySize = programs.map(({ to }) => ({ to, size: rowsFrom(to) })).sort((a, b) => a.size - b.size);
	let level: Shown[] = [];
	for (const { to, size } of bySize) {
		if (size <= mostWhole && used + size - 1 <= rows) {
			used += size - 1;
			for (const question of questionsFrom(to)) open.add(question);
		} else level.push(to);
	}
	while (level.length > 0) {
		const next: Shown[] = [];
		for (const shown of level) {
			const question = firstQuestion(shown);
			if (question === undefined || !room(question)) continue;
			used += question.branches.length - 1;
			open.add(question);
			next.push(...question.branches.map(({ to }) => to));
		}
		level = next;
	}
	return open;
}

/** A part with so few rows is kept whole if it can be. */
const mostWhole = 12;

function questionsFrom(first: Shown): readonly Question[] {
	const question = firstQuestion(first);
	return question === undefined ? [] : [question, ...question.branches.flatMap(({ to }) => questionsFrom(to))];
}

function firstQuestion(shown: Shown): Question | undefined {
	if (shown.kind === "raised") return firstQuestion(shown.to);
	return shown.kind === "question" ? shown : undefined;
}

function folded(shown: Shown, open: ReadonlySet<Question>, numbers: ReadonlySet<number>): Shown {
	switch (shown.kind) {
		case "raised":
			return { ...shown, to: folded(shown.to, open, numbers) };
		case "question":
			if (!open.has(shown)) return { kind: "more" };
			return { ...shown, branches: shown.branches.map((one) => ({ ...one, to: folded(one.to, open, numbers) })) };
		case "again":
			return numbers.has(shown.number) ? shown : { kind: "more" };
		case "answer":
		case "more":
			return shown;
	}
}
