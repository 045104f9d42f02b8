/** What no file may hold, no editor's text may hold either: nobody waits until it is read. */

import { notationOf } from "../../language/syntax/read-policy-file.js";
import { largestPolicy, largestYaml } from "../../runtime/load/read-file.js";

/** Why a text is not read; undefined for one that is. */
export function tooLarge(path: string, text: string): { readonly message: string; readonly help: string } | undefined {
	const largest = notationOf(path) === "yaml" ? largestYaml : largestPolicy;
	if (text.length <= largest) return undefined;
	return {
		message: `this file is larger than ${largest / 1024 / 1024} MiB, which is no policy`,
		help: "split it into files that import each other",
	};
}
