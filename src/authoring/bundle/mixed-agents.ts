/** A policy that has some agents of one release and the others of the release before, each of them whole. */
import { createHash } from "node:crypto";
import type { AgentTree, Tree } from "../../engine/decide/tree.js";
import type { Rule } from "../../language/policy/policy.js";
import type { Beside } from "../../runtime/bundle/contents.js";
import { isLikeOne } from "../../runtime/load/like-name.js";

/**
 * The agents of `tree` that the new release is for, and those of the release before that it is not for. What both teach about programs must be the same, since that holds for
 * all agents. A text says why they can't be one policy.
 */
export function mixedAgents(
	tree: Tree,
	before: Tree,
	{ release, agents }: Pick<Beside, "release" | "agents">,
): Tree | string {
	if (JSON.stringify(tree.programs) !== JSON.stringify(before.programs))
		return `it teaches other things about programs than release ${release}, and can't decide for some agents alone`;
	const isOwn = (name: string): boolean => isLikeOne(name, agents);
	const folder = `release ${release}`;
	const placed = (file: string): string => `${folder}/${file}`;
	const own = Object.entries(tree.agents).filter(([name]) => isOwn(name));
	const others = Object.entries(before.agents)
		.filter(([name]) => !isOwn(name))
		.map(([name, one]) => [name, withFiles(one, placed)] as const);
	return {
		version: 1,
		digest: createHash("sha256")
			.update([tree.digest, before.digest, ...agents].join("\n"))
			.digest("hex"),
		agents: Object.fromEntries([...own, ...others]),
		programs: tree.programs,
		files: [...tree.files, ...before.files.map(placed)],
		lines: {
			...tree.lines,
			...Object.fromEntries(Object.entries(before.lines).map(([file, starts]) => [placed(file), starts])),
		},
	};
}

/** The same agent, whose rules stand in files of other names. */
function withFiles(agent: AgentTree, placed: (file: string) => string): AgentTree {
	const rules = agent.rules.map((rule): Rule => ({ ...rule, span: { ...rule.span, file: placed(rule.span.file) } }));
	return { ...agent, rules };
}
