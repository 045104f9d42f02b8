/** The commands of a request as rules see them. */
import { readForRules } from "../decide/read-for-rules.js";
import type { Subject } from "../decide/subject.js";
import type { AgentTree, Tree } from "../decide/tree.js";
import type { World } from "../request/paths.js";
import type { Request } from "../request/request.js";

/** In the order of the decision's commands; none where the request can't be read. */
export function subjectsOf(
	tree: Pick<Tree, "programs">,
	agentTree: Pick<AgentTree, "agent">,
	request: Request,
	asked: World,
): readonly Subject[] {
	return readForRules(tree, agentTree, request, asked)?.subjects ?? [];
}
