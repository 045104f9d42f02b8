/** Bundles the command line into a folder that looks like the installed package: `node bundle.mjs FOLDER`. Where `dist` was built from the same, as in `npm test`, it is taken from there. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isCurrent } from "../../scripts/build/current.mjs";
import { root } from "../../scripts/root.mjs";

const folder = process.argv[2];
if (isCurrent())
	cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true, filter: (path) => !/\.d\.c?ts$/.test(path) });
else {
	const { bundles } = await import("../../scripts/build/bundles.mjs");
	for (const [name, text] of (await bundles()).files) {
		const path = join(folder, "dist", name);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
}
for (const name of ["package.json", "rules", "docs", "schemas"]) symlinkSync(join(root, name), join(folder, name));
