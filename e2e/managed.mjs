/**
 * Proves with the real harnesses that nobody below switches a managed hook off: `npm run e2e:managed`, or `npm run e2e:managed -- gemini-cli --only=disabled`.
 * Each attack is played as a repository that its person does not trust, as one that they do, and as an agent that edits settings, its person's too. A copy of
 * `/etc` stands in the place of the real one, `rules install --managed` writes into it, and the harness runs as a user who can't: so it takes root, and bubblewrap.
 */
import { spawn, spawnSync } from "node:child_process";
import {
	appendFileSync,
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { attacks } from "./attacks.mjs";
import { fakeModel } from "./fake-model.mjs";
import { harnesses } from "./harnesses.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const installed = join(process.env.BYLAW_E2E ?? here, "node_modules");
const dist = process.env.BYLAW_DIST ?? join(dirname(here), "dist");
const words = process.argv.slice(2);
const only = words.filter((word) => !word.startsWith("-"));
/** Only attacks with this in their name. */
const wanted = /^--only=(.*)$/.exec(words.find((word) => word.startsWith("--only=")) ?? "")?.[1] ?? "";
/** The hook as a person's own in place of the managed one: shows which attacks are ones. */
const isUnmanaged = words.includes("--unmanaged");
const wantsJson = words.includes("--json");
/** No session takes longer. Milliseconds. */
const patience = 180_000;
/** Somebody who is not root. */
const user = 4242;

const policy = `agent default {
	default deny
	allow touch
	deny mkdir because "Folders are made by a person."
	syntax sequences
	environment accept *
}
`;

/** How a harness is told that its person trusts the folder, and by which words it runs hooks that nobody trusted. */
const trusting = {
	"claude-code": {},
	codex: { words: ["--dangerously-bypass-hook-trust"] },
	"gemini-cli": { variables: { GEMINI_CLI_TRUST_WORKSPACE: "true" } },
	"qwen-code": {
		file: ".qwen/trustedFolders.json",
		text: (workspace) => JSON.stringify({ [workspace]: "TRUST_FOLDER" }),
	},
	"copilot-cli": { words: ["--trust-folder"] },
};

if (process.getuid?.() !== 0 || spawnSync("bwrap", ["--ro-bind", "/", "/", "true"]).status !== 0) {
	console.error("e2e: the managed scope takes root and bubblewrap");
	process.exit(2);
}
const found = [];
for (const harness of harnesses.filter(({ name }) => attacks[name] && (only.length === 0 || only.includes(name)))) {
	console.error(harness.name);
	const machine = machineOf(harness);
	try {
		for (const attack of [{ name: "nothing", files: () => ({}) }, ...attacks[harness.name]])
			if (attack.name.includes(wanted))
				for (const by of attack.name === "nothing" ? ["trusted"] : ["stranger", "trusted", "agent"])
					found.push(await played(harness, machine, attack, by));
	} finally {
		rmSync(machine.place, { recursive: true, force: true });
	}
}
const wrong = found.filter(({ isGood }) => !isGood);
if (wantsJson) console.log(JSON.stringify(found, null, "\t"));
console.error(`\n${found.length - wrong.length} of ${found.length} as they should be`);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** A copy of `/etc`, with a policy and a managed hook, and a folder with the program. */
function machineOf(harness) {
	const place = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-machine-")));
	const [etc, opt] = [join(place, "etc"), join(place, "opt")];
	cpSync("/etc", etc, { recursive: true, verbatimSymlinks: true });
	cpSync(dist, join(opt, "bylaw", "dist"), { recursive: true });
	for (const name of ["rules", "package.json"])
		cpSync(join(dirname(here), name), join(opt, "bylaw", name), { recursive: true });
	for (const folder of [place, etc, opt]) chmodSync(folder, 0o755);
	appendFileSync(join(etc, "passwd"), `agent:x:${user}:${user}::/nonexistent:/bin/bash\n`);
	mkdirSync(join(etc, "bylaw"));
	writeFileSync(join(etc, "bylaw", "policy.rules"), policy);
	if (!isUnmanaged) {
		const told = ["install", "--managed", "--harness", harness.name, "--rules", "/etc/bylaw/policy.rules"];
		const around = mounted({ etc, opt }, "--bind");
		const { status, stderr } = spawnSync(
			"bwrap",
			[...around, "/usr/bin/node", "/opt/bylaw/dist/cli.cjs", ...told, "--deadline", "60s"],
			{ encoding: "utf8", env: { PATH: process.env.PATH, HOME: "/root" } },
		);
		if (status !== 0) throw new Error(`\`rules install --managed\` failed: ${stderr}`);
		const asked = ["/usr/bin/node", "/opt/bylaw/dist/cli.cjs", "doctor", "--harness", harness.name];
		const seen = spawnSync("bwrap", [...mounted({ etc, opt }, "--ro-bind"), "--chdir", "/opt", ...loggedIn(asked)], {
			encoding: "utf8",
			env: { PATH: process.env.PATH, HOME: "/nonexistent" },
		});
		if (seen.status !== 0) throw new Error(`\`rules doctor\` is not content: ${seen.stdout}${seen.stderr}`);
	}
	return { place, etc, opt };
}

function mounted({ etc, opt }, how) {
	const devices = ["--dev-bind", "/dev", "/dev", "--proc", "/proc"];
	return ["--bind", "/", "/", ...devices, how, etc, "/etc", "--ro-bind", opt, "/opt"];
}

async function played(harness, machine, attack, by) {
	const place = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-attack-")));
	chmodSync(place, 0o755);
	const [home, workspace] = [join(place, "home"), join(place, "workspace")];
	for (const folder of [home, workspace]) mkdirSync(folder);
	spawnSync("git", ["init", "-q", workspace]);
	const files = attack.files({ workspace, home, harness: harness.name });
	const edit = () => {
		for (const [path, file] of Object.entries(files))
			for (const folder of by === "agent" ? [workspace, home] : [workspace]) put(harness, join(folder, path), file);
		spawnSync("chown", ["-R", `${user}:${user}`, place]);
	};
	const heard = [];
	let text = "";
	try {
		if (by !== "agent") edit();
		for (const session of by === "agent" ? [1, 2] : [1]) {
			const isEditing = by === "agent" && session === 1;
			const last = attack.tool === undefined ? harness.input(attack.command ?? "mkdir made") : attack.input;
			const model = await fakeModel({
				tool: harness.tool,
				lastTool: attack.tool,
				inputs: [...(isEditing ? [harness.input("touch begun")] : []), last],
				// It edits by the harness's own tools for files, before it asks for the command.
				between: isEditing ? edit : undefined,
			});
			try {
				if (session === 1) harness.prepare({ home, workspace, url: model.url });
				else listensElsewhere(harness, home, model.url);
				if (session === 1 && isUnmanaged) registerOwn(harness, { home, workspace });
				spawnSync("chown", ["-R", `${user}:${user}`, place]);
				text += await ran(harness, machine, by, { home, workspace, url: model.url });
				heard.push(...model.heard);
			} finally {
				model.close();
			}
			if (existsSync(join(workspace, "made"))) break;
		}
		const runs = existsSync(join(workspace, "made"));
		const isTold = heard.join("\n").includes("Folders are made by a person.");
		const mayRun = attack.isOpen === true && by !== "stranger";
		// Without an attack the denial has to arrive, or the rest shows nothing.
		const isGood = mayRun || (!runs && (attack.name !== "nothing" || isTold));
		const said = `${runs ? "ran" : "did not run"}${isTold ? ", and the model was told why" : ""}`;
		console.error(`  ${isGood ? (runs ? "gap" : "ok ") : "BAD"} ${by.padEnd(8)} ${attack.name}: ${said}`);
		if (!isGood) console.error(`      ${text.trim().slice(-600).replaceAll("\n", "\n      ")}`);
		return { harness: harness.name, attack: attack.name, by, runs, isTold, isGood };
	} finally {
		endAllOf(home);
		rmSync(place, { recursive: true, force: true });
	}
}

/** Codex has one file for its settings, with the model in it: what is put there comes behind what is there. */
function put(harness, path, file) {
	mkdirSync(dirname(path), { recursive: true });
	const text = typeof file === "string" ? file : file.text;
	const isShared = harness.name === "codex" && path.endsWith("config.toml") && existsSync(path);
	const before = isShared ? readFileSync(path, "utf8") : "";
	// A key of the file itself would belong to the last table there.
	writeFileSync(path, isShared && /^\w+ = /.test(text) ? `${text}\n${before}` : isShared ? `${before}\n${text}` : text);
	if (typeof file !== "string") chmodSync(path, file.mode);
}

/** Tells a harness that knows its model by its settings alone where the next one listens. */
function listensElsewhere(harness, home, url) {
	if (harness.name !== "codex") return;
	const file = join(home, ".codex", "config.toml");
	writeFileSync(file, readFileSync(file, "utf8").replace(/http:\/\/127\.0\.0\.1:\d+/, url));
}

function registerOwn(harness, { home, workspace }) {
	const more = harness.name === "codex" ? ["--trust"] : [];
	const told = ["install", "--user", "--harness", harness.name, ...more, "--rules", join(home, "policy.rules")];
	writeFileSync(join(home, "policy.rules"), policy);
	const { status, stderr } = spawnSync("/usr/bin/node", [join(dist, "cli.cjs"), ...told, "--deadline", "60s"], {
		cwd: workspace,
		encoding: "utf8",
		env: { PATH: process.env.PATH, HOME: home },
	});
	if (status !== 0) throw new Error(`\`rules install\` failed: ${stderr}`);
}

/** Starts the harness as somebody who has logged in. Gives all that it said. */
function ran(harness, machine, by, { home, workspace, url }) {
	const { words: started, variables } = harness.start({ home, workspace, url });
	const trust = trusting[harness.name];
	const isTrusted = by !== "stranger";
	const env = {
		PATH: `${join(installed, "node", "bin")}:${process.env.PATH}`,
		LANG: "C.UTF-8",
		NO_COLOR: "1",
		...variables,
	};
	for (const name of Object.keys(trust.variables ?? {})) if (!isTrusted) delete env[name];
	const more = isTrusted ? (trust.words ?? []) : [];
	if (isTrusted && trust.file !== undefined) put(harness, join(home, trust.file), trust.text(workspace));
	if (harness.name === "codex" && isTrusted)
		put(
			harness,
			join(home, ".codex", "config.toml"),
			`[projects.${JSON.stringify(workspace)}]\ntrust_level = "trusted"\n`,
		);
	spawnSync("chown", ["-R", `${user}:${user}`, home]);
	// A subcommand comes first.
	const all = started[0]?.startsWith("-") ? [...more, ...started] : [started[0], ...more, ...started.slice(1)];
	const program = join(installed, ".bin", harness.program);
	return new Promise((resolve, reject) => {
		const child = spawn(
			"bwrap",
			[...mounted(machine, "--ro-bind"), "--chdir", workspace, ...loggedIn([program, ...all], env.PATH)],
			{ cwd: "/", env, detached: true, stdio: ["ignore", "pipe", "pipe"] },
		);
		let text = "";
		const late = setTimeout(() => end(child), patience);
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding("utf8").on("data", (part) => {
				text += part;
			});
		child.on("error", reject);
		child.on("close", () => {
			clearTimeout(late);
			end(child);
			resolve(text);
		});
	});
}

/** The words that start something as somebody who has logged in, and is not root. */
function loggedIn(started, path = process.env.PATH) {
	const as = ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--inh-caps=-all"];
	return [...as, "bash", "--login", "-c", 'export PATH="$0"; exec "$@"', path, ...started];
}

/** Ends what a harness left running on its own: it has the home of its attack. */
function endAllOf(home) {
	for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
		try {
			const variables = readFileSync(join("/proc", pid, "environ"), "utf8").split("\0");
			if (variables.includes(`HOME=${home}`)) process.kill(Number(pid), "SIGKILL");
		} catch {
			// It is gone.
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
