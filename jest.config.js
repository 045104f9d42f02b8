import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import vm from "node:vm";

// Jest runs ES modules only under the first flag. Started without it, it starts itself again with all of them. Tests make much that is soon thrown away:
// with more room for what is young a run takes some seven hundredths less processor time. Most of what V8 makes machine code of is over before that pays: four times as late, five to
// twenty hundredths less, by the file, where it was measured: a V8 that does not know the setting would not start.
if (vm.SourceTextModule === undefined) {
	const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=64"];
	if (process.versions.v8.startsWith("11.")) flags.push("--interrupt-budget=300000");
	const again = spawnSync(process.execPath, [...flags, ...process.execArgv, ...process.argv.slice(1)], {
		stdio: "inherit",
	});
	process.exit(again.status ?? 1);
}

export default {
	// Jest leaves one core for itself, which on two cores is half of what there is. A fifth of the time tests wait for what they started: another one runs meanwhile.
	maxWorkers: Math.ceil(availableParallelism() * 1.5),
	// Machines that do much else are slow: this bounds what hangs, and no test takes it for a measure.
	testTimeout: 240_000,
	// A worker that holds more begins anew with its next file.
	workerIdleMemoryLimit: "1500MB",
	// Files of tests run as Node runs modules, where Jest would load everything anew for each.
	runtime: "<rootDir>/test/jest/runtime.cjs",
	testEnvironment: "<rootDir>/test/jest/environment.cjs",
	globalSetup: "<rootDir>/test/jest/before-all.mjs",
	globalTeardown: "<rootDir>/test/jest/after-all.mjs",
	testSequencer: "<rootDir>/test/longest-first.mjs",
	injectGlobals: false, // they are imported
	testMatch: ["<rootDir>/test/**/*.test.ts"],
	modulePathIgnorePatterns: [
		// packages of their own
		"<rootDir>/bench/",
		"<rootDir>/conformance/node_modules/",
		"<rootDir>/e2e/",
		"<rootDir>/site/",
	],
	extensionsToTreatAsEsm: [".ts"],
	coverageProvider: "v8",
	moduleNameMapper: {
		"^fast-check$": "<rootDir>/test/fast-check.mjs",
		// Hundreds of small files otherwise: half of the time of a run.
		"^chevrotain$": "<rootDir>/node_modules/chevrotain/lib/chevrotain.mjs",
		// Sources import each other by the name of what they become.
		"^(\\.{1,2}/.*)\\.js$": "$1",
	},
	transform: {
		"^.+\\.ts$": [
			"<rootDir>/test/transform.mjs",
			{ jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "es6" }, sourceMaps: "inline" },
		],
	},
};
