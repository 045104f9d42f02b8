/** A request read as its agent's rules see it: for whoever looks at more than the decision. */
import type { ReadCommand } from "../effects/commands.js";
import type { World } from "../request/paths.js";
import { readRequest } from "../request/read-request.js";
import type { Request, SyntaxFeature } from "../request/request.js";
import type { EvaluationContext } from "./evaluate/evaluation-context.js";
import { governedCommands } from "./governed.js";
import { aroundOf, type CommandsBefore, subjectsOf, worldOfDecision } from "./subjects.js";
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
	const around = aroundOf(request, agent, worldOfDecision(request, agent, asked));
	const reading = readRequest(request, around.world.home, around.cwd);
	if (reading.kind === "opaque") return undefined;
	const { syntax } = reading;
	const governed = governedCommands(reading.commands, agent);
	const { unwrapped, subjectOf, beforeOf } = subjectsOf(tree, agent, request, around, governed, syntax, before);
	const commands = unwrapped.flat();
	const subjects = commands.map(subjectOf);
	return {
		commands,
		subjects:
			beforeOf === undefined ? subjects : subjects.map((subject, place) => ({ ...subject, before: beforeOf(place) })),
		syntax,
	};
}
