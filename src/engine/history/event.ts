/** What happened: one command of a request that was decided. */
import type { Truth } from "../decide/evaluate/truth.js";

/** When: by the wall, by the machine since its start, and as the how-manyth thing that was told. Clocks count milliseconds. */
export interface Moment {
	readonly wall: number;
	readonly uptime?: number;
	readonly order: number;
}

export type Ending = "running" | "passed" | "failed" | "unknown";

/** How well a command fits a pattern, and the words with names in it; `null` where one can't be known. */
export interface Fit {
	readonly truth: Truth;
	readonly words: Readonly<Record<string, string | null>>;
}

/** A path that a command reads or writes. `names`: all that it goes by, absent where that can't be known. */
export interface EventPath {
	readonly names?: readonly string[];
	readonly access: "read" | "write" | "both";
	/** It is this path, this alone, and surely. */
	readonly exact: boolean;
	/** It was not there. */
	readonly created: Truth;
}

/** A host that a command talks to; absent where it can't be known. */
export interface EventHost {
	readonly host?: string;
	readonly sure: boolean;
}

/** A person's yes to a request. */
export interface GivenApproval {
	/** Absent: nobody knows who. */
	readonly by?: string;
	readonly groups: readonly string[];
	/** The name of what was approved: its words, its folder and what it does. Absent where that can't be known. */
	readonly request?: string;
	/** For this call alone, where that was said. */
	readonly call?: string;
	/** Whoever gave it has taken it back. */
	readonly isWithdrawn?: true;
	/** By what first ran with it. */
	readonly used?: { readonly session?: string; readonly call?: string };
}

export interface HistoryEvent {
	/** Its words, for people. */
	readonly text: string;
	/** As the harness names it. Absent where nobody said whose it is. */
	readonly session?: string;
	readonly workspace: string;
	readonly user?: string;
	/** It ran in a folder of its workspace. */
	readonly inside: Truth;
	readonly decided: Moment;
	/** Absent while it runs, and where nobody said that it ended. */
	readonly ended?: Moment;
	readonly ending: Ending;
	/** It was let through; a question counts so until it is refused. */
	readonly through: boolean;
	/** A person said yes to it. */
	readonly approved: boolean;
	/** It is that yes, and nothing ran. */
	readonly approval?: GivenApproval;
	/** Its call returns before it ends. */
	readonly background: boolean;
	readonly facts: Readonly<Record<string, string>>;
	/** By the keys of patterns. Of one that nobody asked for when it was decided, nothing is known. */
	readonly fits: ReadonlyMap<string, Fit>;
	readonly paths: readonly EventPath[];
	readonly hosts: readonly EventHost[];
	/** Which command of which request it is. Absent where no outcome can reach it any more. */
	readonly of?: CommandOf;
	/** It stands for so many, which nobody tells apart any more; for one where absent. */
	readonly many?: number;
}

export interface CommandOf {
	readonly request: number;
	readonly place: number;
}

/** An event of which nothing is known but when it was decided. */
export function unknownEvent(workspace: string, decided: Moment): HistoryEvent {
	return {
		text: "",
		workspace,
		inside: "unknown",
		decided,
		ending: "running",
		through: true,
		approved: false,
		background: false,
		facts: {},
		fits: new Map(),
		paths: [{ access: "both", exact: false, created: "unknown" }],
		hosts: [{ sure: false }],
	};
}
