/**
 * `npm run package`: the package as it is published, as a tarball in the folder `publication`, built anew. Whoever publishes it, publishes this file: `npm publish --provenance FILE`.
 *
 *	--to FOLDER   writes it elsewhere
 */
import { spawnSync } from "node:child_process";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { packOwn } from "./pack.mjs";
import { root } from "./root.mjs";

const { values: options } = parseArgs({ options: { to: { type: "string", default: join(root, "publication") } } });
const built = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--unless-current"], { stdio: "inherit" });
if (built.status !== 0) process.exit(1);
const { tarball, files, size } = packOwn(resolve(options.to));
console.log(`${relative(process.cwd(), tarball)}: ${files.length} files, ${(size / 1e6).toFixed(2)} MB`);
