/** A process of a run. */
import type { PinnedProcess, ProcessIdentity, ProcessState } from "./process-table.js";

/** A run by which its processes are known. */
export interface Run {
	/** The process that was started: the leader of its session. */
	readonly leader: number;
	/** Part of the value of `BYLAW_RUN`, and of nothing else in the world. */
	readonly mark: string;
	/** What all of them are born with; no other run of this user bears the same. */
	readonly processMarker: number | undefined;
	/** When the leader started, in ticks since the machine did: nothing older belongs to it. */
	readonly since: number;
	/** `forksSoFar` from before it started. */
	readonly forks: number | undefined;
	/** The leader, held fast: as long as it is there its id is its own. */
	readonly pin?: PinnedProcess | undefined;
	readonly cgroup?: RunCgroup | undefined;
	/**
	 * The leader is a sandbox's maker: it ends by itself when what is in it has ended, and takes all with it when it is ended. `first`: the first process
	 * in the sandbox, from which all others in it come.
	 */
	readonly walls?: { readonly first: () => ProcessIdentity | undefined } | undefined;
	/** Its outputs. They stay as they are until the run is over, so that no other file is like them. */
	readonly outputs: readonly Inode[];
	/** Who was proved at any time: the start of each by its id. */
	readonly proved: Map<number, number>;
}

/** A file by what tells it from all others, as long as somebody holds it. */
export interface Inode {
	readonly dev: number;
	readonly ino: number;
}

/** A process that was proved to belong to a run. */
export type Member = ProcessState;

export interface RunCgroup {
	/** Whether the program was in it before it had started anything: then nothing that the run started was born elsewhere. */
	readonly isWhole: boolean;
	/** The ids of the processes in it. */
	readonly pids: () => readonly number[];
	readonly holds: (pid: number) => boolean;
	/** Ends all of it at one blow. */
	readonly kill: () => void;
	/** Call when it is empty. False where it is not. */
	readonly remove: () => boolean;
}
