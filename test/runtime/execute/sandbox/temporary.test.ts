/** Where a run in a sandbox has its temporary files: what is shown in the place of the folder that it is told of. No sandbox is made here. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { mountsFor } from "../../../../src/runtime/execute/sandbox/mounts.js";
import { newFolder, newFolderOutside, removeFolders } from "../sandbox.js";

afterEach(removeFolders);

/** How a path is shown to a run that is told of this folder. */
function shownAs(temporary: string | undefined, path: string): string | undefined {
	const { shown } = mountsFor(
		{ workspace: "/", home: undefined, network: false, writes: [], hidden: [], policyFiles: [] },
		{ cwd: "/", file: "/bin/sh", temporary },
	);
	return shown.find((one) => one.path === path)?.as;
}

test("a folder of its own that lies elsewhere is fresh, and only where the run is told of it", () => {
	// One that is there on every system, and not among those for temporary files; nothing is done to it.
	const folder = "/usr/share";
	expect([shownAs(folder, folder), shownAs(undefined, folder)]).toEqual(["fresh", undefined]);
});

test("what is no folder of its own is shown as it is", () => {
	const outside = newFolderOutside();
	const file = join(outside, "file");
	writeFileSync(file, "");
	const inTemporary = newFolder("/tmp");
	for (const one of [file, join(outside, "none"), inTemporary, "/", "/usr", "node_modules"])
		expect([one, shownAs(one, one)]).toEqual([one, undefined]);
});
