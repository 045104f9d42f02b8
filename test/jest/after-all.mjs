import { rmSync } from "node:fs";

/** Takes away what `before-all.mjs` made outside of the checkout. */
export default function afterAll() {
	const made = process.env.BYLAW_TESTS_CACHE;
	if (made !== undefined) rmSync(made, { recursive: true, force: true });
}
