/**
 * The folders that requests name, and the world as it is seen from them. Where links lead is asked once for all requests that have come together:
 * all of them came before it was asked.
 */
import { resolve } from "node:path";
import type { LinkAt, World } from "../../../engine/request/paths.js";
import { realWorld, withoutVariables } from "../../load/world.js";
import type { LineDefaults } from "./line-defaults.js";

export interface Surroundings {
	/** A line's own folder is its workspace, unless one was given for all. */
	readonly at: (folder: string) => { readonly cwd: string; readonly world: World };
	/** Forgets what was seen. */
	readonly lookAgain: () => void;
}

/** As many folders, and as many links, are remembered. */
const mostFolders = 256;
const mostLinks = 4_096;

export function surroundings({ cwd: otherwise, workspace }: Pick<LineDefaults, "cwd" | "workspace">): Surroundings {
	const folders = new Map<string, { readonly cwd: string; readonly world: World }>();
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
	const seenFrom = (folder: string): World => ({ ...withoutVariables(realWorld(folder)), linkAt });
	return {
		at: (folder) => {
			let around = folders.get(folder);
			if (around === undefined) {
				const cwd = resolve(otherwise, folder);
				around = { cwd, world: seenFrom(workspace ?? cwd) };
				if (folders.size >= mostFolders) folders.clear();
				folders.set(folder, around);
			}
			return around;
		},
		lookAgain: () => links.clear(),
	};
}
