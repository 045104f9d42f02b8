/** The disk of a policy in a page: the shipped packs, and nothing else. */
import type { Disk } from "../../src/runtime/load/disk.js";
import { packFile } from "../../src/runtime/load/find-policy.js";
import { textOf } from "./in-browser/fs.js";

export const memoryDisk: Disk = {
	text: (path) => {
		const text = textOf(path);
		return text === undefined
			? {
					message: "there is no such file here",
					help: "a policy of this page is one text, and may import the shipped packs",
				}
			: { text };
	},
	isFolder: () => false,
	policiesIn: () => [],
	packFile,
	realPath: (path) => path,
};
