/** Starts the resident that answers hooks, for the next time: by a hook's own process, which is asked where none was there. */
import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { folderFault, livingIn, startingIn } from "../../runtime/servers/resident/folder.js";

/** So long a start may take before another one is tried. Milliseconds. */
const patience = 10_000;

/** Starts it where none lives. What can't be started is not there, and hooks' own processes answer. */
export function startResident(folder: string): void {
	try {
		if (folderFault(folder) !== undefined || livingIn(folder) !== undefined || !mayStart(folder)) return;
		// Code that V8 compiled before can't import.
		const { spawn } = process.getBuiltinModule("node:child_process");
		spawn(process.execPath, [process.argv[1] as string, "serve", "--hooks", folder], {
			detached: true,
			stdio: "ignore",
			cwd: "/",
			// What an agent's harness was started with is no business of other people's hooks.
			env: { HOME: homedir(), PATH: "/usr/local/bin:/usr/bin:/bin", ...languageOf(process.env) },
		}).unref();
	} catch {
		// The next one tries again.
	}
}

/** One of those who come at the same time. */
function mayStart(folder: string): boolean {
	const mark = startingIn(folder);
	const age = Date.now() - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0);
	if (age >= 0 && age < patience) return false;
	rmSync(mark, { force: true });
	closeSync(openSync(mark, "wx", 0o600));
	return true;
}

function languageOf({ LANG, LC_ALL }: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
	return { ...(LANG === undefined ? {} : { LANG }), ...(LC_ALL === undefined ? {} : { LC_ALL }) };
}
