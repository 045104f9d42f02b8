/** A variable that is set to what its comment rules out: `# Never in production.` above `environment set PROJECT=acme-prod`. */

import type { Statement } from "../../../../language/syntax/statements.js";
import { isSetting } from "../../../../language/syntax/statements.js";
import type { Finding } from "../../lint-record.js";
import { commentOf } from "../../meaning/said/said-parts.js";

export function otherValueSaid(statement: Statement): readonly Finding[] {
	if (!isSetting(statement, "environment set")) return [];
	const comment = commentOf(statement);
	const affirmed = comment.replaceAll(
		/\b(?:never|not|no|nothing|nobody|except|outside(?: of)?|instead of)\b[^.;,]*/gi,
		"",
	);
	return statement.names.flatMap(({ text, span }): readonly Finding[] => {
		const value = text.slice(text.indexOf("=") + 1);
		const parts = value.toLowerCase().split(/[^a-z]+/);
		const stage = stages.find((one) => parts.some((part) => one.values.includes(part)));
		if (stage === undefined) return [];
		const said = new RegExp(
			String.raw`\b(?:never|not|nothing|no|nobody|except|outside(?: of)?|instead of)\b(?: [\w-]+){0,3}? (?:${stage.said})\b`,
			"i",
		).exec(comment)?.[0];
		const other = stages.find(
			(one) =>
				one !== stage &&
				new RegExp(String.raw`\b(?:the|a|our|in|only|of) (?:${one.said})(?: \w+)?\b`, "i").test(affirmed),
		);
		const isOwn = new RegExp(String.raw`\b(?:${stage.said})\b`, "i").test(comment);
		if (said === undefined && (other === undefined || isOwn)) return [];
		const spoken = said ?? new RegExp(String.raw`\b(?:${other?.said})\b`, "i").exec(affirmed)?.[0] ?? "";
		return [
			{
				message: `the comment says \`${spoken}\`, and \`${text}\` is ${said === undefined ? "another place" : "just that"}`,
				span,
				help: "set it to what the comment speaks of, or mend the comment",
			},
		];
	});
}

const stages: readonly { readonly values: readonly string[]; readonly said: string }[] = [
	{ values: ["prod", "production", "prd", "live"], said: "prod(?:uction)?|live" },
	{ values: ["staging", "stage", "stg"], said: "staging|stage" },
	{ values: ["test", "testing", "tests", "qa"], said: "test(?:ing)?" },
	{ values: ["dev", "development"], said: "dev(?:elopment)?" },
	{ values: ["lab"], said: "lab" },
	{ values: ["sandbox"], said: "sandbox" },
];
