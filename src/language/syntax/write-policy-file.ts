/** Writes a policy file in its own notation or the other. Nothing on the way from a command to a run comes here. */

import { formatDsl } from "./dsl/write-dsl.js";
import type { Notation, PolicyFile } from "./statements.js";
import { formatYaml } from "./yaml/write-yaml.js";

/** The file in its own notation, as the formatter writes it. For files that were read without errors; it throws where it would change what they say. */
export function formatPolicyFile(file: PolicyFile): string {
	return convertPolicyFile(file, file.notation);
}

/** The file in either notation: the same statements in the same order, with their comments. */
export function convertPolicyFile(file: PolicyFile, notation: Notation): string {
	switch (notation) {
		case "rules":
			return formatDsl(file);
		case "yaml":
			return formatYaml(file);
	}
}
