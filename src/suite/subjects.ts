/** The commands of a request as rules see them. */
import { worldFor } from "../decide/decide.js";
import { type Subject, subjectOf } from "../decide/subject.js";
import type { AgentTree, Tree } from "../decide/tree.js";
import { normalise, remembering, type World } from "../request/paths.js";
import { readRequest } from "../request/read-request.js";
import type { Request } from "../request/request.js";
import { unwrapAll } from "../request/unwrap-all.js";

/** In the order of the decision's commands; none where the request can't be read. */
export function subjectsOf(
	tree: Pick<Tree, "programs">,
	{ agent }: Pick<AgentTree, "agent">,
	request: Request,
	asked: World,
): readonly Subject[] {
	const world = remembering(worldFor(request, agent, asked));
	const reading = readRequest(request, world.home);
	if (reading.kind === "opaque") return [];
	const cwd =
		request.cwd === undefined
			? world.workspace
			: normalise(request.cwd.startsWith("/") ? request.cwd : `${world.workspace}/${request.cwd}`);
	const around = { world, cwd, trust: agent.trust, forced: request.force === true, tools: request.tools };
	const facts = { programs: new Map(Object.entries(tree.programs)), trust: agent.trust, home: world.home };
	const found = unwrapAll(reading.commands, facts, cwd, world);
	return [...found].flat().map((read) => subjectOf(read, around));
}
