/** How an agent types what a program reads from its input: `echo x | node`, `node <<< x`. */
import { decide } from "../../../engine/decide/decide.js";
import type { SyntaxFeature } from "../../../engine/request/request.js";
import type { ValidPolicyContext } from "../lint-context.js";

/** A script that is allowed, in which the command reads from its input what the agent typed; undefined where there is none. */
export function typedInto(command: string, agent: string, subject: ValidPolicyContext): string | undefined {
	const syntax = syntaxOf(agent, subject);
	const { world } = subject.settingOf(agent);
	const scripts = [
		...(syntax.includes("heredocs") ? [`${command} <<< x`] : []),
		...(syntax.includes("pipes") ? writers.map((one) => `${one} | ${command}`) : []),
	];
	return scripts.find((script) => decide(subject.tree, { agent, script }, world).effect === "allow");
}

/** Is there a way at all? */
export function mayType(agent: string, subject: ValidPolicyContext): boolean {
	const syntax = syntaxOf(agent, subject);
	return syntax.includes("pipes") || syntax.includes("heredocs");
}

function syntaxOf(agent: string, { policy }: ValidPolicyContext): readonly SyntaxFeature[] {
	return policy.agents.get(agent)?.syntax ?? [];
}

/** Commands that write what stands in them. No table says that. */
const writers: readonly string[] = [
	"echo x",
	"printf x",
	"yes x",
	"date +x",
	"basename x",
	"dirname x/y",
	"expr x",
	"seq -s x 2",
	"jq -n x",
	"awk 'BEGIN { print \"x\" }'",
];
