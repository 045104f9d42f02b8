/**
 * Is there a sandbox to be had? Found out once, by making one: a system may have bubblewrap and still refuse what it needs.
 */
import { spawn } from "node:child_process";
import { ownTool } from "../own-tool.js";
import { seccompFilter } from "./seccomp.js";

/** What a sandbox is made with, or why there is none. */
export type Bubblewrap =
	| { readonly kind: "usable"; readonly file: string; readonly filter: Uint8Array }
	| { readonly kind: "missing"; readonly why: string };

/** What every sandbox is made with, whatever it lets through. */
export const walls: readonly string[] = [
	"--unshare-user",
	"--unshare-pid",
	"--unshare-ipc",
	"--unshare-uts",
	"--unshare-cgroup-try",
	"--cap-drop",
	"ALL",
	"--die-with-parent",
];

let known: Promise<Bubblewrap> | undefined;

/** Asked once for as long as we run. */
export function findBubblewrap(): Promise<Bubblewrap> {
	known ??= lookFor(process.platform, process.arch, ownTool("bwrap"));
	return known;
}

/** The same, for a system that is described. */
export async function lookFor(platform: string, architecture: string, file: string | undefined): Promise<Bubblewrap> {
	const missing = (why: string): Bubblewrap => ({ kind: "missing", why });
	if (platform !== "linux") return missing("sandboxes are made on Linux alone");
	const filter = seccompFilter(architecture, process.geteuid?.() === 0);
	if (filter === undefined) return missing(`the system calls of this processor (${architecture}) are not known`);
	if (file === undefined) return missing("the system has no `bwrap`: install bubblewrap");
	const program = ownTool("true");
	if (program === undefined) return missing("the system has no `true` to try it with");
	const fault = await bubblewrapFault(file, program, filter);
	return fault === undefined ? { kind: "usable", file, filter } : missing(`\`bwrap\` can't make one here: ${fault}`);
}

/** Milliseconds in which even a busy machine has made one. */
const patience = 20_000;

/** What bubblewrap says when it fails. */
function bubblewrapFault(file: string, program: string, filter: Uint8Array): Promise<string | undefined> {
	const options = [...walls, "--unshare-net", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
	return new Promise((resolve) => {
		const child = spawn(file, [...options, "--seccomp", "3", "--", program], {
			stdio: ["ignore", "ignore", "pipe", "pipe"],
			env: {},
			cwd: "/",
		});
		const timer = setTimeout(() => child.kill("SIGKILL"), patience);
		let said = "";
		child.stderr?.on("data", (bytes: Buffer) => {
			if (said.length < 1000) said += bytes.toString("utf8");
		});
		const filterEnd = child.stdio[3];
		filterEnd?.on("error", () => {}); // it ended before it read
		if (filterEnd !== null && filterEnd !== undefined && "end" in filterEnd) filterEnd.end(filter);
		child.on("error", (error) => {
			clearTimeout(timer);
			resolve(error.message);
		});
		child.on("close", (code, signal) => {
			clearTimeout(timer);
			const [line = ""] = said.trim().split("\n", 1);
			const ended = signal === null ? `it ended with ${code}` : `it was ended by ${signal}`;
			resolve(code === 0 ? undefined : line.replace(/^bwrap: /, "") || ended);
		});
	});
}
