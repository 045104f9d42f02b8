/**
 * Runs beside processes that are none of theirs, and fork chains that want to outlive their run: `npm run soak:bystanders`. It takes some minutes, and fails where a bystander is
 * signalled, a run is ended by another one, or a chain goes on without a word. Everything happens in a pid namespace of its own, so it needs root, or user namespaces.
 *
 *	npm run soak:bystanders -- --sandboxed 100 --others 200 --chains 20    less of it
 *	npm run soak:bystanders -- --without-cgroup                            as where no cgroup is to be had
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../root.mjs";

const words = process.argv.slice(2);
const withoutCgroup = words.includes("--without-cgroup");
const folder = mkdtempSync(join(root, "node_modules/.cache-soak-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const options = {
	bundle: true,
	platform: "node",
	format: "esm",
	target: "node20",
	logLevel: "warning",
	packages: "external",
};
const [program, other] = await Promise.all(
	["soaking-bystanders", "other-harness"].map(async (name) => {
		const outfile = join(folder, `${name}.mjs`);
		await build({ ...options, entryPoints: [join(root, `test/runtime/execute/${name}.ts`)], outfile });
		return outfile;
	}),
);
const asRoot = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
// All in it ends with us.
const namespace = [...asRoot, "--pid", "--fork", "--mount-proc", "--kill-child"];
// A program of its own comes before it as the first process, which has other duties: it inherits orphans.
const unmount = withoutCgroup
	? 'umount $(sed -n "s/.* \\(\\/[^ ]*\\) [^-]*- cgroup2 .*/\\1/p" /proc/self/mountinfo) || exit; '
	: "";
const own = words.filter((word) => word !== "--without-cgroup");
const child = spawn(
	"unshare",
	[
		...namespace,
		"/bin/sh",
		"-c",
		`${unmount}"$@"; exit $?`,
		"sh",
		process.execPath,
		program,
		"--other-harness",
		other,
		...own,
	],
	{ stdio: "inherit" },
);
process.once("exit", () => child.kill("SIGKILL"));
child.once("error", (error) => {
	console.error(`no pid namespace of its own is to be had: ${error.message}`);
	process.exit(1);
});
child.once("exit", (code) => process.exit(code ?? 1));
