export type Answer = "deny" | "ask" | "allow" | "late" | "crash";

export interface Group {
	readonly title: string;
	readonly deny?: readonly (readonly string[])[];
	readonly reads?: readonly string[];
	readonly own?: boolean;
	readonly plain: readonly string[];
}

export interface Candidate {
	readonly id: string;
	readonly group: string;
	readonly command: string;
	readonly class: string;
	readonly expect: "must-not-pass" | "should-pass";
}

export interface Case extends Candidate {
	readonly ran: "read" | "none" | readonly string[];
}

export interface Place {
	readonly home: string;
	readonly cwd: string;
}

export interface Gate {
	ask(command: string): Promise<string> | string;
	stop(): void | Promise<void>;
}

/** Begins a gate for a group; nothing where it has no words for what the group denies. */
export type Start = (group: string) => Promise<Gate | undefined> | Gate | undefined;

export interface Wanted {
	readonly name: string;
	readonly group: Group;
	readonly cases: readonly Case[];
}

export type Counts = Readonly<Record<Answer, number>>;
export type Ids = Readonly<Partial<Record<Answer, readonly string[]>>>;

export type Result =
	| { readonly applies: false; readonly why: string }
	| {
			readonly applies: true;
			readonly mustNotPass: Counts;
			readonly shouldPass: Counts;
			readonly through: Ids;
			readonly heldBack: Ids;
	  };

export interface Results {
	readonly format: 1;
	readonly cases: Readonly<Record<string, { readonly mustNotPass: number; readonly shouldPass: number }>>;
	readonly gates: readonly {
		readonly name: string;
		readonly title: string;
		readonly version: string;
		readonly how: string;
		readonly at: string;
		readonly groups: Readonly<Record<string, Result>>;
	}[];
}

export const groups: Readonly<Record<string, Group>>;
export function casesOf(group: string): readonly Case[];
export function wanted(asked?: { readonly only?: readonly string[]; readonly each?: number }): readonly Wanted[];
/** The lines that are tried, from the folder of the corpora. */
export function candidates(corpora: string): readonly Candidate[];
export function makePlace(): Place & { remove(): void };
export function lineIn(command: string, place: Place): string;
export function starterOf(name: string, place: Place): Start;
export function hookStarter(line: string, place: Place): Start;
/** What a hook's exit code and standard output come to. */
export function answerOf(code: number | null, said: string): Answer;
export function openBylaw(
	library: { readonly decide: unknown; readonly loadText: unknown },
	group: Group,
	place: Place,
): { decide(command: string): string };
export function runGate(asked: {
	readonly start: Start;
	readonly groups: readonly Wanted[];
	readonly deadline?: number;
	readonly atOnce?: number;
	say?(line: string): void;
}): Promise<Readonly<Record<string, Result>>>;
export function pageOf(results: Results): string;
export function shareHeld(gate: Results["gates"][number]): number;
export function tableOf(results: Results): string;
