/** Puts folders into places of its own and takes them away again, as many processes do at once: `spare-folders.test.ts` starts some. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spareFolders } from "../../../../src/runtime/execute/sandbox/spare-folders.js";

const [folder = "", rounds = ""] = process.argv.slice(2);
mkdirSync(folder);
for (let round = 0; round < Number(rounds); round++) {
	// Each looks anew at what waits, as each run does.
	const spare = spareFolders();
	const places = ["a", "b", "c"].map((name) => join(folder, name));
	for (const place of places) if (!spare.put(place)) throw new Error(`nothing was put at ${place}`);
	for (const place of places) spare.take(place);
}
rmSync(folder, { recursive: true });
