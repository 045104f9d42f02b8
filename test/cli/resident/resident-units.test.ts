/** `rules install --resident` has systemd hold the resident's socket where it can, and leaves everything as it was where it can't. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { sides } from "../../runtime/harnesses/hooks/harness-side.js";
import { type Ended, folder, rules } from "../cli.js";
import { ran } from "../hooks.js";
import { valid } from "../schemas.js";
import { killResident, residentIn, stateOf } from "./residents.js";
import { type Systemd, systemd } from "./stand-in-systemctl.js";

jest.setTimeout(120_000);

const claude = sides.find(({ name }) => name === "claude-code");
const project = (): string => folder({ "policy.rules": "agent default {\n  default deny\n  allow ls\n}\n" });
const names = ["bylaw-hooks.socket", "bylaw-hooks.service"];

function run({ env }: Systemd, cwd: string, verb: string, ...words: string[]): Ended {
	const harness = words.includes("--harness") ? [] : ["--harness", "claude-code"];
	const resident = verb === "install" && !words.includes("--plain") ? ["--resident"] : [];
	const said = words.filter((word) => word !== "--plain");
	return rules([verb, ...harness, ...resident, ...said], { cwd, env, apart: true });
}

const unitsOf = ({ units }: Systemd): readonly string[] => names.filter((name) => existsSync(join(units, name)));
const resident = ({ home }: Systemd): string => join(home, ".bylaw/resident");
const started = ["daemon-reload", "enable --now bylaw-hooks.socket"];
const ended = [
	"disable --now bylaw-hooks.socket",
	"stop bylaw-hooks.service",
	"daemon-reload",
	"reset-failed bylaw-hooks.socket bylaw-hooks.service",
];

/** What the registered hook says, as the harness starts it. */
async function outcome(own: Systemd, cwd: string, command: string): Promise<unknown> {
	const { hooks } = JSON.parse(readFileSync(join(cwd, ".claude/settings.json"), "utf8"));
	const line = hooks.PreToolUse[0].hooks[0].command as string;
	const input = JSON.stringify(claude?.shell(command, cwd));
	return claude?.outcome(await ran("/bin/sh", ["-c", line], { input, cwd, env: { ...own.env, ...claude.variables } }));
}

describe("where systemd can be asked", () => {
	test("it holds the socket from the installation on, and starts a resident again; the last registration takes it along", async () => {
		const [own, cwd] = [systemd(), project()];
		const shown = run(own, cwd, "install", "--dry-run");
		expect([shown.code, unitsOf(own), own.asked()]).toEqual([0, [], []]);
		for (const name of names) expect(shown.out).toContain(`+++ ${join(own.units, name)}`);
		const { code, out, err } = run(own, cwd, "install");
		expect([code, err]).toEqual([0, ""]);
		for (const name of names) expect(out).toContain(`${join(own.units, name)}: systemd holds the resident's socket\n`);
		expect(own.asked()).toEqual(started);
		expect(readFileSync(join(own.units, names[0] as string), "utf8")).toContain(
			`\nListenStream=${resident(own)}/socket\nSocketMode=0600\n`,
		);
		const first = residentIn(resident(own));
		expect([await outcome(own, cwd, "ls"), await outcome(own, cwd, "git push")]).toEqual(["runs", "stops"]);
		expect(await stateOf(resident(own))).toMatchObject({ pid: first, answered: 2, notHere: 0 });
		killResident(resident(own));
		expect([await outcome(own, cwd, "git push"), await outcome(own, cwd, "ls")]).toEqual(["stops", "runs"]);
		const { pid, answered } = await stateOf(resident(own));
		expect([answered, pid === first]).toEqual([2, false]);

		expect(run(own, cwd, "doctor").out).toMatch(/\n {2}ok {3}units {4}systemd holds .*\n {2}ok {3}resident /);
		own.asked();
		const again = run(own, cwd, "install", "--json");
		const record = JSON.parse(again.out) as { files: readonly { change: string }[] };
		expect(valid("install", record)).toEqual([]);
		expect(record.files.map(({ change }) => change)).toEqual(["same", "same", "same"]);

		const other = ["--harness", "codex", "--user"];
		run(own, cwd, "install", ...other);
		own.asked();
		expect(run(own, cwd, "uninstall").code).toBe(0);
		expect([unitsOf(own), own.asked()]).toEqual([names, []]);
		expect(run(own, cwd, "uninstall", "--dry-run", ...other).out).toContain(
			`--- ${join(own.units, names[0] as string)}`,
		);
		expect(unitsOf(own)).toEqual(names);
		expect(run(own, cwd, "uninstall", ...other).out).toContain("systemd holds the resident's socket no more");
		expect([unitsOf(own), own.asked()]).toEqual([[], ended]);
		expect(existsSync(join(own.units, "sockets.target.wants", names[0] as string))).toBe(false);
	});

	test("it holds it no more when the registration is written without it, and starts this program after another one", () => {
		const [own, cwd] = [systemd(), project()];
		run(own, cwd, "install");
		const service = join(own.units, "bylaw-hooks.service");
		const text = readFileSync(service, "utf8");
		writeFileSync(service, text.replace(process.execPath, "/usr/bin/elsewhere"));
		expect(run(own, cwd, "doctor").out).toMatch(/look units .*starts another program/);
		own.asked();
		run(own, cwd, "install");
		expect(readFileSync(service, "utf8")).toBe(text);
		expect(own.asked()).toEqual([started[0], "stop bylaw-hooks.service", started[1]]);
		expect(run(own, cwd, "install", "--plain").out).toContain("systemd holds the resident's socket no more");
		expect([unitsOf(own), own.asked()]).toEqual([[], ended]);
	});

	test.each([
		[
			"one of its verbs fails",
			{ fails: ["enable"] },
			"`systemctl --user enable --now bylaw-hooks.socket`: Failed to do it",
		],
		["nobody answers then", { isIdle: true }, "the one that it starts does not answer"],
	] as const)("%s: no unit stays, and the hook's own process starts the resident", async (_, said, why) => {
		const [own, cwd] = [systemd(), project()];
		own.does(said);
		const { code, out } = run(own, cwd, "install");
		expect(code).toBe(0);
		expect(out).toContain("settings.json: the rules are asked\n");
		expect(out).toContain(`note: systemd does not hold the resident's socket (${why}`);
		expect(out).not.toContain("+++ /");
		expect([unitsOf(own), own.asked().slice(-4)]).toEqual([[], ended]);
		expect([await outcome(own, cwd, "ls"), await outcome(own, cwd, "git push")]).toEqual(["runs", "stops"]);
		expect(run(own, cwd, "doctor").out).not.toContain(" units ");
	});

	test("units of somebody else's stay as they are, and are not started", () => {
		for (const name of names) {
			const [own, cwd] = [systemd(), project()];
			mkdirSync(own.units, { recursive: true });
			writeFileSync(join(own.units, name), "[Service]\nExecStart=/bin/true\n");
			const { code, out } = run(own, cwd, "install");
			expect([code, unitsOf(own), own.asked()]).toEqual([0, [name], []]);
			expect(out).toContain(`note: \`${join(own.units, name)}\` is not ours, and stays as it is`);
			expect(run(own, cwd, "doctor").out).toMatch(/look units .* is not ours/);
			run(own, cwd, "uninstall");
			expect([unitsOf(own), own.asked()]).toEqual([[name], []]);
		}
	});

	test.each([
		["FragmentPath=/run/user/0/systemd/transient/bylaw-hooks.socket", /BAD {2}units .*in place of/],
		[
			"DropInPaths=/usr/lib/systemd/user/service.d/a.conf /home/p/.config/systemd/user/service.d/b.conf",
			/look units .*b\.conf` changes/,
		],
		["DropInPaths=/usr/lib/systemd/user/service.d/a.conf", /ok {3}units /],
		["ActiveState=failed", /look units .*is failed, and enabled/],
		["NeedDaemonReload=yes", /look units .*has not read/],
	])("the doctor tells of %s", (line, told) => {
		const [own, cwd] = [systemd(), project()];
		run(own, cwd, "install");
		own.does({ shows: line });
		expect(run(own, cwd, "doctor").out).toMatch(told);
	});
});

test("where it does not look in this home, and for another program, there are none", () => {
	const own = systemd();
	own.does({ looks: "/home/p/.config/systemd/user" });
	const elsewhere = run(own, project(), "install");
	own.does({ fails: ["show"] });
	const none = run(own, project(), "install");
	own.does({});
	const other = run(own, project(), "install", "--program", "/usr/local/bin/rules");
	for (const { code, out } of [elsewhere, none, other]) {
		expect(code).toBe(0);
		expect(out).not.toContain("systemd");
	}
	expect([unitsOf(own), own.asked()]).toEqual([[], []]);
});

test("no agent writes units", () => {
	const home = folder();
	const cwd = folder({ "policy.rules": "agent default {\n  default allow\n}\n" });
	for (const path of [
		".config/systemd/user/bylaw-hooks.service",
		".config/systemd/user/service.d/x.conf",
		".config/systemd/user.control/bylaw-hooks.service",
		".local/share/systemd/user/service.d/x.conf",
	].map((place) => join(home, place)))
		for (const words of [
			["touch", path],
			["cp", "policy.rules", path],
			["rm", "-r", dirname(path)],
			["ln", "-s", "/x", path],
		]) {
			const { code, out } = rules(["check", "--", ...words], { cwd, env: { HOME: home } });
			expect([words, code, out]).toEqual([words, 1, expect.stringContaining("changes what governs agents")]);
		}
	expect(rules(["check", "--", "touch", join(home, ".config/x")], { cwd, env: { HOME: home } }).code).toBe(0);
});
