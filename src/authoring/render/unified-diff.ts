/**
 * The difference of two texts as `diff -u` writes it. Lines are matched by Myers' greedy algorithm
 * ("An O(ND) difference algorithm and its variations", 1986).
 */

/** Lines that are shown around a change. */
const around = 3;
/** Texts that differ in more lines are shown as all removed and all added. */
const mostEdits = 800;

type Line = { readonly kind: "same" | "removed" | "added"; readonly text: string };

/** The diff with its two header lines; empty when the texts are equal. */
export function unifiedDiff(before: string, after: string, oldName: string, newName: string): string {
	if (before === after) return "";
	const lines = linesBetween(splitLines(before), splitLines(after));
	return `--- ${oldName}\n+++ ${newName}\n${hunks(lines).join("")}`;
}

/** Each line with its line break, so that a missing one at the end is a difference. */
function splitLines(text: string): readonly string[] {
	return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function linesBetween(a: readonly string[], b: readonly string[]): readonly Line[] {
	let head = 0;
	while (head < a.length && head < b.length && a[head] === b[head]) head++;
	let tail = 0;
	while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
	const same = (texts: readonly string[]): readonly Line[] => texts.map((text) => ({ kind: "same", text }));
	return [
		...same(a.slice(0, head)),
		...edits(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
		...same(a.slice(a.length - tail)),
	];
}

function edits(a: readonly string[], b: readonly string[]): readonly Line[] {
	// `reach[k]`: how far into `a` the best path on diagonal k (place in a minus place in b) comes.
	const reach = new Map<number, number>([[1, 0]]);
	const history: Map<number, number>[] = [];
	for (let count = 0; count <= Math.min(a.length + b.length, mostEdits); count++) {
		history.push(new Map(reach));
		for (let k = -count; k <= count; k += 2) {
			let x = goesDown(reach, k, count) ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
			while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
			reach.set(k, x);
			if (x >= a.length && x - k >= b.length) return backtrack(history, a, b);
		}
	}
	return [...a.map((text): Line => ({ kind: "removed", text })), ...b.map((text): Line => ({ kind: "added", text }))];
}

function goesDown(reach: ReadonlyMap<number, number>, k: number, count: number): boolean {
	return k === -count || (k !== count && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
}

function backtrack(
	history: readonly ReadonlyMap<number, number>[],
	a: readonly string[],
	b: readonly string[],
): readonly Line[] {
	const lines: Line[] = [];
	let x = a.length;
	let y = b.length;
	for (let count = history.length - 1; count >= 0; count--) {
		const reach = history[count] as ReadonlyMap<number, number>;
		const down = goesDown(reach, x - y, count);
		const previousK = down ? x - y + 1 : x - y - 1;
		const previousX = count === 0 ? 0 : (reach.get(previousK) ?? 0);
		const previousY = count === 0 ? 0 : previousX - previousK;
		while (x > previousX && y > previousY) {
			lines.push({ kind: "same", text: a[--x] as string });
			y--;
		}
		if (count === 0) break;
		if (down) lines.push({ kind: "added", text: b[--y] as string });
		else lines.push({ kind: "removed", text: a[--x] as string });
	}
	return lines.reverse();
}

function hunks(lines: readonly Line[]): readonly string[] {
	const changed = lines.flatMap((line, index) => (line.kind === "same" ? [] : [index]));
	const groups: { from: number; to: number }[] = [];
	for (const index of changed) {
		const last = groups[groups.length - 1];
		if (last !== undefined && index - last.to <= 2 * around) last.to = index + 1;
		else groups.push({ from: index, to: index + 1 });
	}
	return groups.map(({ from, to }) => hunk(lines, Math.max(0, from - around), Math.min(lines.length, to + around)));
}

function hunk(lines: readonly Line[], from: number, to: number): string {
	const shown = lines.slice(from, to);
	const count = (list: readonly Line[], other: Line["kind"]): number =>
		list.filter((line) => line.kind !== other).length;
	const range = (other: Line["kind"]): string => {
		const length = count(shown, other);
		// `diff` names the line before an empty range.
		const start = count(lines.slice(0, from), other) + (length === 0 ? 0 : 1);
		return length === 1 ? `${start}` : `${start},${length}`;
	};
	const signs = { same: " ", removed: "-", added: "+" } as const;
	const body = shown.map(
		({ kind, text }) => `${signs[kind]}${text}${text.endsWith("\n") ? "" : "\n\\ No newline at end of file\n"}`,
	);
	return `@@ -${range("added")} +${range("removed")} @@\n${body.join("")}`;
}
