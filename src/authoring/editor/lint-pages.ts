/** The pages on lints that ship with Bylaw. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { packFolder } from "../../runtime/load/find-policy.js";

const known = new Map<string, string | undefined>();

/** Where an editor finds the page on a lint; undefined where there is none. */
export function lintPageUri(code: string): string | undefined {
	if (!known.has(code)) {
		const page = join(dirname(packFolder()), "docs", "lints", `${code}.md`);
		known.set(code, /^[a-z0-9-]+$/.test(code) && existsSync(page) ? pathToFileURL(page).href : undefined);
	}
	return known.get(code);
}
