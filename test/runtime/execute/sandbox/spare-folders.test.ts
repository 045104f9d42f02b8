/** Folders that stand in places for a time, and are shared by all processes of a user. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { build } from "esbuild";

const folder = mkdtempSync(join(tmpdir(), "bylaw-spare-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("processes that put and take at once get in nobody's way, and leave nothing in a place", async () => {
	const outfile = join(folder, "putting.mjs");
	await build({
		entryPoints: ["test/runtime/execute/sandbox/putting-folders.ts"],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		logLevel: "error",
	});
	// A store of their own, so that nobody else's folders are in it.
	const own = join(folder, "tmp");
	mkdirSync(own);
	const ended = await Promise.all(
		["one", "two", "three", "four"].map((name) => {
			const child = spawn(process.execPath, [outfile, join(folder, name), "400"], {
				env: { ...process.env, TMPDIR: own },
				stdio: ["ignore", "ignore", "pipe"],
			});
			let said = "";
			child.stderr.on("data", (chunk) => {
				said += String(chunk);
			});
			return new Promise<string>((resolve) => child.once("close", (code) => resolve(`${code} ${said}`.trim())));
		}),
	);
	expect(ended).toEqual(["0", "0", "0", "0"]);
	expect(["one", "two", "three", "four"].filter((name) => existsSync(join(folder, name)))).toEqual([]);
	const [store = ""] = readdirSync(own);
	expect(readdirSync(join(own, store, "places")).filter((name) => name.startsWith("."))).toEqual([]);
});
