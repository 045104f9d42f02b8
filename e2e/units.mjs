/**
 * Proves with a real systemd, and with Claude Code, that the socket that `rules install --resident` has it hold is answered at, and that nothing is let through when that fails: `npm run e2e:units`. As root on Linux, in
 * a view of files of its own, with a home of its own; the systemd of the machine hears nothing of it.
 */
import { spawn, spawnSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmdirSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fakeModel } from "./fake-model.mjs";
import { harnesses } from "./harnesses.mjs";
import { cli, environment, installed, prepare, ran, versionOf } from "./stage.mjs";

const manager = "/lib/systemd/systemd";
const harness = harnesses.find(({ name }) => name === "claude-code");
const place = process.env.BYLAW_E2E_PLACE;

if (place === undefined) process.exitCode = apart();
else process.exitCode = (await inside()) ? 0 : 1;

/** Starts this again where it may do as it likes: what it starts has a cgroup and mounts of its own. */
function apart() {
	if (process.getuid() !== 0 || !existsSync(manager)) {
		console.error("e2e: this takes root, and systemd on the disk");
		return 2;
	}
	prepare();
	const own = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-e2e-")));
	const tree = existsSync("/sys/fs/cgroup/systemd") ? "/sys/fs/cgroup/systemd" : "/sys/fs/cgroup";
	const cgroup = join(tree, `bylaw-e2e-${process.pid}`);
	mkdirSync(cgroup);
	try {
		const line = `echo $$ > "$0/cgroup.procs" && mkdir -p /run/systemd && mount -t tmpfs tmpfs /run/systemd && mkdir /run/systemd/system && exec "$@"`;
		const words = [line, cgroup, process.execPath, fileURLToPath(import.meta.url)];
		const { status } = spawnSync("unshare", ["--mount", "sh", "-c", ...words], {
			stdio: "inherit",
			env: { ...process.env, BYLAW_E2E_PLACE: own },
		});
		return status ?? 2;
	} finally {
		rmSync(own, { recursive: true, force: true });
		for (const folder of spawnSync("find", [cgroup, "-depth", "-type", "d"], { encoding: "utf8" })
			.stdout.trim()
			.split("\n"))
			rmdirSync(folder);
	}
}

async function inside() {
	const [home, workspace, run] = ["home", "workspace", "run"].map((name) => join(place, name));
	for (const folder of [home, workspace, run]) mkdirSync(folder, { mode: 0o700 });
	writeFileSync(
		join(place, "policy.rules"),
		"agent default {\n\tdefault deny\n\tallow touch\n\tdeny mkdir\n\tenvironment accept *\n}\n",
	);
	const variables = { HOME: home, XDG_RUNTIME_DIR: run };
	const env = environment(variables);
	const systemd = spawn(manager, ["--user", "--log-target=console"], { env, stdio: "ignore" });
	const ask = (program, ...words) => spawnSync(program, words, { cwd: workspace, env, encoding: "utf8" });
	const systemctl = (...words) => ask("systemctl", "--user", ...words).stdout.trim();
	const rules = (...words) => ask(process.execPath, cli, ...words, "--harness", harness.name);
	for (let wait = 0; wait < 100 && systemctl("show", "--property=UnitPath", "--value") === ""; wait++) await sleep(100);
	const number = () => Number(readFileSync(join(home, ".bylaw/resident/process"), "utf8").split(" ")[0]);
	const service = join(home, ".config/systemd/user/bylaw-hooks.service");
	let isGood = true;
	const expect = (name, is) => {
		console.error(`  ${is ? "ok " : "BAD"} ${name}`);
		isGood &&= is;
	};
	/** What runs, of what is allowed and what is denied. */
	const calls = async () => {
		const all = [];
		for (const command of ["touch made", "mkdir made"]) {
			rmSync(join(workspace, "made"), { recursive: true, force: true });
			const model = await fakeModel({ tool: harness.tool, inputs: [harness.input(command)] });
			const { words, variables: own } = harness.start({ home, url: model.url });
			await ran(join(installed, ".bin", harness.program), words, {
				cwd: workspace,
				env: environment({ ...own, ...variables }),
			});
			model.close();
			if (!model.hasCalled()) all.push("it was not tried");
			else if (existsSync(join(workspace, "made"))) all.push(command);
		}
		return all.join();
	};
	try {
		console.error(`claude-code ${versionOf(harness)}, ${ask("systemctl", "--version").stdout.split("\n")[0]}`);
		const { status, stdout } = rules("install", "--user", "--resident", "--rules", join(place, "policy.rules"));
		expect("it is installed", status === 0 && stdout.includes("bylaw-hooks.socket: systemd holds"));
		const main = () => Number(systemctl("show", "--property=MainPID", "--value", "bylaw-hooks.service"));
		expect("the one that answers is systemd's", number() === main());
		expect("what is allowed runs, what is denied does not", (await calls()) === "touch made");
		const first = number();
		process.kill(first, "SIGKILL");
		expect("the same after the resident was killed", (await calls()) === "touch made");
		expect("another one answers, and it is systemd's", number() !== first && number() === main());
		expect("the doctor says so", rules("doctor").stdout.includes("ok   units"));
		writeFileSync(service, readFileSync(service, "utf8").replace("ExecStart=", "ExecStart=/bin/false "));
		systemctl("daemon-reload");
		systemctl("stop", "bylaw-hooks.service");
		expect("the same where the service can't start", (await calls()) === "touch made");
		expect("systemd has given up", systemctl("is-active", "bylaw-hooks.socket") === "failed");
		expect("and a hook's own process has started a resident", number() !== main() && existsSync(`/proc/${number()}`));
		rmSync(service);
		expect(
			"installed again, systemd holds it",
			rules("install", "--user", "--resident").status === 0 && number() === main(),
		);
		const gone = rules("uninstall", "--user");
		expect(
			"it is taken away",
			gone.status === 0 && systemctl("list-units", "--all", "--no-legend", "bylaw*") === "" && !existsSync(service),
		);
	} finally {
		try {
			process.kill(number(), "SIGKILL");
		} catch {
			// It has ended.
		}
		systemctl("exit");
		await Promise.race([new Promise((done) => systemd.on("exit", done)), sleep(10_000)]);
	}
	return isGood;
}
