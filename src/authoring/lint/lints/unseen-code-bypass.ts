/** `unseen-code-bypass`: what is denied by its power is done by code as well, and code is allowed. */
import type { Power, PowersClause } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowedCode } from "../meaning/allowed-code.js";

export const unseenCodeBypass: PolicyLint = {
	name: "unseen-code-bypass",
	family: "breadth",
	severity: "warning",
	summary: "a power is denied, and code that can do the same is allowed",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => subject.rules().flatMap((stated) => holesOf(stated, subject)),
};

/** What code needs no more for than to be run. For rights and for what runs later it needs another program, which the rules see where it is asked for. */
const doneByCode: readonly Power[] = ["write", "delete", "network"];

function holesOf(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { statement, file } = stated;
	if (statement.keyword !== "deny") return [];
	const clause = statement.clauses.find((one): one is PowersClause => one.keyword === "using");
	const last = clause?.powers.at(-1);
	const denied = clause?.powers.map(({ text }) => text as Power) ?? [];
	const hollow = denied.filter((one) => doneByCode.includes(one));
	if (last === undefined || hollow.length === 0 || denied.includes("code")) return [];
	// Where it speaks of some programs or some paths, it is not there to keep the power out.
	const [pattern, ...more] = statement.patterns;
	const isWide = more.length === 0 && pattern?.words.length === 1 && pattern.words[0]?.text === "*";
	if (!isWide || statement.clauses.some(({ keyword }) => keyword === "touching" || keyword === "with")) return [];
	for (const { agent } of stated.agents) {
		const found = allowedCode(agent, subject);
		if (found === undefined) continue;
		const missing = (["code", "exec"] as const).filter((one) => !denied.includes(one));
		const { end } = last.span;
		return [
			{
				message: `this denies ${hollow.map((one) => `\`${one}\``).join(" and ")} and stops no code: \`${found.text}\` is allowed, and what runs there is not seen`,
				span: statement.span,
				labels: [{ span: found.by.span, message: "this rule allows it" }],
				help: `write \`using ${[...denied, ...missing].join(", ")}\`, or leave it to a sandbox to bound what code does`,
				witness: found.text,
				...(file.notation === "yaml"
					? {}
					: {
							fix: {
								title: "deny code too: programs that run code are no longer allowed",
								edits: [{ span: { file: file.file, start: end, end }, text: `, ${missing.join(", ")}` }],
								safe: false,
							},
						}),
			},
		];
	}
	return [];
}
