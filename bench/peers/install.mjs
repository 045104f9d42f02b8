/** What is measured beside us is installed here, as the lock file says, and nowhere else. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bench = new URL("..", import.meta.url);

/** Installs what is missing. Needs the npm registry, once. */
export function install() {
	const { dependencies } = JSON.parse(readFileSync(new URL("package.json", bench), "utf8"));
	const missing = Object.entries(dependencies).filter(([name, version]) => installed(name) !== version);
	if (missing.length === 0) return;
	console.error(
		`installing ${missing.map(([name]) => name).join(", ")} and what they need into bench/node_modules: some 430 MB`,
	);
	const npm = process.platform === "win32" ? "npm.cmd" : "npm";
	const { status } = spawnSync(npm, ["ci", "--loglevel", "error"], { cwd: fileURLToPath(bench), stdio: "inherit" });
	if (status !== 0)
		throw new Error(
			"the others could not be installed: try `npm ci --prefix bench` where the npm registry can be reached",
		);
}

/** The version that is there. */
export function installed(name) {
	try {
		return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, bench), "utf8")).version;
	} catch {
		return undefined;
	}
}
