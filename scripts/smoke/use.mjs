// A consumer's program, as an ES module. It runs in an empty project that has only the package installed.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as bylaw from "bylaw";
import * as authoring from "bylaw/authoring";
import { calls } from "./calls.cjs";

assert.ok(
	Object.values(bylaw).some((value) => typeof value === "function"),
	"the library exports functions",
);

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve("bylaw/package.json"));
for (const name of ["LICENSE", "NOTICE", "README.md", "dist/THIRD-PARTY-LICENSES.txt", "rules", "schemas"])
	assert.ok(existsSync(join(folder, name)), `the package holds ${name}`);
for (const name of ["src", "grammar", "test", "scripts"])
	assert.ok(!existsSync(join(folder, name)), `the package leaves out ${name}`);

await calls(bylaw, authoring);
