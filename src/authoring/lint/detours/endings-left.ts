/** A rule keeps files by their endings, and files that hold the same have another: `**\/*.jks, **\/*.pfx`, and not `**\/*.p12`. */
import { type EndingFamily, endingFamilies } from "../../../engine/knowledge/file-endings.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { holdsFor } from "../../analysis/agent-model.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { sampleOf } from "../meaning/grants.js";
import { commandOn } from "../powers/path-commands.js";
import { pathsOfStatement, type WrittenPath } from "../reading/written-paths.js";

export function endingsLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	if (stated.statement.keyword !== "deny") return undefined;
	for (const { keyword, paths } of pathsOfStatement(stated.statement, subject)) {
		if (keyword !== "touching") continue;
		// What lies at the top of the workspace alone is told as that.
		const named = paths.filter(({ negated, literal, text }) => !negated && !literal && text.includes("/"));
		const endings = new Map(named.flatMap((path) => endingsOf(path).map((ending) => [ending, path])));
		for (const family of endingFamilies) {
			const found = openEnding(family, endings, stated, subject);
			if (found !== undefined) return found;
		}
	}
	return undefined;
}

/** `*.pem` → `pem`, `*.{jks,pfx}` → both. A longer name is one that the author's own files have. */
function endingsOf({ text }: WrittenPath): readonly string[] {
	const [, only, several] = /(?:^|\/)\*\.(?:([\w.]+)|\{([\w.,]+)\})$/.exec(text) ?? [];
	return only === undefined ? (several?.split(",") ?? []) : [only];
}

function openEnding(
	{ what, endings, fewest, missed = endings }: EndingFamily,
	named: ReadonlyMap<string, WrittenPath>,
	{ statement, agents }: StatedRule,
	subject: ValidPolicyContext,
): Finding | undefined {
	const there = endings.filter((one) => named.has(one));
	const [first = ""] = there;
	const path = named.get(first);
	if (path === undefined || there.length < fewest) return undefined;
	const others = missed.filter((one) => !named.has(one));
	for (const { agent, rule } of agents.slice(0, mostAgents)) {
		const open = others.flatMap((ending) => {
			const file = fileAt(path, ending);
			const sample = commandOn(file, "read", agent, subject)?.sample;
			if (sample === undefined || rule.restricts === undefined) return [];
			const kept = sample.argv.map((word) => (word === file ? fileAt(path, first) : word));
			const isKept = holdsFor(rule.restricts, sampleOf(kept), subject.settingOf(agent)) === "yes";
			return isKept ? [{ ending, text: witnessCommandLine(sample) }] : [];
		});
		const [other] = open;
		if (other === undefined) continue;
		const names = joinWords(there.map((one) => `*.${one}`));
		const by = there.length === 1 ? `names ${what} by one ending` : `name ${what} by their endings`;
		return {
			message: `${names} ${by}, and \`*.${other.ending}\` is left open: \`${other.text}\` is allowed`,
			span: path.span,
			labels: [{ span: statement.span, message: "this keeps the others" }],
			help: `write \`${globWith(path, `{${[first, ...open.map(({ ending }) => ending)].join(",")}}`)}\``,
			witness: other.text,
		};
	}
	return undefined;
}

const mostAgents = 4;

function globWith({ text }: WrittenPath, ending: string): string {
	return text.replace(/\*\.(?:[\w.]+|\{[\w.,]+\})$/, `*.${ending}`);
}

function fileAt(path: WrittenPath, ending: string): string {
	return globWith(path, ending)
		.replace(/^\*\*\//, "")
		.replaceAll(/\/\*\*\//g, "/x/")
		.replaceAll(/\*+/g, "x");
}
