/** Ways out of the files of a sandbox, tried on a real one. What is tried harms nothing where it works. */
import { closeSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { newFolder, newFolderOutside, put, removeFolders, said, script, whereConfined } from "../sandbox.js";

afterAll(removeFolders);

/** What a folder holds, everything in it. */
function treeOf(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true }).map(String).sort();
}

/** Both ends of a terminal, open for all that we start. */
function openPty(): { readonly master: number; readonly slave: number } {
	const require = createRequire(import.meta.url);
	return (
		require("node-pty/lib/utils") as {
			loadNativeModule: (name: string) => {
				module: { open: (columns: number, rows: number) => { master: number; slave: number } };
			};
		}
	)
		.loadNativeModule("pty")
		.module.open(80, 24);
}

whereConfined("out of the folders that may be written there is no way", () => {
	const outside = newFolderOutside();
	put(outside, { secret: "kept", "folder/inner": "kept" });
	const before = treeOf(outside);

	test.each([
		["by a path", `echo broken > ${outside}/secret; echo new > ${outside}/new`],
		["through a link", `ln -s ${outside} way; echo broken > way/secret; echo new > way/new; rm -rf way/folder`],
		["by a second name of a file", `ln ${outside}/secret here; echo broken >> here`],
		["through the first process's root", `echo broken > /proc/1/root${outside}/secret`],
		[
			"through another process's folder",
			`cd /; echo broken > /proc/self/cwd${outside}/secret; echo broken > /proc/self/root${outside}/secret`,
		],
		["by moving", `mv ${outside}/secret .; mv attack.sh ${outside}/; rename x y ${outside}/*`],
		["by removing", `rm -rf ${outside}; truncate -s 0 ${outside}/secret; chmod 0 ${outside}/secret`],
		[
			"by mounting anew",
			`mount -o remount,rw /; mount -o remount,rw,bind ${outside}; umount -l ${outside}; umount -l /; mount -t tmpfs x ${outside}; echo broken > ${outside}/secret`,
		],
		[
			"with rights of a namespace",
			`unshare -Urm sh -c 'mount -o remount,rw,bind / ; echo broken > ${outside}/secret'; unshare -Ur true && echo nested`,
		],
		["by a device of one's own", "mknod disk b 8 0 && echo made; mknod disk c 1 1 && echo made"],
	])("%s", async (_, text) => {
		const workspace = newFolder();
		const outcome = await script(workspace, text);
		expect(outcome).toMatchObject({ sandbox: "bubblewrap" });
		expect(said(outcome)).not.toMatch(/nested|made/);
		expect(treeOf(outside)).toEqual(before);
		expect([
			readFileSync(join(outside, "secret"), "utf8"),
			readFileSync(join(outside, "folder/inner"), "utf8"),
		]).toEqual(["kept", "kept"]);
	});

	test("by a link and a folder that change places while files are written", async () => {
		const workspace = newFolder();
		put(workspace, { "real/x": "" });
		const outcome = await script(
			workspace,
			`ln -s ${outside} link
			(while :; do mv -T real spare; mv -T link real; mv -T real link; mv -T spare real; done) 2>/dev/null &
			for i in $(seq 400); do echo broken > real/raced; done 2>/dev/null
			kill $!; echo tried`,
		);
		expect(said(outcome)).toMatch(/tried/);
		expect(treeOf(outside)).toEqual(before);
	});

	test("by a file that whoever started us left open", async () => {
		const workspace = newFolder();
		// Files that Node opens itself are closed for others; a terminal of node-pty is not.
		const { master, slave } = openPty();
		try {
			const outcome = await script(
				workspace,
				`for file in ${master} ${slave}; do readlink /proc/self/fd/$file; done; echo tried; ls /proc/self/fd`,
			);
			expect(said(outcome)).toMatch(/tried/);
			expect(said(outcome)).not.toMatch(/ptmx|pts/);
		} finally {
			closeSync(master);
			closeSync(slave);
		}
	});
});
