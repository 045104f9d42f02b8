/** Tries what the help of a finding says: each piece of a rule that it quotes is put where it belongs, and the policy is linted again. */
import { isTaking, type Quote, sortOf } from "../../../src/authoring/editor/promises/quotes.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { edited } from "../../../src/language/source/text-edits.js";
import type { Clause, Pattern, RuleStatement, Statement } from "../../../src/language/syntax/statements.js";
import type { Loaded } from "../../../src/runtime/load/load.js";

/** The innermost statement that holds a place. */
export function statementAt(policy: Loaded, file: string, at: number): Statement | undefined {
	const within = (list: readonly Statement[]): Statement | undefined => {
		for (const one of list) {
			if (one.span.file !== file || at < one.span.start || at >= one.span.end) continue;
			return ("body" in one ? within(one.body as readonly Statement[]) : undefined) ?? one;
		}
		return undefined;
	};
	return within(policy.files.flatMap(({ statements }) => statements));
}

function rulesOf(policy: Loaded, file: string): readonly RuleStatement[] {
	const within = (list: readonly Statement[]): readonly RuleStatement[] =>
		list.flatMap((one) =>
			one.kind === "rule" ? [one] : "body" in one ? within(one.body as readonly Statement[]) : [],
		);
	return within(policy.files.filter((one) => one.file === file).flatMap(({ statements }) => statements));
}

/** What the dots of a template stand for, by the word before them. */
const fillings: readonly (readonly [RegExp, string])[] = [
	[/\b(granting) …/g, "$1 write"],
	[/\b(except) …/g, "$1 ls"],
	[/\b(use) …/g, "$1 example"],
	[/\b(can) …/g, "$1 read"],
	[/\b(to|within|touching) …/g, "$1 ."],
	[/= …/g, "= ls"],
	[/\b(of) …/g, "$1 *"],
	[/\b(allow|deny|ask|nudge) …/g, "$1 example"],
	[/: …/g, ": example"],
	[/,? …/g, ""],
	[/\b(?:NAME|ID)\b/g, "example"],
	[/\bCOMMAND\b/g, "ls"],
];

export function filled(text: string): string {
	return fillings.reduce((result, [what, by]) => result.replaceAll(what, by), text);
}

/** The policy's text with a quote applied in each way that it can be meant in. */
export function* applied(
	quote: Quote,
	finding: Diagnostic,
	policy: Loaded,
): Iterable<readonly [way: string, text: string]> {
	const source = policy.sources.get(finding.span.file)?.text ?? "";
	const set = /@([\w-]+)/.exec(quote.text)?.[1];
	// `set tools = …`, then `allow @tools`: the set is there.
	const head =
		set === undefined || source.includes(`set ${set} `) || set.startsWith("tool-") ? "" : `set ${set} = ls\n`;
	for (const [way, text] of ways(quote, finding, policy)) yield [way, `${head}${text}`];
}

function* ways(quote: Quote, finding: Diagnostic, policy: Loaded): Iterable<readonly [way: string, text: string]> {
	const { span } = finding;
	const source = policy.sources.get(span.file)?.text;
	if (source === undefined) return;
	const statement = statementAt(policy, span.file, span.start);
	const put = (start: number, end: number, text: string): string =>
		edited(source, [{ span: { file: span.file, start, end }, text }]);
	const text = `${quote.text.startsWith("lint-ignore") ? "# " : ""}${filled(quote.text)}`;
	if (quote.text.startsWith("@")) yield ["in a rule", `${source}\ndeny ${text}\n`];
	if (quote.text.startsWith("extends ")) yield ["of an agent", `${source}\nagent other ${text} {\n  default deny\n}\n`];
	switch (sortOf(quote)) {
		case "statement":
			if (statement !== undefined) {
				yield ["in its place", put(statement.span.start, statement.span.end, text)];
				if (statement.kind === "rule") {
					const head = headEnd(statement);
					yield ["as its head", put(statement.span.start, head, text)];
					const own = statement.patterns.findIndex((one) => holds(one, span.start));
					if (own >= 0) {
						const rest = statement.patterns
							.filter((_, at) => at !== own)
							.map((one) => source.slice(one.span.start, one.span.end));
						const start = statement.span.start;
						const clauses = source.slice(head, statement.span.end);
						const lead = source.slice(start, statement.patterns[0]?.span.start ?? start);
						if (rest.length > 0) {
							yield ["apart", put(start, statement.span.end, `${lead}${rest.join(", ")}${clauses}\n${text}`)];
							yield [
								"apart, clauses kept",
								put(start, statement.span.end, `${lead}${rest.join(", ")}${clauses}\n${text}${clauses}`),
							];
						}
					}
				}
				yield ["beside it", put(statement.span.end, statement.span.end, `\n${text}`)];
				if ("body" in statement && statement.body[0] !== undefined)
					yield ["in its body", put(statement.body[0].span.start, statement.body[0].span.start, `${text}\n`)];
			}
			// `expect …` in `ci`
			if (/^ in $/.test(quote.behind) && statement !== undefined) {
				const moved = put(statement.span.start, statement.span.end, "");
				yield ["moved", moved.replace(new RegExp(`(agent ${quote.next}\\b[^{]*\\{)`), `$1\n${text}\n`)];
			}
			yield ["at the end", `${source}\n${text}\n`];
			yield ["at the start", `${text}\n${source}`];
			break;
		case "clause": {
			if (statement?.kind !== "rule") break;
			const keyword = text.split(" ")[0];
			const same = statement.clauses.find((one) => one.keyword === keyword);
			if (isTaking(quote) && same !== undefined) yield ["taken out", put(same.span.start, same.span.end, "")];
			if (same !== undefined) yield ["for the clause", put(same.span.start, same.span.end, text)];
			yield ["behind it", put(statement.span.end, statement.span.end, ` ${text}`)];
			// What is granted elsewhere is bounded there.
			for (const one of rulesOf(policy, span.file))
				if (one !== statement && one.keyword === "allow")
					yield [`behind ${one.keyword}`, put(one.span.end, one.span.end, ` ${text}`)];
			const other = statement.clauses.find((one: Clause) => holds(one, span.start) || one.span.start === span.start);
			if (other !== undefined) yield ["for another clause", put(other.span.start, other.span.end, text)];
			break;
		}
		case "word": {
			const own = source.slice(span.start, span.end);
			if (isTaking(quote)) {
				const [start, end] =
					statement === undefined ? [span.start, span.end] : [statement.span.start, statement.span.end];
				const inside = own === text ? span.start : source.indexOf(text, start);
				// What a set names stands in the set.
				const place = inside >= start && inside < end ? inside : source.indexOf(text);
				const clause = statement?.kind === "rule" ? statement.clauses.find((one) => holds(one, place)) : undefined;
				if (clause !== undefined) yield ["with its clause", put(clause.span.start, clause.span.end, "")];
				if (place >= 0) {
					const rest = source.slice(place + text.length);
					const behind = /^\s*,[ \t]*(?:#.*\n\s*)?/.exec(rest)?.[0].length ?? 0;
					const ahead = /,\s*$/.exec(source.slice(0, place))?.[0].length ?? 0;
					yield ["with the comma behind it", put(place, place + text.length + behind, "")];
					yield ["with the comma before it", put(place - ahead, place + text.length, "")];
				}
			}
			if (isTaking(quote) && statement?.kind === "rule") {
				const clause = statement.clauses.find((one) => one.keyword === text);
				if (clause !== undefined) yield ["clause taken out", put(clause.span.start, clause.span.end, "")];
				const list: readonly (Pattern | Clause)[] = statement.patterns;
				const at = list.findIndex((one) => source.slice(one.span.start, one.span.end) === text);
				const before = list[at - 1];
				const next = list[at + 1];
				if (at >= 0 && next) yield ["element taken out", put((list[at] as Pattern).span.start, next.span.start, "")];
				if (at > 0 && before) yield ["element taken out", put(before.span.end, (list[at] as Pattern).span.end, "")];
				if (list.length === 1 && at === 0) yield ["rule taken out", put(statement.span.start, statement.span.end, "")];
			}
			yield ["in its place", put(span.start, span.end, text)];
			if (statement?.kind === "rule") {
				const pattern = statement.patterns.find((one) => holds(one, span.start));
				if (pattern) yield ["for the pattern", put(pattern.span.start, pattern.span.end, text)];
			}
			if (own.includes(text)) yield ["taken out of it", put(span.start, span.end, own.replace(text, ""))];
			break;
		}
	}
}

function holds({ span }: Pattern | Clause, at: number): boolean {
	return span.start <= at && at < span.end;
}

function headEnd({ patterns, span }: RuleStatement): number {
	return patterns.at(-1)?.span.end ?? span.end;
}
