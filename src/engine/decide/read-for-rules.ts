/** A request read as its agent's rules see it: for whoever looks at more than the decision. */
import type { ReadCommand } from "../effects/commands.js";
import { unwrapAll } from "../effects/unwrap-all.js";
import { withVariables } from "../effects/variables.js";
import { remembering, type World } from "../request/paths.js";
import { readRequest } from "../request/read-request.js";
import type { Request, SyntaxFeature } from "../request/request.js";
import { commandContexts } from "./command-context.js";
import { type CommandsBefore, worldFor } from "./decide.js";
import { type EvaluationContext, evaluationContextOf } from "./evaluate/evaluation-context.js";
import { governedCommands } from "./governed.js";
import { folderOf } from "./permit.js";
import type { AgentTree, Tree } from "./tree.js";

export interface ReadForRules {
	/** In the order of the decision's commands. */
	readonly commands: readonly ReadCommand[];
	/** The same commands, as tests are put to them. */
	readonly subjects: readonly EvaluationContext[];
	readonly syntax: readonly SyntaxFeature[];
}

/** Reads a request; undefined where it can't be read for certain. */
export function readForRules(
	tree: Pick<Tree, "programs">,
	{ agent }: Pick<AgentTree, "agent">,
	request: Request,
	asked: World,
	before?: CommandsBefore,
): ReadForRules | undefined {
	const world = remembering(worldFor(request, agent, asked));
	const cwd = folderOf(request.cwd, world.workspace);
	const reading = readRequest(request, world.home, cwd);
	if (reading.kind === "opaque") return undefined;
	const around = { world, cwd, trust: agent.trust, forced: request.force === true, tools: request.tools };
	const facts = { programs: new Map(Object.entries(tree.programs)), trust: agent.trust, home: world.home };
	const governed = governedCommands(reading.commands, agent);
	const unwrapped = unwrapAll(withVariables(governed, request), facts, cwd, world);
	const aroundOf = commandContexts(unwrapped, around, request, reading.syntax, agent);
	const commands = unwrapped.flat();
	const subjectOf = (read: ReadCommand): EvaluationContext => evaluationContextOf(read, aroundOf(read));
	const subjects = commands.map(subjectOf);
	const beforeOf = before?.(
		unwrapped.map((found) => found.map(subjectOf)),
		request,
		cwd,
		reading.syntax,
	);
	return {
		commands,
		subjects:
			beforeOf === undefined ? subjects : subjects.map((subject, place) => ({ ...subject, before: beforeOf(place) })),
		syntax: reading.syntax,
	};
}
