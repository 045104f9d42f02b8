/** What loading asks the disk. disk-answers.ts takes the questions and their answers down. */
import { realpathSync } from "node:fs";
import { isFolder, packFile, policiesIn } from "./find-policy.js";
import { type FileText, readPolicyText } from "./read-file.js";

export interface Disk {
	readonly text: (path: string) => FileText;
	readonly isFolder: (path: string) => boolean;
	readonly policiesIn: (folder: string) => readonly string[];
	/** The file of a shipped pack; undefined for a name that is none. */
	readonly packFile: (name: string) => string | undefined;
	/** The path without links; the path itself where it leads nowhere. */
	readonly realPath: (path: string) => string;
}

export const realDisk: Disk = {
	text: readPolicyText,
	isFolder,
	policiesIn,
	packFile,
	realPath: (path) => {
		try {
			return realpathSync.native(path);
		} catch {
			return path;
		}
	},
};
