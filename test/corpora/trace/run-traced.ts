/** Runs commands under strace in made-up folders, in a sandbox in which nothing else can be changed and nobody is reached. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What a command did below `/w`: absolute paths. */
export interface Traced {
	readonly command: string;
	readonly status: number;
	readonly reads: readonly string[];
	readonly lists: readonly string[];
	readonly writes: readonly string[];
	readonly deletes: readonly string[];
}

/** What lay there before each command. */
export type There = Readonly<Record<string, "file" | "folder" | { readonly target: string }>>;

const here = dirname(fileURLToPath(import.meta.url));

/** Undefined where this machine can't trace, or not in a sandbox. */
export function tracedNow(commands: readonly string[]): { readonly there: There; readonly rows: readonly Traced[] } | undefined {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-trace-"));
	try {
		const list = join(folder, "commands");
		writeFileSync(list, `${commands.join("\n")}\n`);
		writeFileSync(join(folder, "hosts"), "127.0.0.1 localhost files.test api.test\n");
		const links = ["bin", "sbin", "lib", "lib64"].flatMap((name) => (existsSync(`/usr/${name}`) ? ["--symlink", `usr/${name}`, `/${name}`] : []));
		const node = dirname(process.execPath);
		const { status, stdout } = spawnSync(
			"bwrap",
			[
				...["--die-with-parent", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--clearenv", "--tmpfs", "/"],
				...["--ro-bind", "/usr", "/usr", ...links, "--ro-bind", "/etc", "/etc", "--ro-bind", join(folder, "hosts"), "/etc/hosts"],
				...["--ro-bind", "/var", "/var", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run", "--tmpfs", "/w"],
				...["--ro-bind", here, "/trace", "--ro-bind", folder, "/asked", "--ro-bind", node, "/node"],
				...["--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"],
				...[join("/node", "node"), "/trace/trace.mjs", "/asked/commands"],
			],
			{ encoding: "utf8", maxBuffer: 1 << 28, timeout: 600_000 },
		);
		if (status !== 0) return undefined;
		const [first, ...rows] = stdout
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => JSON.parse(line) as unknown);
		return { there: (first as { there: There }).there, rows: rows as Traced[] };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Can commands be traced here? */
export function canTrace(): boolean {
	return tracedNow(["cat a.txt"])?.rows[0]?.reads.includes("/w/project/a.txt") === true;
}
