/** Amp starts the program for the tools that its permissions name: without one that leads to it nobody asks. */

import { dataOf, readJson } from "../../language/source/json-tree.js";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { nodeAt } from "../../runtime/harnesses/install/edit-json.js";
import { isAmpPermission } from "../../runtime/harnesses/install/own-text.js";
import type { ListIn, Places } from "../../runtime/harnesses/install/registration.js";
import { settingsTexts } from "./doctor-scopes.js";
import { settingsText } from "./settings-change.js";

/** The tools about which the program of a project's or a person's `rules-amp` is asked, `*` for all of them; none where no permission leads to it. */
export function toolsDelegated(harness: HookedHarness, file: ListIn, around: Places): readonly string[] {
	const usual = [file.path("project", around), file.path("user", around)].filter((path) => path !== undefined);
	const paths = new Set([...settingsTexts(harness, around).map(({ path }) => path), ...usual]);
	return [...paths].flatMap((path) => {
		const text = settingsText(path);
		const root = text === undefined || text.trim() === "" ? undefined : readJson(text, file.leave);
		if (root === undefined || "message" in root) return [];
		const list = nodeAt(root, file.steps);
		return (list?.kind === "array" ? list.items : []).flatMap((item) => {
			const permission = dataOf(item);
			return isAmpPermission(permission) ? [(permission as { readonly tool: string }).tool] : [];
		});
	});
}
