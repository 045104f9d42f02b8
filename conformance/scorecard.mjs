/**
 * `npm run conformance`: installs the gates as the lock file says, asks each about every case, keeps what was answered in `results.json`, and makes the page
 * of it. Some fifteen minutes on two cores. `-- --gate bylaw`: asks that one alone, and keeps what the others answered; `-- --page`: the page alone.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gateNames, versionOf } from "./gates.mjs";
import { pageOf } from "./page.mjs";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

if (!process.argv.includes("--page")) {
	install();
	// The library with its packs, as the sources are now.
	ran([file("../scripts/build.mjs"), "--unless-current"], "Bylaw could not be built");
	const folder = mkdtempSync(join(tmpdir(), "conformance-results-"));
	try {
		const fresh = join(folder, "results.json");
		ran([file("run.mjs"), "--out", fresh, ...process.argv.slice(2)], "the cases could not be asked about");
		keep(read(fresh));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
writeFileSync(file("../docs/conformance.md"), pageOf(read(file("results.json"))));

function ran(words, otherwise) {
	const { status } = spawnSync(process.execPath, words, { stdio: "inherit" });
	if (status !== 0) throw new Error(otherwise);
}

function read(path) {
	return JSON.parse(readFileSync(path, "utf8"));
}

/** Beside what gates answered before that were not asked now, where the cases are the same. */
function keep(fresh) {
	const path = file("results.json");
	const before = existsSync(path) ? read(path) : { gates: [] };
	const others = JSON.stringify(before.cases) === JSON.stringify(fresh.cases) ? before.gates : [];
	const named = new Map([...others, ...fresh.gates].map((gate) => [gate.name, gate]));
	const gates = gateNames.flatMap((name) => named.get(name) ?? []);
	writeFileSync(path, `${JSON.stringify({ ...fresh, gates }, undefined, "\t")}\n`);
}

function install() {
	const missing = Object.entries(read(file("package.json")).devDependencies).filter(
		([name, version]) => versionOf(name) !== version,
	);
	if (missing.length === 0) return;
	console.error(`installing ${missing.map(([name]) => name).join(", ")} into conformance/node_modules: some 1 GB`);
	const npm = process.platform === "win32" ? "npm.cmd" : "npm";
	const { status } = spawnSync(npm, ["ci", "--loglevel", "error"], { cwd: file("."), stdio: "inherit" });
	if (status !== 0)
		throw new Error(
			"the gates could not be installed: try `npm ci --prefix conformance` where the npm registry can be reached",
		);
}
