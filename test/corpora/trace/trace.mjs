/**
 * Runs commands in the made-up folders, one after the other and each in fresh ones, and tells what each opened, wrote, deleted and ran, as strace saw it.
 * It runs inside of a sandbox without a network (`run-traced.ts`): `node trace.mjs COMMANDS`, a file with one command a line. A JSON line each comes out,
 * behind one that says what lay there before.
 */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const here = dirname(fileURLToPath(import.meta.url));
const project = "/w/project";
const template = "/tmp/template";
const log = "/tmp/strace.out";
const env = { PATH: process.env.PATH, HOME: "/w/home", LANG: "C.UTF-8", TERM: "dumb" };
const traced = "%file,getdents64,connect,chdir,fchdir,ftruncate,fchmod,fchown,clone,clone3,fork,vfork";
const bash = (line) => spawnSync("bash", ["-c", line], { env, encoding: "utf8", timeout: 60_000 });

// What commands talk to: every address of the made-up hosts answers.
const server = `const { createServer } = require("node:http");
createServer((asked, said) => { asked.resume(); asked.on("end", () => said.end("body of " + asked.url + "\\n")); }).listen(80, "127.0.0.1");`;
const worker = new Worker(server, { eval: true });
worker.unref();

bash(`bash ${join(here, "folder.sh")}; cp -a /w ${template}`);
console.log(JSON.stringify({ there: thingsBelow("/w") }));

for (const command of readFileSync(process.argv[2], "utf8").split("\n").filter((line) => line !== "")) {
	bash(`find /w -mindepth 1 -delete; cp -a ${template}/. /w/`);
	rmSync(log, { force: true });
	const { status } = spawnSync("strace", ["-f", "-y", "-s", "4096", "-o", log, "-e", `trace=${traced}`, "bash", "-c", command], {
		cwd: project,
		env,
		timeout: 20_000,
		input: "",
		stdio: ["pipe", "ignore", "ignore"],
	});
	console.log(JSON.stringify({ command, status: status ?? -1, ...effectsIn(existsSync(log) ? readFileSync(log, "utf8") : "") }));
}

/** Every path below a folder: `folder`, `file`, or where a link leads. */
function thingsBelow(folder) {
	return Object.fromEntries(
		readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
			const path = join(folder, name);
			const one = lstatSync(path);
			return [path, one.isSymbolicLink() ? { target: readlinkSync(path) } : one.isDirectory() ? "folder" : "file"];
		}),
	);
}

/** Calls in their order, those that another process interrupted put together again. */
function callsIn(text) {
	const begun = new Map();
	return text.split("\n").flatMap((line) => {
		const [, process, said] = /^(\d+)\s+(.*)$/s.exec(line) ?? [];
		if (process === undefined) return [];
		const [, first] = /^(.*)<unfinished \.\.\.>$/.exec(said) ?? [];
		if (first !== undefined) {
			begun.set(process, first);
			return [];
		}
		const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(said) ?? [];
		const whole = rest === undefined ? said : `${begun.get(process) ?? ""}${rest}`;
		const [, name, args, result, leads] = /^(\w+)\((.*)\)\s+=\s+(-?\d+|\?)(?:<([^>]*)>)?/s.exec(whole) ?? [];
		return name === undefined ? [] : [{ process, name, args, result: Number(result), leads }];
	});
}

function effectsIn(text) {
	const [reads, lists, writes, deletes] = [new Set(), new Set(), new Set(), new Set()];
	/** Files that were not there before: what is made and deleted again leaves nothing. */
	const made = new Set();
	const passing = new Set();
	const folders = new Map();
	const noteWrite = (path) => {
		if (!writes.has(path) && !existsSync(path.replace(/^\/w/, template))) made.add(path);
		writes.add(path);
	};
	const noteDelete = (named) => {
		// Through a link it is the same file.
		const path = made.has(named) ? named : ([...made].find((one) => one.endsWith(`/${named.split("/").at(-1)}`) && realFolder(named) === realFolder(one)) ?? named);
		if (!made.has(path)) return deletes.add(path);
		writes.delete(path);
		return passing.add(path);
	};
	for (const { process, name, args, result, leads } of callsIn(text)) {
		if (!(result >= 0)) continue;
		const cwd = folders.get(process) ?? project;
		const open = [...args.matchAll(/(?:AT_FDCWD|\b\d+)<([^>]*)>/g)].map((match) => match[1]);
		const texts = [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => unescaped(match[1]));
		const path = (at, folder = cwd) => {
			const one = texts[at] ?? "";
			return normalize(isAbsolute(one) ? one : join(folder, one)).replace(/(.)\/$/, "$1");
		};
		if (name === "chdir") folders.set(process, path(0));
		else if (name === "fchdir") folders.set(process, open[0] ?? cwd);
		else if (/^(?:clone|clone3|fork|vfork)$/.test(name)) folders.set(String(result), folders.get(String(result)) ?? cwd);
		else if (/^(?:open|openat|openat2|creat)$/.test(name)) {
			const one = leads ?? path(0, open[0]);
			if (/O_DIRECTORY|O_PATH/.test(args)) continue;
			if (/O_RDWR/.test(args) && !/O_CREAT|O_TRUNC/.test(args) && !writes.has(one)) reads.add(one);
			if (name === "creat" || /O_WRONLY|O_RDWR|O_CREAT/.test(args)) noteWrite(one);
			else if (!writes.has(one)) reads.add(one);
		} else if (name === "getdents64") lists.add(open[0]);
		else if (/^(?:unlink|unlinkat|rmdir)$/.test(name)) noteDelete(path(0, open[0]));
		else if (/^rename/.test(name)) {
			noteDelete(path(0, open[0]));
			noteWrite(open.length > 1 ? path(1, open[1]) : path(1));
		} else if (/^(?:mkdir|mkdirat|mknod|mknodat)$/.test(name)) noteWrite(path(0, open[0]));
		else if (/^symlink/.test(name)) noteWrite(path(1, open[0]));
		else if (/^link/.test(name)) noteWrite(open.length > 1 ? path(1, open[1]) : path(1));
		else if (name === "truncate") noteWrite(path(0));
		else if (name === "ftruncate" && open[0] !== undefined) noteWrite(open[0]);
	}
	// A folder that is opened to be listed is not read.
	for (const one of lists) reads.delete(one);
	for (const one of passing) for (const set of [reads, writes]) set.delete(one);
	const told = (set) => [...set].filter((one) => one?.startsWith("/w/")).sort();
	return { reads: told(reads), lists: told(lists), writes: told(writes), deletes: told(deletes) };
}

function realFolder(path) {
	try {
		return realpathSync(dirname(path));
	} catch {
		return dirname(path);
	}
}

function unescaped(text) {
	return text.replace(/\\([0-7]{1,3}|.)/g, (_, one) =>
		one === "n" ? "\n" : one === "t" ? "\t" : /^[0-7]/.test(one) ? String.fromCharCode(Number.parseInt(one, 8)) : one,
	);
}
