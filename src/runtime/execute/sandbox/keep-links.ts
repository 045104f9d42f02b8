/** Puts links back that a run has replaced. Nothing can be mounted on a link, so it can't be kept from that. */
import { lstatSync, rmSync, symlinkSync } from "node:fs";
import { targetOf } from "../look-at.js";

/** Remembers where links lead. What is returned puts them back, and warns where it had to. */
export function keepLinks(paths: readonly string[]): () => readonly string[] {
	const links = paths.flatMap((path) => {
		const target = targetOf(path);
		return target === undefined ? [] : [{ path, target }];
	});
	return () =>
		links.flatMap(({ path, target }) => {
			if (targetOf(path) === target) return [];
			try {
				const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
				rmSync(path, { recursive: true, force: true });
				symlinkSync(target, path);
				return [`\`${path}\` was ${isThere ? "replaced" : "removed"}; it is the link to \`${target}\` again`];
			} catch (error) {
				return [
					`\`${path}\` was replaced, and could not be made the link to \`${target}\` again: ${error instanceof Error ? error.message : String(error)}`,
				];
			}
		});
}
