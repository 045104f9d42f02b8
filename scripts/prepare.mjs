/**
 * Leaves a usable `dist` behind `npm ci` and behind an install from git. Without the development dependencies
 * (`npm ci --omit=dev`) there is nothing to build with; that is no fault.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const missing = ["esbuild", "typescript"].filter((name) => {
	try {
		require.resolve(`${name}/package.json`);
		return false;
	} catch {
		return true;
	}
});
if (missing.length > 0) console.log(`prepare: nothing is built, ${missing.join(" and ")} not installed`);
else await import("./build.mjs");
