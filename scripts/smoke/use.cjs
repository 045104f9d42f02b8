// A consumer's program, in CommonJS. It runs in an empty project that has only the package installed.
const assert = require("node:assert/strict");
const bylaw = require("bylaw");
const authoring = require("bylaw/authoring");
const { calls } = require("./calls.cjs");

async function main() {
	assert.ok(
		Object.values(bylaw).some((value) => typeof value === "function"),
		"the library exports functions",
	);

	// Both ways give the same names.
	const names = Object.keys(await import("bylaw"));
	assert.deepEqual(
		Object.keys(bylaw).sort(),
		names.filter((name) => name !== "default" && name !== "module.exports").sort(),
	);

	await calls(bylaw, authoring);
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
