import { rmSync } from "node:fs";

/** Takes away what `before-all.mjs` made beside the checkout's own files. */
export default function afterAll() {
	const made = process.env.BYLAW_TESTS_MADE;
	if (made !== undefined) rmSync(made, { recursive: true, force: true });
}
