/** A policy of the page, as `rules` would load it from a file of the workspace. */
import { type Loaded, loadText } from "../../src/runtime/load/load.js";
import { memoryDisk } from "./memory-disk.js";

/** The workspace at first. */
export const workspace = "/repo";

export function loadPolicy(text: string): Loaded {
	return loadText("policy.rules", text, { cwd: workspace, disk: memoryDisk });
}
