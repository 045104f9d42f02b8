/** What is there before the first file of tests: everything made of TypeScript, and a place for what the command line keeps between its runs. */
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";
import makeAll from "./made.mjs";

export default async function beforeAll() {
	await makeAll();
	// Nothing is kept where others may write: a checkout in a folder for temporary files has it in the home folder, as long as the tests go on.
	if (!root.startsWith(`${realpathSync(tmpdir())}/`)) return;
	const caches = join(homedir(), ".cache");
	mkdirSync(caches, { recursive: true });
	process.env.BYLAW_TESTS_CACHE = mkdtempSync(join(caches, "bylaw-tests-"));
}
