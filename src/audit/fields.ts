/** The fields of records, out of decisions and outcomes. */
import type { Decision } from "../decide/decision.js";
import type { Outcome } from "../execute/outcome.js";
import type { World } from "../request/paths.js";
import type { Request } from "../request/request.js";
import type { DecisionFields, OutcomeFields, Surface } from "./record.js";

/** What was decided, and all that it takes to decide it again, but for the values of variables. */
export function decisionFields(
	request: Request,
	decision: Decision,
	{ workspace, home }: Pick<World, "workspace" | "home">,
	surface: Surface,
): DecisionFields {
	const names = Object.keys(request.env ?? {});
	return {
		agent: decision.agent,
		surface,
		...(request.cwd === undefined ? {} : { cwd: request.cwd }),
		...("script" in request ? { script: request.script } : { argv: request.argv }),
		force: request.force === true,
		...(names.length > 0 ? { env: names } : {}),
		...(request.tools === undefined ? {} : { tools: request.tools }),
		workspace,
		...(home === undefined ? {} : { home }),
		effect: decision.effect,
		code: decision.code,
		rules: decision.rules.map(({ id, file, line }) => ({ id, file, line })),
		message: decision.message,
		commands: decision.commands.map(({ argv, effect, via }) => ({
			argv,
			effect,
			...(via === undefined ? {} : { via }),
		})),
		sandbox: decision.sandbox,
		policy: decision.policy,
	};
}

/** What came of a run. */
export function outcomeFields(outcome: Outcome): OutcomeFields {
	const outputs = [outcome.merged, outcome.stdout, outcome.stderr].filter((one) => one !== undefined);
	const spill = outputs.flatMap((one) => (one.spill === undefined ? [] : [one.spill]));
	return {
		...(outcome.code === undefined ? {} : { code: outcome.code }),
		...(outcome.signal === undefined ? {} : { signal: outcome.signal }),
		...(outcome.failure === undefined ? {} : { failure: outcome.failure }),
		timedOut: outcome.timedOut,
		cancelled: outcome.cancelled,
		duration: Math.round(outcome.duration),
		bytes: outputs.reduce((sum, one) => sum + one.bytes, 0),
		...(spill.length > 0 ? { spill } : {}),
	};
}
