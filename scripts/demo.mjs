/**
 * Shows what Bylaw does, in a folder of its own: one command runs, one is told a better way, one is refused.
 * It ends with 1 if any of them fares otherwise.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

const rules = join(root, "dist", "cli.cjs");
if (!existsSync(rules)) {
	console.log("There is no build yet. Building …\n");
	const built = spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
	if (built.status !== 0) process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "bylaw-demo-"));
let wrong = 0;
try {
	console.log("An agent works under the pack `safe-shell`. Each command is decided before it runs.\n");
	show(
		"It runs a program of the project: that is what it is here for.",
		["node", "-e", 'console.log("2 + 2 =", 2 + 2)'],
		{
			code: 0,
			says: "2 + 2 = 4",
		},
	);
	show("It searches with grep. There is a better tool, and a nudge says which.", ["grep", "-rn", "TODO", "."], {
		code: 126,
		says: "nudge: Do not use `grep` for code search",
	});
	show("It pushes with git. No rule takes that back.", ["git", "push", "--force"], {
		code: 126,
		says: "deny: Use of `git` is strictly blocked here",
	});
} finally {
	rmSync(folder, { recursive: true, force: true });
}
console.log(wrong === 0 ? "Next: `rules init` writes a policy for your own project." : `${wrong} of 3 went otherwise.`);
process.exitCode = wrong === 0 ? 0 : 1;

/** Runs a command under the pack and compares what comes of it. */
function show(title, command, expected) {
	const words = ["run", "--rules", "safe-shell", "--", ...command];
	console.log(`${title}\n  $ rules ${words.map(quoted).join(" ")}`);
	const done = spawnSync(process.execPath, [rules, ...words], {
		cwd: folder,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "pipe"],
	});
	const said = `${done.stdout}${done.stderr}`;
	console.log(said.trimEnd().replaceAll(/^/gm, "  "));
	console.log(`  (exit code ${done.status})\n`);
	if (done.status === expected.code && said.includes(expected.says)) return;
	wrong++;
	console.log(`  ! expected exit code ${expected.code} and: ${expected.says}\n`);
}

function quoted(word) {
	return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
