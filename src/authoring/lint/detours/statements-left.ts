/** A denial that knows SQL by how it is spelt: `deny psql --command=/DROP.*\/` says nothing of `drop` and of `select 1; DROP`. */

import { commandText } from "../../../engine/decide/explain/messages.js";
import type { Span } from "../../../language/source/span.js";
import type { PatternWord } from "../../../language/syntax/statements.js";
import type { StatedRule } from "../lint-context.js";
import type { Finding } from "../lint-record.js";

export function statementsLeft({ statement }: StatedRule): Finding | undefined {
	if (statement.keyword !== "deny" && statement.keyword !== "ask") return undefined;
	for (const { words } of statement.patterns) {
		const [first, ...rest] = words;
		if (first?.kind !== "plain" || !clients.has(first.text)) continue;
		for (const word of rest) {
			const found = expressionIn(word);
			const others = found && unfitting(found.expression);
			if (found === undefined || others === undefined || others.length === 0) continue;
			const commands = others.map((code) => `\`${commandText([first.text, `${found.before}${code}`])}\``);
			return {
				message: `this knows statements by how they are spelt, and says nothing of ${commands.join(" and ")}: SQL does not care for capitals, and one statement may follow another`,
				span: found.span,
				help: "let a login that may only read bound what statements do, or refuse code as such: `deny … using code`",
			};
		}
	}
	return undefined;
}

/** Programs whose code is SQL. */
const clients: ReadonlySet<string> = new Set(
	"psql mysql mariadb sqlite3 sqlplus sqlcl sqlcmd duckdb clickhouse-client cockroach isql db2 snowsql bq mycli pgcli usql trino presto beeline".split(
		" ",
	),
);

interface Expression {
	readonly expression: string;
	/** What stands before the code in the command: `--command=`. */
	readonly before: string;
	readonly span: Span;
}

function expressionIn({ kind, text, span }: PatternWord): Expression | undefined {
	if (kind === "regex") return { expression: text, before: "", span };
	const [, before, expression] = /^(--?[\w-]+=)\/(.*)\/$/s.exec(text) ?? [];
	return before === undefined || expression === undefined ? undefined : { expression, before, span };
}

/** Statements that do what one that fits does, and don't fit. */
function unfitting(expression: string): readonly string[] | undefined {
	const [keyword] = /[A-Za-z]{4,}/.exec(expression.replaceAll(/\\[A-Za-z]/g, " ")) ?? [];
	const whole = compiled(expression);
	if (keyword === undefined || whole === undefined) return undefined;
	const samples = [" x", " table x", " from x", " x set y=1", ""].map((rest) => `${keyword}${rest}`);
	const fitting = samples.find((one) => whole.test(one));
	if (fitting === undefined) return undefined;
	const rest = fitting.slice(keyword.length);
	const other = /[A-Z]/.test(keyword) ? keyword.toLowerCase() : keyword.toUpperCase();
	return [`${other}${rest}`, `select 1; ${fitting}`].filter((one) => !whole.test(one));
}

function compiled(expression: string): RegExp | undefined {
	try {
		return new RegExp(`^(?:${expression})$`, "su");
	} catch {
		return undefined;
	}
}
