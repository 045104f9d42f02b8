/** Which build this is: the version, and a digest of everything that bundles are made of. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

export function engine() {
	const hash = createHash("sha256");
	for (const folder of ["grammar", "src"])
		for (const name of readdirSync(join(root, folder), { recursive: true }).sort())
			if (name.endsWith(".ts")) hash.update(`${folder}/${name}\0`).update(readFileSync(join(root, folder, name)));
	hash.update(readFileSync(join(root, "package-lock.json")));
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	return `${version}+${hash.digest("hex").slice(0, 12)}`;
}
