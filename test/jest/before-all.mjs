/** What is there before the first file of tests: everything made of TypeScript, a home folder, and a place for what the command line keeps between its runs. */
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";
import makeAll from "./made.mjs";

export default async function beforeAll() {
	await makeAll();
	// Nothing is kept where others may write: a checkout in a folder for temporary files has it in the home folder, as long as the tests go on.
	const isTemporary = root.startsWith(`${realpathSync(tmpdir())}/`);
	const caches = isTemporary ? join(homedir(), ".cache") : join(root, "node_modules/.cache");
	mkdirSync(caches, { recursive: true });
	const made = mkdtempSync(join(caches, "bylaw-tests-"));
	process.env.BYLAW_TESTS_MADE = made;
	if (isTemporary) process.env.BYLAW_TESTS_CACHE = join(made, "cache");
	// A decision about `rm -rf ~` looks through the home folder. That of the tests is small, and the same for everybody.
	process.env.HOME = join(made, "home");
	mkdirSync(process.env.HOME);
}
