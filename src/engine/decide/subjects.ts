/** The commands of a request as tests are put to them: each with those inside it, with its surroundings, and with what happened before it. */

import type { ReadCommand } from "../effects/commands.js";
import { unwrapAll } from "../effects/unwrap-all.js";
import { withVariables } from "../effects/variables.js";
import { programInOneShape } from "../knowledge/one-shape.js";
import type { Program } from "../knowledge/program.js";
import { remembered } from "../records/remembered.js";
import { remembering, type World } from "../request/paths.js";
import type { Command, Request, SyntaxFeature } from "../request/request.js";
import { commandContexts } from "./command-context.js";
import {
	type Before,
	type CommandContext,
	type EvaluationContext,
	evaluationContextOf,
} from "./evaluate/evaluation-context.js";
import { folderOf } from "./permit.js";
import type { AgentDecisions, Decisions } from "./tree.js";

type Agent = AgentDecisions["agent"];
type Teaching = Pick<Decisions, "programs">;

/**
 * What happened before each command of a request, by its place, once all of them are known: each as it stands in the request, with those inside it. Where nobody
 * tells it, it is unknown.
 */
export type CommandsBefore = (
	subjects: readonly (readonly EvaluationContext[])[],
	request: Request,
	cwd: string | undefined,
	syntax: readonly SyntaxFeature[],
) => (place: number) => Before;

export interface Subjects {
	/** The commands, each with those inside it. */
	readonly unwrapped: readonly (readonly ReadCommand[])[];
	readonly contextOf: ReturnType<typeof commandContexts>;
	readonly subjectOf: (read: ReadCommand) => EvaluationContext;
	readonly beforeOf: ReturnType<CommandsBefore> | undefined;
}

export function subjectsOf(
	tree: Teaching,
	agent: Agent,
	request: Request,
	around: CommandContext,
	commands: readonly Command[],
	syntax: readonly SyntaxFeature[],
	before: CommandsBefore | undefined,
): Subjects {
	const { world, cwd } = around;
	const facts = { programs: taughtBy(tree), trust: agent.trust, home: world.home };
	const unwrapped = unwrapAll(withVariables(commands, request), facts, cwd, world, syntax);
	const contextOf = commandContexts(unwrapped, around, request, syntax, agent);
	let made: Map<ReadCommand, EvaluationContext> | undefined;
	const subjectOf = (read: ReadCommand): EvaluationContext => {
		made ??= new Map();
		return remembered(made, read, () => evaluationContextOf(read, contextOf(read)));
	};
	const beforeOf = before?.(
		unwrapped.map((found) => found.map(subjectOf)),
		request,
		cwd,
		syntax,
	);
	return { unwrapped, contextOf, subjectOf, beforeOf };
}

/** What is the same for all commands of a request. */
export function aroundOf(request: Request, agent: Agent, world: World): CommandContext & { readonly cwd: string } {
	return {
		world,
		cwd: folderOf(request.cwd, world.workspace),
		trust: agent.trust,
		forced: request.force === true,
		tools: request.tools,
	};
}

/** The world as the request's programs will see it: a shell takes `~` for what HOME says. */
export function worldFor(request: Request, agent: Agent, world: World): World {
	const home = homeFor(request, agent);
	return home === undefined ? world : { ...world, home };
}

/** The same for one decision, which looks at each place once. `policy`: the files that the policy was read from. */
export function worldOfDecision(
	request: Request,
	agent: Agent,
	world: World,
	policy?: Decisions["policyPaths"],
): World {
	return remembering(world, { home: homeFor(request, agent), policy });
}

function homeFor({ env }: Request, { environment: { set } }: Agent): string | undefined {
	return env?.HOME ?? set.HOME;
}

/** The programs that a policy teaches, by name: once for each tree. */
function taughtBy(tree: Teaching): ReadonlyMap<string, Program> {
	return remembered(
		taught,
		tree,
		() => new Map(Object.entries(tree.programs).map(([name, table]) => [name, programInOneShape(table)])),
	);
}
const taught = new WeakMap<Teaching, ReadonlyMap<string, Program>>();
