/** Asks the systemd of this user. */
import { spawnSync } from "node:child_process";
import { delimiter, isAbsolute } from "node:path";

/** What systemd says; `text`: the first line of its complaint where it is not done. */
export function systemctl(...words: readonly string[]): { readonly isDone: boolean; readonly text: string } {
	const path = (process.env.PATH ?? "")
		.split(delimiter)
		.filter((folder) => isAbsolute(folder))
		.join(delimiter);
	const { status, stdout, stderr, error } = spawnSync(
		"systemctl",
		["--user", "--no-pager", "--no-ask-password", ...words],
		{
			encoding: "utf8",
			stdio: ["ignore", "pipe", "pipe"],
			timeout: 10_000,
			killSignal: "SIGKILL",
			env: { ...process.env, PATH: path, LC_ALL: "C" },
		},
	);
	if (status === 0) return { isDone: true, text: stdout.trim() };
	const why = (stderr ?? "").trim().split("\n")[0] || (error as NodeJS.ErrnoException | undefined)?.code;
	return { isDone: false, text: why || `it ended with ${status ?? "a signal"}` };
}
