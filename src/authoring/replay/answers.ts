/** Who finds what comes of records that have not come before. */
import type { Grouping } from "./decide-again.js";
import type { Recorded } from "./log-records.js";
import { type Outcome, outcomeIn } from "./outcomes.js";
import { answerTo } from "./replay.js";

/** What came of a record, and of which others it comes as well. */
export interface Found {
	readonly outcome: Outcome;
	/** It comes of those below the same home and in the same project alone. */
	readonly hangsOnName: boolean;
	/** It comes of those at the same time alone. */
	readonly hangsOnTime: boolean;
}

/** Finds what comes of records: at once, or later. */
export interface Answers {
	/** `hear` is told once, in the order of the questions or in another. `key`: of what comes out like this one, wherever that is asked. */
	readonly ask: (record: Recorded, hear: (found: Found) => void, key?: string) => void;
	/** The same for what is told of a record, with its message and its rules. */
	readonly tell: (record: Recorded, hear: (told: Told) => void) => void;
	/** Done when there is room for more questions, or `wants` it, when some are answered; undefined where more may come at once. */
	readonly room: (wants: boolean) => Promise<void> | undefined;
	/** Done when all questions are answered, those as well that were asked on an answer. */
	readonly settled: () => Promise<void> | undefined;
	/** How many were decided for it. */
	readonly decided: () => number;
}

export type Told = ReturnType<typeof answerTo>;

/** Decides here what is asked. */
export function answeringHere({ decide, decideFor, counts }: Grouping): Answers {
	const find = findingBy(decideFor);
	return {
		ask: (record, hear) => hear(find(record)),
		tell: (record, hear) => hear(answerTo(record, 0, decide, {})),
		room: () => undefined,
		settled: () => undefined,
		decided: () => counts().decided,
	};
}

/** Says what comes of records that ask something. */
export function findingBy(decideFor: Grouping["decideFor"]): (record: Recorded) => Found {
	return (record) => {
		let [hangsOnName, hangsOnTime] = [true, false];
		const told = answerTo(
			record,
			0,
			(one, asked) => {
				const answer = decideFor(one, asked);
				({ hangsOnName, hangsOnTime } = answer);
				return answer;
			},
			{},
		);
		return { outcome: outcomeIn(told), hangsOnName, hangsOnTime };
	};
}
