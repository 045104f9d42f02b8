/** Agents that share a rule share its faults: what they find at one place is told once, for the first of them. */
import type { SoundSubject } from "./lint-context.js";
import type { Fault } from "./lint-record.js";

export function onceAPlace(
	subject: SoundSubject,
	faultsOf: (agent: string, subject: SoundSubject) => readonly Fault[],
): readonly Fault[] {
	const seen = new Set<string>();
	return subject.agents.flatMap((agent) =>
		faultsOf(agent, subject).filter(({ span }) => {
			const key = `${span.file}\0${span.start}`;
			return !seen.has(key) && seen.add(key);
		}),
	);
}
