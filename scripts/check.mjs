/**
 * Everything that must hold before a change is done. All steps run, whatever failed before, except those that need a
 * build that did not come about. What does not wait for another goes on beside it; what a step says is shown when it is
 * over, and Jest's as it comes. The last line counts: tests by Jest, and each other step as one.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packOwn } from "./pack.mjs";
import { root } from "./root.mjs";

const folder = mkdtempSync(join(tmpdir(), "bylaw-check-"));
const results = join(folder, "jest.json");
const node = process.execPath;
const bin = (path) => join(root, "node_modules", path);
/** By day a part of what has no end is tried, and the package on this Node alone; `test/part.ts` */
const isWhole = process.env.TESTS_WHOLE === "1";
let passed = 0;
let failed = 0;
const summary = [];

try {
	await Promise.all([sources(), built()]);
} finally {
	rmSync(folder, { recursive: true, force: true });
}

console.log(`\n${summary.join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Tests look at what was built; the package is tried out while they run. */
async function built() {
	const tarball = await packed();
	await Promise.all([tests(), packageFrom(tarball)]);
}

async function sources() {
	await step("format and lint", [bin("@biomejs/biome/bin/biome"), "ci", "."]);
	// What was checked the last time, and does not hang on what has changed since, is not checked again.
	const checked = ["--incremental", "--tsBuildInfoFile", bin(".cache/bylaw-types/checked.tsbuildinfo")];
	await step("types", [bin("typescript/bin/tsc"), "-p", "tsconfig.json", ...checked]);
	await step("types of the page", [bin("typescript/bin/tsc"), "-p", "src/authoring/report/page/tsconfig.json"]);
	await step("types of the playground", [bin("typescript/bin/tsc"), "-p", "site/playground/tsconfig.json"]);
	await step("layers", ["scripts/checks/check-layers.mjs"]);
	await step("circles", ["scripts/checks/check-circles.mjs"]);
	await step("way", ["scripts/checks/check-way.mjs"]);
	await step("generated files", ["scripts/generate.mjs", "--check"]);
}

/** The package as a tarball; nothing when it can't be built. */
async function packed() {
	if (!(await step("build", ["scripts/build.mjs", "--unless-current"]))) return undefined;
	return packOwn(folder).tarball;
}

async function packageFrom(tarball) {
	if (tarball === undefined) {
		for (const title of ["publint", "attw", "smoke"]) count(title, false, "not run: there is no build");
		return;
	}
	await step("publint", [bin("publint/src/cli.js"), tarball, "--strict"]);
	const wrongTypes = [bin("@arethetypeswrong/cli/dist/index.js"), tarball, "--profile", "node16"];
	await step("attw", [...wrongTypes, "--no-definitely-typed", "--no-emoji"]);
	await step("smoke", ["scripts/smoke.mjs", "--tarball", tarball, ...(isWhole ? [] : ["--here"])]);
}

async function tests() {
	await step("tests", [bin("jest/bin/jest.js"), "--json", "--outputFile", results], {
		counted: countTests,
		live: true,
	});
}

async function step(title, args, { counted = count, live = false } = {}) {
	if (live) console.log(`\n— ${title}`);
	const start = Date.now();
	const { status, said } = await ended(args, live);
	if (!live) process.stdout.write(`\n— ${title}\n${said}`);
	counted(title, status === 0, `${((Date.now() - start) / 1000).toFixed(1)} s`);
	return status === 0;
}

/** Starts Node with these words; how it ended, and what it said unless that was shown as it came. */
function ended(args, live) {
	return new Promise((resolve) => {
		const shown = live ? "inherit" : "pipe";
		const child = spawn(node, args, { cwd: root, stdio: ["ignore", shown, shown] });
		let said = "";
		for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (said += text));
		child.on("error", (error) => resolve({ status: null, said: `${said}${error.message}\n` }));
		child.on("close", (status) => resolve({ status, said }));
	});
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
