/**
 * Everything that must hold before a change is done. All steps run, whatever failed before, except those that need a
 * build that did not come about. The last line counts: tests by Jest, and each other step as one.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack } from "./pack.mjs";
import { root } from "./root.mjs";

const folder = mkdtempSync(join(tmpdir(), "bylaw-check-"));
const results = join(folder, "jest.json");
const node = process.execPath;
const bin = (path) => join(root, "node_modules", path);
let passed = 0;
let failed = 0;
const summary = [];

try {
	step("format and lint", [bin("@biomejs/biome/bin/biome"), "ci", "."]);
	step("types", [bin("typescript/bin/tsc"), "-p", "tsconfig.json"]);
	step("layers", ["scripts/check-layers.mjs"]);
	step("generated files", ["scripts/generate.mjs", "--check"]);
	if (step("build", ["scripts/build.mjs"])) {
		const { tarball } = pack(folder);
		step("publint", [bin("publint/src/cli.js"), tarball, "--strict"]);
		const wrongTypes = [bin("@arethetypeswrong/cli/dist/index.js"), tarball, "--profile", "node16"];
		step("attw", [...wrongTypes, "--no-definitely-typed", "--no-emoji"]);
		step("smoke", ["scripts/smoke.mjs", "--tarball", tarball]);
	} else for (const title of ["publint", "attw", "smoke"]) count(title, false, "not run: there is no build");
	const jest = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning", bin("jest/bin/jest.js")];
	step("tests", [...jest, "--json", "--outputFile", results], countTests);
} finally {
	rmSync(folder, { recursive: true, force: true });
}

console.log(`\n${summary.join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function step(title, args, counted = count) {
	console.log(`\n— ${title}`);
	const start = Date.now();
	const { status, error } = spawnSync(node, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
	if (error) console.error(error.message);
	counted(title, status === 0, `${((Date.now() - start) / 1000).toFixed(1)} s`);
	return status === 0;
}

function count(title, good, remark) {
	if (good) passed++;
	else failed++;
	summary.push(`${good ? "ok    " : "FAILED"} ${title} (${remark})`);
}

/** A file that can't be loaded has no tests to count: it counts as one that failed. */
function countTests(title, good, remark) {
	let tests;
	try {
		tests = JSON.parse(readFileSync(results, "utf8"));
	} catch {
		return count(title, false, "no results");
	}
	passed += tests.numPassedTests;
	failed += Math.max(tests.numFailedTests + tests.numRuntimeErrorTestSuites, good ? 0 : 1);
	const left = tests.numPendingTests + tests.numTodoTests;
	const counts = `${tests.numPassedTests} of ${tests.numTotalTests}${left > 0 ? `, ${left} left out` : ""}`;
	summary.push(`${good ? "ok    " : "FAILED"} ${title} (${counts}; ${remark})`);
}
