/**
 * The folders that requests name, and the world as it is seen from them. Where links lead is asked once for all requests that have come together:
 * all of them came before it was asked.
 */
import { resolve } from "node:path";
import type { LinkAt, World } from "../../../engine/request/paths.js";
import { realWorld, withoutVariables } from "../../load/world.js";
import type { LineDefaults } from "./line-defaults.js";

export interface Surroundings {
	/** The folder that a line's request runs in, and the world of it. */
	readonly at: (said: SaidFolders) => { readonly cwd: string; readonly world: World };
	/** Forgets what was seen. */
	readonly lookAgain: () => void;
}

/** The folders that a line names. */
export interface SaidFolders {
	/** Absent: the line's workspace, else that of the process. */
	readonly cwd?: string | undefined;
	/** Absent: the one that was given for all, else the line's own folder. */
	readonly workspace?: string | undefined;
	/** Absolute. Absent: that of the process. */
	readonly home?: string | undefined;
}

/** As many folders, and as many links, are remembered. */
const mostFolders = 256;
const mostLinks = 4_096;

export function surroundings({ cwd: otherwise, workspace }: Pick<LineDefaults, "cwd" | "workspace">): Surroundings {
	const folders = new Map<string, { readonly cwd: string; readonly world: World }>();
	/** Of lines that name more than the folder they run in. */
	const elsewhere = new Map<string, { readonly cwd: string; readonly world: World }>();
	const links = new Map<string, ReturnType<LinkAt>>();
	const real = realWorld(workspace ?? otherwise);
	const linkAt: LinkAt = (path) => {
		let answer = links.get(path);
		if (answer === undefined) {
			answer = real.linkAt(path);
			if (links.size >= mostLinks) links.clear();
			links.set(path, answer);
		}
		return answer;
	};
	const seenFrom = (folder: string, home: string | undefined): World => {
		const world = withoutVariables(realWorld(folder, home));
		// Whoever has another home is somebody else, perhaps on another machine.
		const isOurs = home === undefined || home === real.home;
		return { ...world, linkAt, ...(isOurs ? {} : { facts: { ...world.facts, user: undefined, host: undefined } }) };
	};
	return {
		at: (said) => {
			const { cwd: folder = said.workspace ?? ".", workspace: project, home } = said;
			const isPlain = project === undefined && home === undefined;
			const known = isPlain ? folders : elsewhere;
			const name = isPlain ? folder : JSON.stringify([folder, project, home]);
			let around = known.get(name);
			if (around === undefined) {
				const cwd = resolve(otherwise, folder);
				const own = project === undefined ? (workspace ?? cwd) : resolve(otherwise, project);
				around = { cwd, world: seenFrom(own, home === undefined ? undefined : resolve(home)) };
				if (known.size >= mostFolders) known.clear();
				known.set(name, around);
			}
			return around;
		},
		lookAgain: () => links.clear(),
	};
}
