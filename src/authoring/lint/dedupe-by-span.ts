/** Agents that share a rule share its faults: what they find at one place is told once, for the first of them. */
import type { ValidPolicyContext } from "./lint-context.js";
import type { Finding } from "./lint-record.js";

export function dedupeBySpan(
	subject: ValidPolicyContext,
	faultsOf: (agent: string, subject: ValidPolicyContext) => readonly Finding[],
): readonly Finding[] {
	const seen = new Set<string>();
	return subject.agents.flatMap((agent) =>
		faultsOf(agent, subject).filter(({ span }) => {
			const key = `${span.file}\0${span.start}`;
			return !seen.has(key) && seen.add(key);
		}),
	);
}
