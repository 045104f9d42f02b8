/** A `constrain` on programs that run code: what the code reads and writes stands on no command line. */
import { joinWords } from "../../../../language/diagnostic/join-words.js";
import type { PolicyLint } from "../../lint-record.js";
import { programCalled } from "../../reading/words/known-words.js";

export const constrainedCode: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap(({ statement }) => {
			if (statement.keyword !== "constrain" || statement.access === "network") return [];
			const names = statement.patterns.map(({ words: [first] }) => (first?.kind === "plain" ? first.text : "*"));
			const isCode = names.every((name) => interpreters.has(name) && programCalled(name, subject) !== undefined);
			if (names.length === 0 || !isCode) return [];
			const what = statement.access ?? "reads and writes";
			return [
				{
					message: `what code ${what} is not seen: this keeps ${joinWords(names)} to paths that stand on the command line, and no script`,
					span: statement.span,
					help: "let a sandbox bound what code does (`sandbox require`), or name the scripts that may run",
				},
			];
		}),
};

const interpreters: ReadonlySet<string> = new Set(
	"python python2 python3 node nodejs deno bun ruby perl php Rscript R julia lua luajit bash sh zsh dash fish pwsh groovy scala guile racket elixir java make npm npx".split(
		" ",
	),
);
