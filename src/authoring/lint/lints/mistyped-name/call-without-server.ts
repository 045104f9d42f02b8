/** A tool of a server without `mcp.` in front: `deny dms.delete_document` beside `mcp.dms.search`. No program is called so, and the rule speaks of no call. */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import { isHostEnd } from "../../../../engine/knowledge/vocabulary/domain-ends.js";
import type { PolicyLint } from "../../lint-record.js";
import { respelling } from "../../reading/words/respelling.js";
import { writtenPatterns } from "../../reading/written-patterns.js";

export const callWithoutServer: Pick<PolicyLint, "check"> = {
	check: (subject) => {
		const patterns = writtenPatterns(subject);
		const names = patterns.map(({ pattern: { words } }) => words[0]?.text ?? "");
		const servers = new Set(
			[...names, ...subject.policy.programs.keys()].flatMap((name) => /^mcp\.([\w-]+)\./.exec(name)?.[1] ?? []),
		);
		return patterns.flatMap(({ pattern: { words } }) => {
			const [first] = words;
			const [server = "", tool = "", ...more] = first?.text.split(".") ?? [];
			// A host begins so, too: `cms.corp.example`.
			if (
				first?.kind !== "plain" ||
				more.length > 0 ||
				!/^[a-z]\w*$/i.test(tool) ||
				isHostEnd(tool) ||
				!servers.has(server)
			)
				return [];
			if (programNamed(first.text) !== undefined || subject.policy.programs.has(first.text)) return [];
			const instead = `mcp.${first.text}`;
			return [
				{
					message: `a call of the server \`${server}\` begins with \`mcp.\`: \`${first.text}\` is a program that nobody has`,
					span: first.span,
					help: `write \`${instead}\``,
					...respelling(first, instead, subject),
				},
			];
		});
	},
};
