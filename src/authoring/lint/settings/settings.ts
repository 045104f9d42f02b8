/** Which level and which options a lint has for a file: its own, what the configuration says, and what it overrides for some files. */

import { insideOf } from "../../../engine/decide/evaluate/path-lists.js";
import { joinPath, type World } from "../../../engine/request/paths.js";
import type { PathPattern } from "../../../language/policy/test.js";
import type { LintLevel, Options } from "../lint-description.js";
import type { Lint } from "../lint-record.js";
import type { LintChoice, LintConfig } from "./lint-config.js";

export const lintLevels: readonly LintLevel[] = ["error", "warning", "info", "off"];

/** What holds for a lint in one file. */
export type FileLevels = (lint: Lint) => { readonly level: LintLevel; readonly options: Options };

/** Every lint as it comes. */
export const levelsByDefault: FileLevels = ({ severity, options = {} }) => ({ level: severity, options });

/**
 * What a configuration says of a file. `folder`: the absolute folder of the configuration, which its paths are relative to;
 * `path`: the absolute path of the file, absent for a text that is no file.
 */
export function configuredLevels(config: LintConfig, folder: string, path: string | undefined): FileLevels {
	const world: World = { workspace: folder, linkAt: () => "none" };
	const said = [
		config.lints,
		...config.overrides
			.filter(({ files }) => path !== undefined && fits(files, joinPath(folder, path), world))
			.map((one) => one.lints),
	];
	return (lint) => {
		let { level, options } = levelsByDefault(lint);
		for (const lints of said) {
			const choice: LintChoice | undefined = lints.get(lint.name);
			level = choice?.level ?? level;
			options = { ...options, ...choice?.options };
		}
		return { level, options };
	};
}

/** Paths as a policy has them: globs, `!` takes out, and a folder stands for everything below it. */
function fits(files: readonly PathPattern[], path: string, world: World): boolean {
	return insideOf(files, "within", world).holds(path);
}
