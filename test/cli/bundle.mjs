/** Bundles the command line into a folder that looks like the installed package: `node bundle.mjs FOLDER`. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundles } from "../../scripts/build/bundles.mjs";
import { root } from "../../scripts/root.mjs";

const folder = process.argv[2];
for (const [name, text] of (await bundles()).files) {
	const path = join(folder, "dist", name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}
for (const name of ["package.json", "rules", "docs", "schemas"]) symlinkSync(join(root, name), join(folder, name));
