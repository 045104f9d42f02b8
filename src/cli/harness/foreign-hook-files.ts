/** What speaks of `rules hook` in a harness's files and is not what we write: nobody changes it but the person whose it is, so it is said. */
import { relative } from "node:path";
import type { FileChange, PlannedFile } from "../../runtime/harnesses/install/plan.js";
import { registeredHooks } from "../../runtime/harnesses/install/registered.js";

/** A note for each of them that is still there after these changes. */
export function foreignHookFiles(
	harness: string,
	files: readonly PlannedFile[],
	changes: readonly FileChange[],
): readonly string[] {
	return files.flatMap(({ path, file }) => {
		const text = changes.find((change) => change.path === path)?.after;
		const hooks = text === undefined ? [] : registeredHooks(harness, file, path, text, 1);
		if ("message" in hooks) return [];
		return hooks
			.filter(({ own }) => own === undefined)
			.map(
				({ line }) =>
					`\`${relative(process.cwd(), path)}:${line}\` speaks of \`rules hook\` too, and is not as we write it: it stays as it is`,
			);
	});
}
