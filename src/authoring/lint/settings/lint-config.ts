/** What a configuration says of lints. */
import type { PathPattern } from "../../../language/policy/test.js";
import type { LintLevel, Options } from "../lint-description.js";

/** What a configuration says of one lint. */
export interface LintChoice {
	readonly level?: LintLevel;
	readonly options: Options;
}

export interface LintConfig {
	readonly lints: ReadonlyMap<string, LintChoice>;
	readonly overrides: readonly {
		readonly files: readonly PathPattern[];
		readonly lints: ReadonlyMap<string, LintChoice>;
	}[];
	readonly steps?: number;
}
