/** What every scenario needs: the harnesses as they are installed, a hook as `rules install` registers it, and a harness that runs to its end. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const installed = join(process.env.BYLAW_E2E ?? here, "node_modules");
export const cli = join(process.env.BYLAW_DIST ?? join(dirname(here), "dist"), "cli.cjs");
/** No scenario takes longer. Milliseconds. */
export const patience = 400_000;

/** The harnesses and Bylaw itself, where they are not there yet. */
export function prepare() {
	if (!existsSync(installed)) {
		console.error("e2e: the harnesses are installed (2 GB, all of it from the npm registry; some minutes)");
		install("install", "--no-save");
		// Of all scripts of packages only those run that put a program into its place.
		install("rebuild", "--ignore-scripts=false", "@anthropic-ai/claude-code", "node", "opencode-ai");
	}
	if (!existsSync(cli)) {
		const { status } = spawnSync(process.execPath, [join(dirname(here), "scripts", "build.mjs")], { stdio: "inherit" });
		if (status !== 0) process.exit(2);
	}
}

function install(...told) {
	const { status } = spawnSync("npm", [...told, "--loglevel", "error", "--prefix", here], {
		stdio: ["ignore", "ignore", "inherit"],
	});
	if (status === 0) return;
	// Half of it would be taken for all of it.
	rmSync(join(here, "node_modules"), { recursive: true, force: true });
	process.exit(2);
}

export function versionOf({ program }) {
	const { stdout } = spawnSync(join(installed, ".bin", program), ["--version"], {
		encoding: "utf8",
		env: environment({ HOME: tmpdir() }),
		timeout: patience,
	});
	return /\d+\.\d+\.\d+\S*?(?=\.?(?:\s|$))/.exec(stdout ?? "")?.[0] ?? "?";
}

/** Has a harness write its own settings. */
export function setUp({ name, program }, said, { home, workspace }) {
	const { status, stdout, stderr } = spawnSync(join(installed, ".bin", program), said, {
		cwd: workspace,
		encoding: "utf8",
		env: environment({ HOME: home }),
		timeout: patience,
	});
	if (status !== 0) throw new Error(`${name} could not be set up: ${stdout}${stderr}`);
}

/** Registers the hook as people do. */
export function register(
	harness,
	scenario,
	{ place, home, workspace, rules: policyFile = join(place, "policy.rules") },
) {
	const program = join(place, "rules");
	if (scenario.program !== undefined) {
		const rules = `'${process.execPath}' '${cli}'`;
		writeFileSync(program, `#!/bin/sh\n${scenario.program.replaceAll("$RULES", rules)}\n`);
		chmodSync(program, 0o755);
	}
	const told = ["install", "--harness", harness.name, ...harness.install, "--rules", policyFile, "--program", program];
	const { status, stderr } = spawnSync(process.execPath, [cli, ...told, "--deadline", scenario.deadline ?? "60s"], {
		cwd: workspace,
		encoding: "utf8",
		env: environment({ HOME: home }),
	});
	if (status !== 0) throw new Error(`\`rules install\` failed: ${stderr}`);
}

/** Only what programs need: nothing of the person's own accounts and settings. */
export function environment(variables) {
	const { PATH } = process.env;
	return {
		PATH: `${join(installed, "node", "bin")}:${PATH}`,
		LANG: "C.UTF-8",
		NO_COLOR: "1",
		IS_SANDBOX: "1",
		// opencode fetches packages of its own for every new home.
		npm_config_cache: join(installed, ".cache", "npm"),
		npm_config_prefer_offline: "true",
		...variables,
	};
}

/** Everything that a program said; it is ended with all that it started when it takes too long. `lines`: what it is told, each when what it said shows that the one before is over (`isOver`). */
export function ran(program, started, { cwd, env, lines = [], isOver }) {
	return new Promise((resolve, reject) => {
		const begun = performance.now();
		const child = spawn(program, started, {
			cwd,
			env,
			detached: true,
			stdio: [lines.length === 0 ? "ignore" : "pipe", "pipe", "pipe"],
		});
		let [at, seen] = [0, 0];
		const say = () => (at === lines.length ? child.stdin?.end() : child.stdin.write(`${lines[at++]}\n`));
		say();
		if (isOver === undefined) child.stdin?.end();
		let text = "";
		const late = setTimeout(() => end(child), patience);
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding("utf8").on("data", (part) => {
				text += part;
				for (let over = isOver?.exec(text.slice(seen)); over; over = isOver.exec(text.slice(seen))) {
					seen += over.index + over[0].length;
					say();
				}
			});
		child.on("error", reject);
		child.on("close", (code) => {
			clearTimeout(late);
			end(child);
			resolve({ code, text, took: performance.now() - begun });
		});
	});
}

/** Ends what a harness left running on its own, such as a daemon: it has the home of its scenario. */
export function endAllOf(home) {
	if (!existsSync("/proc/self/environ")) return;
	for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
		try {
			if (
				readFileSync(join("/proc", pid, "environ"), "utf8")
					.split("\0")
					.includes(`HOME=${home}`)
			)
				process.kill(Number(pid), "SIGKILL");
		} catch {
			// It is gone, or somebody else's.
		}
	}
}

function end({ pid }) {
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// Everything is gone.
	}
}

/** The same at a terminal, where a person types these `lines`: each `when` it is time, and nothing was said for a while (`quiet`), or it never stops to move (`most`). Milliseconds. */
export function typed(program, words, lines, { cwd, env, quiet = 3000, most = 15_000 }) {
	return new Promise((resolve, reject) => {
		const line = `stty rows 50 cols 160; exec ${[program, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")}`;
		const child = spawn("script", ["-qfec", line, "/dev/null"], {
			cwd,
			env,
			detached: true,
			stdio: ["pipe", "pipe", "pipe"],
		});
		let [text, at, heard, last] = ["", 0, performance.now(), performance.now()];
		const late = setTimeout(() => end(child), patience);
		const next = setInterval(() => {
			const now = performance.now();
			const isTime = lines[at]?.when?.() ?? true;
			if (!isTime || ((text === "" || now - heard < quiet) && now - last < most)) return;
			heard = now;
			last = now;
			if (at === lines.length) end(child);
			else {
				const { said } = lines[at++];
				text += `\n>>> ${said}\n`;
				child.stdin.write(said);
				setTimeout(() => child.stdin.write("\r"), 700);
			}
		}, 200);
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding("utf8").on("data", (part) => {
				text += part;
				heard = performance.now();
			});
		child.on("error", reject);
		child.on("close", (code) => {
			clearTimeout(late);
			clearInterval(next);
			end(child);
			resolve({ code, text });
		});
	});
}
