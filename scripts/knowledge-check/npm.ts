/** npm packages, each in a folder of its own in the cache. Their install scripts do not run. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./cache.js";

export interface NpmPackage {
	/** The folder with its `node_modules`. */
	readonly folder: string;
	readonly name: string;
	readonly version: string;
}

/** `typescript@5.9.3`. Undefined where it can't be had. */
export function fetchNpm(
	specifier: string,
	environment: NodeJS.ProcessEnv,
	say: (text: string) => void,
): NpmPackage | undefined {
	const at = specifier.lastIndexOf("@");
	const [name, version] = [specifier.slice(0, at), specifier.slice(at + 1)];
	const folder = join(cacheFolder("npm"), specifier.replace("/", "+"));
	const done = join(folder, "done");
	if (!existsSync(done)) {
		say(`fetching ${specifier}`);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		const npm = spawnSync(
			"npm",
			["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", specifier],
			{ cwd: folder, encoding: "utf8", timeout: 300_000, env: environment },
		);
		if (npm.status !== 0) {
			say(`${specifier} can't be had: ${npm.error?.message ?? /^npm error (.+)$/m.exec(npm.stderr)?.[1] ?? ""}`);
			return undefined;
		}
		writeFileSync(done, "");
	}
	return { folder, name, version };
}
