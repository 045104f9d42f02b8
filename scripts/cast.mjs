/** Makes the recording of a terminal on the README's first screen anew, by what is built in `dist`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadTypescript } from "./load-typescript.mjs";
import { root } from "./root.mjs";

const { castOf, picture } = await loadTypescript(["scripts/cast/cast.ts"]);
writeFileSync(join(root, picture), castOf(join(root, "dist/cli.cjs"), root));
