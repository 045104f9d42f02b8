/** The harness is killed while what it runs is in sandboxes; `npm run soak:kill` does so two hundred times. */
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { killRounds } from "../killing.js";
import { newFolderOutside, removeFolders, whereConfined } from "../sandbox.js";

afterAll(removeFolders);

whereConfined("a harness that is killed", () => {
	const seed = Number(process.env.LAWS_SEED ?? 20261125);

	test(`leaves no process, no placeholder and a log that verifies (LAWS_SEED=${seed})`, async () => {
		const outfile = join(newFolderOutside(), "harness.mjs");
		await build({
			entryPoints: [join(process.cwd(), "test/runtime/execute/harness-to-kill.ts")],
			outfile,
			bundle: true,
			platform: "node",
			format: "esm",
			packages: "external",
			logLevel: "silent",
		});
		expect(await killRounds(outfile, 5, seed)).toEqual([]);
	}, 300_000);
});
