/**
 * Walks the three first tasks of the docs (`docs/start`) as somebody would who has nothing but Node and npm: every `sh` block of a page runs, in order,
 * in a new git repository, with a home folder that is empty and the package as it is packed. Prints for each page how many commands it takes, how long
 * reading it takes, and how long the commands ran; ends with 1 where one fails, prints a warning, or a bound is passed.
 *
 * usage: node scripts/tasks.mjs [--tarball FILE]
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packOwn } from "./pack.mjs";
import { root } from "./root.mjs";

const most = { commands: 10, minutes: 5 };
/** Words a minute: slow reading of technical text. */
const pace = 180;

// Not among temporary files: what commands may write to keeps no compiled policies, and hooks take longer there.
const folder = mkdtempSync(join(root, "node_modules/.cache/tasks-"));
const given = process.argv.indexOf("--tarball");
let failed = 0;
try {
	const tarball = given < 0 ? packOwn(folder).tarball : process.argv[given + 1];
	const pages = readdirSync(join(root, "docs/start")).filter((name) => name.endsWith(".md"));
	console.log("page            commands  reading  commands ran");
	for (const name of pages.sort()) walk(name, tarball);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

function walk(name, tarball) {
	const page = readFileSync(join(root, "docs/start", name), "utf8");
	const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block.trimEnd().split("\n"));
	const minutes = page.split(/\s+/).length / pace;
	const work = repository(name, /^```rules\n([\s\S]*?)^```$/m.exec(page)?.[1]);
	const begun = performance.now();
	for (const command of commands) {
		// What the registry would send is what was packed.
		const own = command.replace(/^(npm install .*)\bbylaw$/, (_, words) => `${words}'${tarball}'`);
		const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", own], {
			cwd: work,
			env: environment(work),
			encoding: "utf8",
		});
		const warning = /^.*\bwarn(?:ing)?\b.*$/im.exec(`${stdout}${stderr}`)?.[0];
		if (status !== 0 || warning !== undefined)
			fault(name, `\`${command}\` ${status === 0 ? `warns: ${warning}` : `ends with ${status}: ${stdout}${stderr}`}`);
	}
	const seconds = (performance.now() - begun) / 1000;
	if (commands.length === 0 || commands.length > most.commands) fault(name, `it takes ${commands.length} commands`);
	if (minutes > most.minutes) fault(name, `it takes ${minutes.toFixed(1)} minutes to read`);
	console.log(
		`${name.padEnd(16)}${`${commands.length}`.padStart(8)}${`${minutes.toFixed(1)} min`.padStart(9)}${`${seconds.toFixed(0)} s`.padStart(14)}`,
	);
}

/** A repository with one commit; with the page's policy, or else one that `init` writes. */
function repository(name, policy) {
	const work = join(folder, name, "repository");
	mkdirSync(work, { recursive: true });
	mkdirSync(join(folder, name, "home"));
	writeFileSync(
		join(work, "package.json"),
		`${JSON.stringify({ name: "mine", version: "1.0.0", private: true, scripts: { test: "node --test" } })}\n`,
	);
	writeFileSync(join(work, ".gitignore"), "node_modules\n");
	const writes = /\bbylaw init$/m.test(readFileSync(join(root, "docs/start", name), "utf8"));
	if (policy !== undefined) writeFileSync(join(work, "policy.rules"), policy);
	else if (!writes)
		writeFileSync(join(work, "policy.rules"), 'import "developer"\n\nagent default {\n  expect allow: npm test\n}\n');
	for (const words of [
		["init", "-q"],
		["add", "-A"],
		["-c", "user.name=me", "-c", "user.email=me@localhost", "commit", "-qm", "first"],
	])
		spawnSync("git", words, { cwd: work, env: environment(work) });
	return work;
}

/** Node, npm, git and what the system has; nothing of whoever runs this. */
function environment(work) {
	const { NODE_EXTRA_CA_CERTS } = process.env;
	return {
		PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
		HOME: join(dirname(work), "home"),
		...(NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }),
	};
}

function fault(name, why) {
	failed++;
	console.error(`${name}: ${why}`);
}
