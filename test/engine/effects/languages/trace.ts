/** Runs a program under strace, and says what it did beyond computing: files opened for writing or taken away, programs started, connections made. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const strace = "/usr/bin/strace";
export const canTrace = existsSync(strace) && spawnSync(strace, ["-f", "-o", "/dev/null", "true"]).status === 0;

const calls =
	"openat,open,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,truncate,ftruncate,chmod,fchmodat,execve,execveat,connect,bind";

/** What was done, one line a call. */
export function tracedEffects(argv: readonly string[], input: string): readonly string[] {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-trace-"));
	try {
		const out = join(folder, "..", `${folder.split("/").at(-1)}.trace`);
		spawnSync(strace, ["-f", "-o", out, "-e", `trace=${calls}`, "--", ...argv], {
			cwd: folder,
			env: { PATH: "/usr/bin:/bin", HOME: folder, PYTHONDONTWRITEBYTECODE: "1" },
			input,
			timeout: 20_000,
		});
		const lines = readFileSync(out, "utf8").split("\n");
		rmSync(out);
		// The program itself is started once; what opens a file to read it or to look whether it is there does nothing.
		const started = lines.findIndex((line) => line.includes("execve(") && line.endsWith(" = 0"));
		return lines
			.slice(started + 1)
			.filter((line) =>
				/\b(?:unlink|rename|mkdir|rmdir|link|truncate|chmod|exec|connect|bind|creat)|O_WRONLY|O_RDWR|O_CREAT/.test(
					line,
				),
			)
			.filter((line) => !/"\/dev\/(?:null|tty)"|= -1 E|exited with|SIGCHLD|\/proc\/self\//.test(line));
	} finally {
		rmSync(folder, { recursive: true });
	}
}
