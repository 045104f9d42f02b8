/**
 * The few system programs that a run makes use of for itself: never one that a PATH, and so an agent, could have put in their place.
 */
import { isProgram } from "./find-program.js";

const folders = ["/usr/bin", "/bin", "/run/current-system/sw/bin"] as const;

/** The file of one of our tools, or undefined where the system has none. */
export function ownTool(name: "bwrap" | "cat" | "env" | "mkfifo" | "prlimit" | "sh" | "true"): string | undefined {
	return folders.map((folder) => `${folder}/${name}`).find(isProgram);
}
