/**
 * Ends a sandbox with us, should we be killed. Bubblewrap asks the kernel for that, but each of its processes for itself and some time after it has begun:
 * one that loses its parent before lives on. So a shell is started before it, which waits for our end, and then ends what bears the mark of the run: the
 * first process of a sandbox among them, with which the kernel ends all others.
 */
import { spawn } from "node:child_process";
import { ownTool } from "../own-tool.js";

/** Begins to wait. `mark`: in the environment of whatever makes the sandbox. `folders`: removed at last, the inner ones first. Call what is returned when all is over. */
export function tether(mark: string, folders: readonly string[]): () => void {
	const sh = ownTool("sh");
	// Anything shorter may stand in the environment of others.
	if (sh === undefined || !/^[0-9a-f]{32}$/.test(mark)) return () => {};
	const keeper = spawn(sh, ["-c", keeping, "sh", mark, ...folders], {
		stdio: ["pipe", "ignore", "ignore"],
		// No signal that is meant for us reaches it.
		detached: true,
		env: { PATH: "/usr/bin:/bin:/run/current-system/sw/bin" },
		cwd: "/",
	});
	keeper.on("error", () => {}); // there is one guard less
	keeper.stdin?.on("error", () => {});
	keeper.unref();
	return () => void keeper.stdin?.end("done\n");
}

/** Reads nothing until we are gone, by whichever way. Twice in a row nobody is left: what is about to become another program can't be seen in between. */
const keeping = `read -r line && exit
mark=$1; shift; empty=0
for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	found=$(grep -lsF -e "$mark" /proc/[0-9]*/environ)
	for file in $found; do file=\${file#/proc/}; kill -KILL "\${file%/environ}"; empty=0; done
	[ -z "$found" ] && empty=$((empty + 1))
	[ "$empty" -ge 2 ] && break
	sleep 0.1
done
for folder; do rmdir "$folder"; done`;
