import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.mjs";

/** Packs a package folder (ours, as it was last built) into `folder` and returns the tarball's path. */
export function pack(folder, what = root) {
	const npm = spawnSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], {
		cwd: what,
		encoding: "utf8",
		env: plainEnvironment(),
	});
	if (npm.status !== 0) throw new Error(`npm pack fails:\n${npm.stderr}`);
	const [{ filename, files }] = Object.values(JSON.parse(npm.stdout));
	return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}

/** The environment without what an outer `npm run` left in it about its own package. */
export function plainEnvironment(more = {}) {
	const kept = Object.entries(process.env).filter(
		([name]) =>
			!/^npm_(package|lifecycle|config_(local_prefix|prefix|ignore_scripts|offline|omit))/i.test(name) &&
			name !== "NODE_OPTIONS",
	);
	return { ...Object.fromEntries(kept), ...more };
}
