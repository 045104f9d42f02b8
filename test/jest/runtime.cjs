/**
 * Runs files of tests as Node runs modules: in its own context, by its own loader. Jest would load every module anew for
 * every file, into a context in which much is slower. Here the files of one worker share what was loaded of the sources,
 * as all that one process does shares it; tests and what helps them are loaded for each file anew.
 *
 *	TESTS_APART=1   the sources are loaded anew as well, which takes longer: does a test hang on what others did before?
 */
const { register } = require("node:module");
const { fileURLToPath, pathToFileURL } = require("node:url");
const { default: Runtime } = require("jest-runtime");

/** Where `globals.mjs` finds what `@jest/globals` is for the file that is being loaded. */
const handed = Symbol.for("bylaw.jest.globals");
let madeOf;
let files = 0;

/** By the name that a stack has for a file: where the map lies that leads back to what was written. */
const maps = {
	get(name) {
		try {
			const path = name.startsWith("file:") ? fileURLToPath(name) : name;
			return path.endsWith(".ts") ? `${madeOf(path)}.map` : undefined;
		} catch {
			return undefined;
		}
	},
	*[Symbol.iterator]() {},
};

class NativeRuntime extends Runtime {
	get isNative() {
		return this._environment.isNative === true;
	}

	requireInternalModule(from, to) {
		if (!this.isNative || to !== undefined) return super.requireInternalModule(from, to);
		// The tests of the file before this one live as long as the module does, and their listeners in a global.
		delete require.cache[from];
		delete globalThis[Symbol.for("EVENT_HANDLERS")];
		return require(from);
	}

	async unstable_importModule(from, name) {
		if (!this.isNative) return super.unstable_importModule(from, name);
		if (madeOf === undefined) {
			({ madeOf } = await import("./made.mjs"));
			register(pathToFileURL(require.resolve("./hooks.mjs")), { data: { apart: process.env.TESTS_APART === "1" } });
		}
		globalThis[handed] = this.jestGlobals.cjsGlobals(from);
		return import(`${pathToFileURL(from)}?file=${++files}`);
	}

	getSourceMaps() {
		return this.isNative ? maps : super.getSourceMaps();
	}
}

module.exports = { __esModule: true, default: NativeRuntime };
