/**
 * Makes the cases: runs every line in a real bash and keeps those in which it happened. Only for who maintains the cases; needs Linux, bubblewrap and the
 * repository around this folder.
 *
 *	node conformance/truth.mjs            makes `cases/*.jsonl` anew
 *	node conformance/truth.mjs --show ID  runs one line and tells what was seen
 *
 * A line runs in folders that are thrown away, in a sandbox without a network, on a disk that can't be written to. Behind the name of what is denied stands
 * a program that writes its words down, and does nothing: `rm` deletes nothing, `git push` pushes nothing. For daily work each program is such a one.
 */
import { spawn, spawnSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { candidates, isDenied } from "./derive.mjs";
import { groups, place } from "./groups.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const corpora = join(here, "../test/corpora");
const patience = 8_000;
/** Programs that run others, and so have to be real. */
const wrappers = ["bash", "sh", "dash", "env", "xargs", "find", "timeout", "nice", "nohup", "setsid", "stdbuf"];
const stubbed = ["printf", "rm", "git"];

/** What the lines find: few files, as they are copied for each. */
const folders = `
mkdir -p home/.ssh project/keep project/src
echo PRIVATE > home/.ssh/id_rsa
printf '[user]\\n\\tname = T\\n\\temail = t@example.test\\n' > home/.gitconfig
cd project
echo kept > keep/victim
echo SECRET=1 > .env
for file in a.txt b.txt a b x f.txt src/main.c; do echo one > $file; done
git init -q --template= .
git add a.txt
git commit -qm one
`;

/** Runs the line in bash, and waits for what it left running beside it: that ends with the sandbox, whether it did anything by then or not. */
const untilAllEnd = `
/usr/bin/bash -c "$1"
code=$?
turns=0
while set -- /proc/[0-9]*; [ $# -gt 2 ] && [ $turns -lt 40 ]; do
	/usr/bin/sleep 0.05
	turns=$((turns + 1))
done
exit $code
`;

const { values: options } = parseArgs({ options: { show: { type: "string" } } });

const base = mkdtempSync(join(tmpdir(), "conformance-truth-"));
try {
	const template = join(base, "template");
	mkdirSync(template);
	const laid = spawnSync("bwrap", [...walls(template), "bash", "-ec", folders], { encoding: "utf8" });
	if (laid.status !== 0) throw new Error(`the folders could not be made: ${laid.stderr}`);
	const real = makeStubs(join(base, "stubs"));
	const all = candidates(corpora).filter(({ id }) => options.show === undefined || id === options.show);
	const found = new Array(all.length);
	let next = 0;
	const work = async () => {
		while (next < all.length) {
			const at = next++;
			// Daily work is asked about twice, and run once.
			if (all[at].group !== "everyday-own") found[at] = await truthOf(all[at], template, real, at);
			if (at % 100 === 99) console.error(`${at + 1} of ${all.length}`);
		}
	};
	await Promise.all([work(), work(), work()]);
	const daily = new Map(found.filter((one) => one?.group === "everyday").map((one) => [one.command, one]));
	for (const [at, one] of all.entries())
		if (one.group === "everyday-own") found[at] = { ...daily.get(one.command), ...one };
	if (options.show === undefined) write(found);
	else console.log(JSON.stringify(found, undefined, "\t"));
} finally {
	rmSync(base, { recursive: true, force: true });
}

/** The sandbox: nothing of the machine but its programs, which can't be written to; no network; processes of its own, which end with it. */
function walls(world) {
	const some = ["/usr", "/etc"].flatMap((path) => ["--ro-bind", path, path]);
	const same = ["bin", "sbin", "lib", "lib64"].flatMap((name) =>
		existsSync(`/usr/${name}`) ? ["--symlink", `usr/${name}`, `/${name}`] : [],
	);
	return [
		...some,
		...same,
		...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/var", "--tmpfs", "/root"],
		...["--bind", world, "/w", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"],
		...["--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", place.home, "--setenv", "LANG", "C.UTF-8"],
		...["--setenv", "TERM", "dumb", "--chdir", "/w"],
	];
}

/** A program that notes its words. What a real git is needed for, such as an alias, is let through to it; a push is not. */
function makeStubs(folder) {
	mkdirSync(folder);
	for (const name of stubbed) writeFileSync(join(folder, name), stubOf(name), { mode: 0o755 });
	return folder;
}

function stubOf(name) {
	const also = {
		printf: `printf '%s' "$*"\n`,
		git: `for word; do [ "$word" = push ] && exit 0; done\nexec /real/git "$@"\n`,
	};
	return `#!/usr/bin/dash\nprintf '%s\\0' $# ${name} "$@" >> /log/calls\n${also[name] ?? ""}`;
}

async function truthOf(one, template, stubs, at) {
	if (one.traced) return one.expect === "must-not-pass" ? { ...one, ran: "read" } : { ...one, ran: "none" };
	if (one.command.includes("\0")) return { ...one, left: "no command can hold a NUL" };
	if (/\p{Cs}/u.test(one.command)) return { ...one, left: "half of a character can't be handed on" };
	const own = join(base, `run-${at}`);
	const [world, log] = [join(own, "w"), join(own, "log")];
	mkdirSync(log, { recursive: true });
	cpSync(template, world, { recursive: true, verbatimSymlinks: true });
	const isDaily = one.group.startsWith("everyday");
	const bound = isDaily
		? ["--ro-bind", programsFor(one.command, join(own, "bin")), "/stubs", "--setenv", "PATH", "/stubs"]
		: [
				"--ro-bind",
				"/usr/bin/git",
				"/real/git",
				...stubbed.flatMap((name) => ["--ro-bind", join(stubs, name), `/usr/bin/${name}`]),
			];
	const output = join(own, "output");
	writeFileSync(output, "");
	const words = [
		...walls(world),
		"--bind",
		log,
		"/log",
		...bound,
		"--chdir",
		place.cwd,
		...["/usr/bin/dash", "-c", untilAllEnd, "dash", one.command],
	];
	const { code, text } = await run(words);
	try {
		const calls = callsIn(join(log, "calls"));
		return { ...one, ...judged(one, calls, code, text, world, template) };
	} finally {
		rmSync(own, { recursive: true, force: true });
	}
}

/** What was seen, and whether it is what the line is there for. */
function judged({ group, command, expect }, calls, code, text, world, template) {
	const isDaily = group.startsWith("everyday");
	const policy = isDaily ? "everyday" : group;
	if (group === "secrets")
		return /PRIVATE|SECRET=1/.test(text) ? { ran: "read" } : { left: "what is denied did not run" };
	const denied = calls.find((words) => isDenied(policy, words));
	const printed = group === "printf" && isPrinted(`${text}\n${newFiles(world, template)}`);
	if (expect === "must-not-pass") {
		if (denied !== undefined) return { ran: denied };
		if (printed) return { ran: ["printf", "secretword"] };
		return {
			left: /not found|No such file/.test(text) ? "a program that it needs is not there" : "what is denied did not run",
		};
	}
	if (denied !== undefined || printed) return { left: "what is denied ran" };
	if (isDaily && (calls.some((words) => isDenied("force-push", words)) || /\brm\b|\bpush\b/.test(command)))
		return { left: "it speaks of what is denied" };
	if (isDaily && code === 2 && /syntax error/.test(text)) return { left: "the shell did not take it" };
	return { ran: "none" };
}

/** The word alone, as `printf secretword` gives it out; not the line that speaks of it. */
function isPrinted(text) {
	return /(?<!printf )secretword/.test(text.replaceAll(/secretword\.txt|use printf secretword/g, ""));
}

function newFiles(world, template) {
	const names = readdirSync(join(world, "project"), { withFileTypes: true });
	return names
		.filter((entry) => entry.isFile() && !existsSync(join(template, "project", entry.name)))
		.map((entry) => readFileSync(join(world, "project", entry.name), "utf8"))
		.join("\n");
}

/** A folder with a program that does nothing for each word of the line that could be one. */
function programsFor(command, folder) {
	mkdirSync(folder);
	const names = new Set(command.match(/[A-Za-z][\w.+-]*/g) ?? []);
	for (const name of wrappers) symlinkSync(`/usr/bin/${name}`, join(folder, name));
	for (const name of names)
		if (!wrappers.includes(name))
			writeFileSync(join(folder, name), `#!/usr/bin/dash\nprintf '%s\\0' $# ${name} "$@" >> /log/calls\n`, {
				mode: 0o755,
			});
	return folder;
}

function run(words) {
	return new Promise((resolve) => {
		const child = spawn("bwrap", words, { stdio: ["ignore", "pipe", "pipe"] });
		let text = "";
		const take = (chunk) => {
			if (text.length < 100_000) text += chunk;
		};
		child.stdout.setEncoding("utf8").on("data", take);
		child.stderr.setEncoding("utf8").on("data", take);
		const timer = setTimeout(() => child.kill("SIGKILL"), patience);
		child.on("close", (code) => {
			clearTimeout(timer);
			resolve({ code, text });
		});
	});
}

/** The calls that were noted: a count, then so many words and the program's name. */
function callsIn(file) {
	if (!existsSync(file) || statSync(file).size === 0) return [];
	const parts = readFileSync(file, "utf8").split("\0");
	const calls = [];
	for (let at = 0; at < parts.length - 1; ) {
		const count = Number(parts[at]) + 1;
		calls.push(parts.slice(at + 1, at + 1 + count));
		at += 1 + count;
	}
	return calls;
}

function write(found) {
	const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
	for (const group of Object.keys(groups)) {
		const kept = found.filter((one) => one.group === group && one.left === undefined);
		writeFileSync(join(here, "cases", `${group}.jsonl`), lines(kept.map(({ traced: _, ...one }) => one)));
	}
	const left = found.filter((one) => one.left !== undefined).map(({ id, command, left }) => ({ id, command, left }));
	writeFileSync(join(here, "cases", "left-out.jsonl"), lines(left));
	const bash = spawnSync("bash", ["-c", "echo $BASH_VERSION"], { encoding: "utf8" }).stdout.trim();
	console.error(`bash ${bash}: ${found.length - left.length} cases, ${left.length} left out`);
}
