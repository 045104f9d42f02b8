/**
 * Builds the site into `site/dist`: the playground first, then the pages. What it needs is installed once, as the lock file says; the build itself asks no network.
 *
 *	npm run site                       for the root of a server
 *	npm run site -- --base /0.1.0/     for a folder of one, beside other versions
 *
 * Versions that stand beside each other know of each other by `versions.json` in the folder of each (.vitepress/theme/versions.mjs).
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPlayground } from "../scripts/build/playground.mjs";
import { root } from "../scripts/root.mjs";
import { version } from "./pages.mjs";

const site = join(root, "site");
const { values: options } = parseArgs({ options: { base: { type: "string", default: "/" } } });
if (!/^\/(?:[\w.-]+\/)*$/.test(options.base)) throw new Error("--base begins and ends with a slash: /bylaw/");

install();
rmSync(join(site, ".made"), { recursive: true, force: true });
await buildPlayground(join(site, ".made/playground"));
writeFileSync(
	join(site, ".made/versions.json"),
	`${JSON.stringify([{ version: version().number, link: options.base }])}\n`,
);
const { status } = spawnSync(process.execPath, [join(site, "node_modules/vitepress/bin/vitepress.js"), "build", site], {
	stdio: "inherit",
	env: { ...process.env, BYLAW_SITE_BASE: options.base },
});
process.exitCode = status ?? 1;

/** Installs what is missing. Needs the npm registry, once. */
function install() {
	const { dependencies } = JSON.parse(readFileSync(join(site, "package.json"), "utf8"));
	if (Object.entries(dependencies).every(([name, version]) => installed(name) === version)) return;
	const npm = process.platform === "win32" ? "npm.cmd" : "npm";
	const { status } = spawnSync(npm, ["ci", "--loglevel", "error"], { cwd: site, stdio: "inherit" });
	if (status !== 0)
		throw new Error(
			"what builds the site could not be installed: try `npm ci --prefix site` where the npm registry can be reached",
		);
}

/** The version that is there. */
function installed(name) {
	try {
		return JSON.parse(readFileSync(join(site, `node_modules/${name}/package.json`), "utf8")).version;
	} catch {
		return undefined;
	}
}
