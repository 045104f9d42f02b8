/** What earlier runs found, in a file: what still holds while the files that it hangs on are the same. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export function openKept(path) {
	const all = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
	return {
		get: (key) => all[key],
		set: (key, value) => {
			all[key] = value;
		},
		write: () => {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, JSON.stringify(all));
		},
	};
}

export function hashOf(...texts) {
	const hash = createHash("sha256");
	for (const text of texts) hash.update(`${text.length} `).update(text);
	return hash.digest("base64url");
}
