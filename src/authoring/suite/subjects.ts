/** The commands of a request as rules see them. */

import type { EvaluationContext } from "../../engine/decide/evaluate/evaluation-context.js";
import { readForRules } from "../../engine/decide/read-for-rules.js";
import type { AgentTree, Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";

/** In the order of the decision's commands; none where the request can't be read. */
export function subjectsOf(
	tree: Pick<Tree, "programs">,
	agentTree: Pick<AgentTree, "agent">,
	request: Request,
	asked: World,
): readonly EvaluationContext[] {
	return readForRules(tree, agentTree, request, asked)?.subjects ?? [];
}
