/** The fields of records, out of decisions and outcomes. */
import type { Decision } from "../../engine/decide/decision.js";
import { callWords } from "../../engine/request/calls.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { engine } from "../../language/source/engine.js";
import type { Outcome } from "../execute/outcome.js";
import { repositoryFacts } from "../load/repository.js";
import type { DecisionFields, OutcomeFields, Surface } from "./record.js";

/** What was decided, and all that it takes to decide it again, but for the values of variables. */
export function decisionFields(
	request: Request,
	decision: Decision,
	{ workspace, home }: Pick<World, "workspace" | "home">,
	surface: Surface,
): DecisionFields {
	const { cwd, argv, script, call, force, env, tools } = asText(request);
	const { harness } = request.facts ?? {};
	const { repository } = repositoryFacts(cwd ?? workspace);
	return {
		agent: decision.agent,
		surface,
		...(cwd === undefined ? {} : { cwd }),
		...(script === undefined ? {} : { script }),
		...(call === undefined ? {} : { call }),
		...(argv === undefined ? {} : { argv }),
		force,
		...(env.length > 0 ? { env } : {}),
		...(tools === undefined ? {} : { tools }),
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
		engine,
		...(typeof harness === "string" ? { harness } : {}),
		...(repository === undefined ? {} : { repository }),
	};
}

/** What a request says. Callers in JavaScript may ask anything: what is of another sort is not recorded as if it were a command. */
function asText(request: Request): {
	readonly cwd?: string | undefined;
	readonly argv?: readonly string[] | undefined;
	readonly script?: string | undefined;
	readonly call?: readonly (readonly string[])[] | undefined;
	readonly force: boolean;
	readonly env: readonly string[];
	readonly tools?: readonly string[] | undefined;
} {
	const { cwd, argv, script, call, force, env, tools }: Readonly<Record<string, unknown>> = { ...request };
	return {
		cwd: textField(cwd),
		argv: textsOf(argv),
		script: argv === undefined ? textField(script) : undefined,
		call: argv === undefined && script === undefined ? callField(call) : undefined,
		force: force === true,
		env: typeof env === "object" && env !== null ? Object.keys(env) : [],
		tools: textsOf(tools),
	};
}

function textField(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}

function callField(value: unknown): readonly (readonly string[])[] | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	if (!Array.isArray(value)) {
		const { tool, input } = value as Readonly<Record<string, unknown>>;
		const words = typeof tool === "string" ? callWords(tool, input) : "";
		return typeof words === "string" ? undefined : [words];
	}
	const commands = textsOf(value) === undefined ? value : [value];
	const words = commands.map(textsOf);
	return words.some((one) => one === undefined) ? undefined : (words as (readonly string[])[]);
}

function textsOf(value: unknown): readonly string[] | undefined {
	return Array.isArray(value) && value.every((one) => typeof one === "string") ? [...value] : undefined;
}

/** What came of a run. */
export function outcomeFields(outcome: Outcome): OutcomeFields {
	const outputs = [outcome.merged, outcome.stdout, outcome.stderr].filter((one) => one !== undefined);
	const spill = outputs.flatMap((one) => (one.spill === undefined ? [] : [one.spill]));
	return {
		...(outcome.code === undefined ? {} : { code: outcome.code }),
		...(outcome.signal === undefined ? {} : { signal: outcome.signal }),
		...(outcome.failure === undefined ? {} : { failure: outcome.failure }),
		...(outcome.sandbox === undefined ? {} : { sandbox: outcome.sandbox }),
		timedOut: outcome.timedOut,
		cancelled: outcome.cancelled,
		duration: Math.round(outcome.duration),
		bytes: outputs.reduce((sum, one) => sum + one.bytes, 0),
		...(spill.length > 0 ? { spill } : {}),
	};
}
