/** Asks many questions, and makes those small that are answered wrongly. */
import fc from "fast-check";
import { emptyTally, type Fault, type Tally } from "./faults/fault.js";
import { type Kind, type Posed, type Questions, questionText } from "./questions.js";
import { mostSmall } from "./runs.js";
import { BrokenPolicy } from "./small-policies.js";
import { smaller } from "./smaller.js";

/** An answer that is wrong, in the smallest policy that shows it. */
export interface Wrong {
	readonly kind: string;
	readonly text: string;
}

export interface Asking {
	/** So many policies were asked about. */
	readonly policies: number;
	readonly tallies: Readonly<Record<string, Tally>>;
	readonly wrong: readonly Wrong[];
}

/** Policies are made at most so many at a time. */
const most = 20;

/** Asks until so many questions have been asked, or it is told to stop. `told`: after every batch. */
export function ask(
	{ posed, kinds }: Questions,
	count: number,
	seed: number,
	told: (asking: Asking) => boolean = () => true,
): Asking {
	const tallies = Object.fromEntries(Object.keys(kinds).map((name) => [name, emptyTally()]));
	const wrong: Wrong[] = [];
	const batch = Math.max(1, Math.min(most, Math.ceil(count)));
	const asking = { policies: 0, tallies, wrong };
	for (let round = 0; askedIn(asking) < count; round++) {
		fc.sample(posed, { numRuns: batch, seed: seed + round }).forEach((one, at) => {
			for (const [name, kind] of Object.entries(kinds)) {
				const tally = tallies[name] as Tally;
				if (((round * batch + at) * kind.share) % 100 >= kind.share) continue;
				const start = performance.now();
				const faults = answered(kind, one, tally);
				tally.took += performance.now() - start;
				for (const fault of faults) tally[fault.kind]++;
				if (faults.some(isWrong))
					wrong.push(shownSo(name, kind, tally.wrong > mostSmall ? one : asSmall(kind, one), faults));
			}
		});
		asking.policies += batch;
		if (!told(asking)) break;
	}
	return asking;
}

export function askedIn({ tallies }: Pick<Asking, "tallies">): number {
	return Object.values(tallies).reduce((sum, { asked }) => sum + asked, 0);
}

function isWrong({ kind }: Fault): boolean {
	return kind === "wrong";
}

/** `lenient`: what is no policy is no question. */
function answered(kind: Kind, one: Posed, tally: Tally, lenient = false): readonly Fault[] {
	try {
		return kind.faults(one, tally);
	} catch (error) {
		if (lenient && error instanceof BrokenPolicy) return [];
		return [{ kind: "wrong", text: error instanceof Error ? (error.stack ?? error.message) : String(error) }];
	}
}

/** `asAsked`: what was wrong at first; asked again, a search may come as far as an answer. */
function shownSo(name: string, kind: Kind, one: Posed, asAsked: readonly Fault[]): Wrong {
	const again = answered(kind, one, emptyTally()).filter(isWrong);
	const faults = again.length > 0 ? again : asAsked.filter(isWrong);
	return { kind: name, text: [...faults.map(({ text }) => text), questionText(one, kind)].join("\n\n") };
}

/** The question without anything that can be left out of it. */
function asSmall(kind: Kind, one: Posed): Posed {
	let small = one;
	for (let tries = 400; tries > 0; ) {
		let next: Posed | undefined;
		for (const policy of smaller(small.policy)) {
			if (--tries < 0) break;
			const candidate = { ...small, policy };
			if (answered(kind, candidate, emptyTally(), true).some(isWrong)) {
				next = candidate;
				break;
			}
		}
		if (next === undefined) break;
		small = next;
	}
	return small;
}
