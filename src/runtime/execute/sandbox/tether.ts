/**
 * Ends sandboxes with us, should we be killed. Bubblewrap asks the kernel for that, but each of its processes for itself and some time after it has begun:
 * one that loses its parent before lives on. So a shell is started before the first one, which waits for our end. Then it ends what bears the mark of a run
 * that was going on: the first process of a sandbox among them, with which the kernel ends all others.
 *
 * To start a process takes as long as half a sandbox does. So there is one keeper for as long as we live, and it is told of each run.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { ownTool } from "../own-tool.js";
import { inside } from "./spare-folders.js";

let keeper: ChildProcess | undefined;
/** Runs that are over, of which the keeper is told together with the next one: to look for what is left of them would find nothing. */
let over = "";

/**
 * Has a run ended with us. `mark`: in the environment of whatever makes the sandbox. `entries`: by which placeholders are held for it; they are given up at last.
 * Call what is returned when all is over.
 */
export function tether(mark: string, entries: readonly string[]): () => void {
	// Anything shorter may stand in the environment of others.
	if (!/^[0-9a-f]{32}$/.test(mark)) return () => {};
	if (keeper === undefined) over = "";
	keeper ??= started();
	const told = keeper;
	told?.stdin?.write(`${over}+${[mark, ...entries.map(encoded)].join(" ")}\n`);
	over = "";
	return () => {
		if (told === keeper) over += `-${mark}\n`;
	};
}

function started(): ChildProcess | undefined {
	const sh = ownTool("sh");
	if (sh === undefined) return undefined;
	const child = spawn(sh, ["-c", keeping], {
		stdio: ["pipe", "ignore", "ignore"],
		// No signal that is meant for us reaches it.
		detached: true,
		env: { PATH: "/usr/bin:/bin:/run/current-system/sw/bin" },
		cwd: "/",
	});
	const forget = (): void => {
		if (keeper === child) keeper = undefined;
	};
	child.on("error", forget); // there is one guard less
	child.on("exit", forget);
	child.stdin?.on("error", forget);
	// Nobody waits for it.
	child.unref();
	(child.stdin as { unref?(): void } | null)?.unref?.();
	return child;
}

/** Without blanks and line breaks, as `printf %b` understands it. */
function encoded(path: string): string {
	return Buffer.from(path).reduce((text, byte) => {
		const letter = String.fromCharCode(byte);
		return text + (/[\w./-]/.test(letter) ? letter : `\\0${byte.toString(8).padStart(3, "0")}`);
	}, "");
}

/**
 * It reads to the end only when we are gone, by whichever way. Twice in a row nobody is left: what is about to become another program can't be seen in
 * between. Then it does for each run what the run would have done at its end (placeholders.ts).
 */
const keeping = `marks=
while read -r line; do
	said=\${line#?}; mark=\${said%% *}
	case $line in
		+*) eval "entries_$mark=\\\${said#$mark}"; marks="$marks $mark" ;;
		*) marks="\${marks%% $mark*}\${marks#* $mark}"; unset "entries_$mark" ;;
	esac
done
[ -z "$marks" ] && exit
wanted=; for mark in $marks; do wanted="$wanted -e $mark"; done
empty=0
for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	found=$(grep -lsF $wanted /proc/[0-9]*/environ)
	for file in $found; do file=\${file#/proc/}; kill -KILL "\${file%/environ}"; empty=0; done
	[ -z "$found" ] && empty=$((empty + 1))
	[ "$empty" -ge 2 ] && break
	sleep 0.1
done
for mark in $marks; do
	eval "entries=\\$entries_$mark"
	for entry in $entries; do
		entry=$(printf '%b.' "$entry"); entry=\${entry%.}
		group=\${entry%/*}; folder=\${group%/*}; mark=$entry-end
		[ -d "$mark" ] || mv -- "$entry" "$mark" || continue
		if ! ls -A -- "$group" | grep -qv -e '-end$' -e '^.bylaw-left$'; then
			for one in "$folder"/* "$folder"/.[!.]*; do
				[ -d "$one/${inside}" ] && rmdir -- "$one/${inside}" "$one"
			done
			rmdir -- "$group/.bylaw-left/${inside}" "$group/.bylaw-left"
		fi
		rm -f -- "$mark/text"
		rmdir -- "$mark/${inside}" "$mark" "$group"
	done
done`;
