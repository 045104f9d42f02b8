import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stage } from "./package/stage.mjs";

/** Packs our package, as it was last built, into `folder` and returns the tarball's path. */
export function packOwn(folder) {
	mkdirSync(folder, { recursive: true });
	const staged = mkdtempSync(join(folder, "staged-"));
	try {
		stage(staged);
		return pack(folder, staged);
	} finally {
		rmSync(staged, { recursive: true, force: true });
	}
}

/** Packs a package's folder into `folder` and returns the tarball's path. */
export function pack(folder, what) {
	const npm = spawnSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], {
		cwd: what,
		encoding: "utf8",
		env: plainEnvironment(),
	});
	if (npm.status !== 0) throw new Error(`npm pack fails:\n${npm.stderr}`);
	const [{ filename, files, size }] = Object.values(JSON.parse(npm.stdout));
	return { tarball: join(folder, filename), files: files.map(({ path }) => path), size };
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
