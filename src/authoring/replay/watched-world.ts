/**
 * A world that tells what a decision used of it. Its folders are objects that stand for their texts: they may be handed on and compared with
 * themselves, and whoever makes a path of one, or looks at its letters, asks it for its text, and is noted.
 */
import { altered } from "../../engine/records/altered.js";
import type { World } from "../../engine/request/paths.js";

/** What of a record a decision may use. */
export type Used = "folder" | "workspace" | "home" | "time";

export interface Watched {
	readonly world: World;
	/** What was used by now. What a file system had to say counts as the folder. */
	readonly used: () => ReadonlySet<Used>;
}

/** A world that tells whether it was asked what time it is. `time`: of the record, ISO 8601. */
export function watchedTime(world: World, time: string): Watched {
	const used = new Set<Used>();
	const now = (): number => {
		used.add("time");
		return Date.parse(time);
	};
	return { world: altered(world, { facts: { now } }), used: () => used };
}

/** What ends a decision that was watched for long enough. */
const enough = new Error("the folder was used");

/** A world that tells whether its folders were looked at. Its workspace is the folder of the request as well. `ends`: who uses the folder is stopped there. */
export function watchedFolders(world: World, ends = false): Watched {
	const used = new Set<Used>();
	const useFolder = (): void => {
		used.add("folder");
		if (ends) throw enough;
	};
	const { workspace, home, own, linkAt, entriesOf, kindAt, textAt, ...rest } = world;
	/** Notes what is there: where nothing is, the next record finds nothing either. */
	const noting = <Answer>(answer: Answer, isNothing: boolean): Answer => {
		if (!isNothing) useFolder();
		return answer;
	};
	return {
		world: altered(rest, {
			workspace: textThatTells(workspace, useFolder),
			...(home === undefined ? {} : { home: textThatTells(home, () => used.add("home")) }),
			...(own === undefined
				? {}
				: {
						own: {
							get governing() {
								used.add("home");
								return own.governing;
							},
							get state() {
								used.add("home");
								return own.state;
							},
						},
					}),
			linkAt: (path) => {
				const answer = linkAt(path);
				return noting(answer, answer === "none");
			},
			...(entriesOf === undefined
				? {}
				: {
						entriesOf: (folder: string) => {
							const answer = entriesOf(folder);
							return noting(answer, answer.length === 0);
						},
					}),
			...(kindAt === undefined ? {} : { kindAt: (path: string) => kindAt(path) }),
			...(textAt === undefined
				? {}
				: {
						textAt: (path: string) => {
							const answer = textAt(path);
							return noting(answer, answer === "none");
						},
					}),
		}),
		used: () => used,
	};
}

/** A text that tells when somebody looks at it. It is no primitive: whoever asks for its type, or compares it with another text, takes it for none. */
function textThatTells(text: string, tell: () => void): string {
	const looked = <Answer>(answer: Answer): Answer => {
		tell();
		return answer;
	};
	return new Proxy(Object(text) as object, {
		get: (_, name) => {
			const found: unknown = Reflect.get(Object(text) as object, name);
			return looked(typeof found === "function" ? (found.bind(text) as unknown) : found);
		},
		has: (of, name) => looked(Reflect.has(of, name)),
		ownKeys: (of) => looked(Reflect.ownKeys(of)),
	}) as unknown as string;
}
