/**
 * Node's own context, left to the next file as this file found it. Where sources may change while Jest runs, or Jest has
 * to rewrite them, it is Jest's: `--watch`, `--coverage`.
 */
const { TestEnvironment } = require("jest-environment-node");
const { ModernFakeTimers } = require("@jest/fake-timers");
const { ModuleMocker } = require("jest-mock");

class NativeEnvironment {
	isNative = true;
	global = globalThis;
	fakeTimers = null;

	constructor(config, context) {
		const { watch, watchAll, collectCoverage } = config.globalConfig;
		// biome-ignore lint/correctness/noConstructorReturn: Jest makes one before it can be asked which.
		if (watch || watchAll || collectCoverage) return new TestEnvironment(config, context);
		this.before = surroundings();
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
	}

	async setup() {}

	async teardown() {
		this.fakeTimersModern.dispose();
		const changed = restore(this.before);
		if (changed.length > 0) throw new Error(`the file leaves globals changed: ${changed.join(", ")}`);
	}

	exportConditions() {
		return ["node", "node-addons"];
	}

	getVmContext() {
		return null;
	}
}

function surroundings() {
	const { env, exit } = process;
	return { env, variables: { ...env }, folder: process.cwd(), exit, globals: globals(), console };
}

/** What JavaScript and Node define, and two functions that tests elsewhere like to replace. */
function globals() {
	const found = new Map();
	for (const name of Object.getOwnPropertyNames(globalThis)) {
		const { value } = Object.getOwnPropertyDescriptor(globalThis, name);
		if (typeof value === "function" && name !== "console") found.set(name, [globalThis, name, value]);
	}
	found.set("Date.now", [Date, "now", Date.now]).set("Math.random", [Math, "random", Math.random]);
	return found;
}

/** Puts everything back; the names of globals that had changed, which no file may leave so. */
function restore({ env, variables, folder, exit, globals, console }) {
	process.env = env;
	for (const name of Object.keys(env)) if (!Object.hasOwn(variables, name)) delete env[name];
	for (const [name, value] of Object.entries(variables)) if (env[name] !== value) env[name] = value;
	process.chdir(folder);
	process.exit = exit;
	process.exitCode = undefined;
	globalThis.console = console;
	delete globalThis[Symbol.for("TEST_TIMEOUT_SYMBOL")]; // what `jest.setTimeout` leaves
	const changed = [...globals].filter(([, [holder, name, value]]) => holder[name] !== value);
	for (const [, [holder, name, value]] of changed) holder[name] = value;
	return changed.map(([name]) => name);
}

module.exports = NativeEnvironment;
