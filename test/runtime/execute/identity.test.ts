/** The program that was decided is the one that runs. */
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { permit } from "../../../src/engine/decide/permit.js";
import type { Request } from "../../../src/engine/request/request.js";
import { launch } from "../../../src/runtime/execute/launch.js";
import type { Outcome } from "../../../src/runtime/execute/outcome.js";
import { identify, isStill } from "../../../src/runtime/execute/processes/identity.js";
import { type RunSettings, run } from "../../../src/runtime/execute/run.js";
import { searchPath } from "../../../src/runtime/execute/search-path.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";

jest.setTimeout(240_000);

let folder: string;
beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-identity-")));
	for (const name of ["trusted", "agents", "work"]) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that says who it is. */
const program = (path: string, says = path, more = ""): string => {
	const file = join(folder, path);
	writeFileSync(file, `#!/bin/sh\necho ${says}\n${more}`);
	chmodSync(file, 0o755);
	return file;
};
/** What came of a request under a policy; `between` happens when it is decided and not yet run. */
const ran = (policy: string, request: Request, settings: RunSettings = {}, between = () => {}): Promise<Outcome> => {
	const { tree, diagnostics } = loadText("policy.rules", `agent default {\n${policy}\n}\n`);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	const decision = decide(tree, request, realWorld(join(folder, "work")));
	const permission = permit(decision);
	if (permission === undefined) throw new Error(decision.message);
	between();
	return run(permission, settings);
};
const text = ({ merged, failure }: Outcome): string | undefined => merged?.text ?? failure;
const path = (...folders: string[]): RunSettings => ({
	baseEnvironment: {
		PATH: [...folders.map((name) => (name.startsWith("/") ? name : join(folder, name)))].join(delimiter),
	},
});

describe("a bare name", () => {
	test("is the program of a trusted folder, whatever the harness's PATH has before it", async () => {
		program("trusted/tool");
		program("agents/tool");
		const policy = `allow tool\ntrust ${folder}/trusted`;
		expect(text(await ran(policy, { argv: ["tool"] }, path("agents", "trusted")))).toBe("trusted/tool\n");
		expect(text(await ran("allow tool", { argv: ["tool"] }, path("agents")))).toBe("agents/tool\n");
	});

	test("is the same program in a script, behind a wrapper and to a program that looks for it", async () => {
		for (const place of ["trusted/tool", "agents/tool"]) program(place);
		program("trusted/asking", "asks", "tool\nenv tool");
		const policy = `allow tool, asking, env, true, test\nsyntax sequences\ntrust ${folder}/trusted`;
		const settings = path("agents", "/usr/bin", "/bin");
		expect(text(await ran(policy, { script: "tool && tool" }, settings))).toBe("trusted/tool\ntrusted/tool\n");
		expect(text(await ran(policy, { argv: ["env", "tool"] }, settings))).toBe("trusted/tool\n");
		expect(text(await ran(policy, { argv: ["asking"] }, settings))).toBe("asks\ntrusted/tool\ntrusted/tool\n");
	});

	test("is never that of the folder it runs in, whatever the PATH says, in a script neither", async () => {
		program("work/tool");
		const settings = { baseEnvironment: { PATH: `:.:work:./:${folder}/agents:` } };
		expect((await ran("allow tool", { argv: ["tool"] }, settings)).failure).toBe(
			"there is no program `tool` on the PATH",
		);
		const script = await ran("allow tool, true\nsyntax sequences", { script: "tool; true" }, settings);
		expect(text(script)).toMatch(/tool: command not found/);
		const bare = await ran(
			"allow tool, true\nsyntax sequences\nenvironment keep LANG",
			{ script: "tool; true" },
			settings,
		);
		expect(text(bare)).toMatch(/tool: command not found/);
	});

	test("is not looked for on the PATH that a request sets, even where the policy accepts one", async () => {
		program("trusted/tool", "trusted", 'echo "$PATH"');
		program("agents/tool");
		const policy = `allow tool\ntrust ${folder}/trusted\nenvironment accept PATH`;
		const request = { argv: ["tool"], env: { PATH: join(folder, "agents") } };
		expect(text(await ran(policy, request, path("trusted")))).toBe(`trusted\n${folder}/agents\n`);
	});

	test("is looked for where the policy says by its own PATH, and there alone", async () => {
		for (const place of ["trusted/tool", "agents/tool"]) program(place, place, 'echo "$PATH"');
		const policy = `allow tool\nenvironment set PATH=${folder}/trusted:.`;
		expect(text(await ran(policy, { argv: ["tool"] }, path("agents")))).toBe(`trusted/tool\n${folder}/trusted:.\n`);
	});
});

describe("the folders in which programs are looked for", () => {
	const environment = { keep: [], set: {}, accept: [] };
	test("are trusted ones, then the harness's, each once; the system's when there is none", () => {
		const trust = ["/usr/bin", "/bin"];
		expect(searchPath({ environment, trust }, "/opt/x:/bin::relative:.:/usr/bin/")).toBe(
			"/usr/bin:/bin:/opt/x:/usr/bin/",
		);
		for (const base of [undefined, "", ".", ":"])
			expect(searchPath({ environment, trust: [] }, base)).toBe("/usr/bin:/bin");
		expect(searchPath({ environment: { ...environment, set: { PATH: "/a:b" } }, trust }, "/c")).toBe("/a");
	});
});

describe("a path to a program", () => {
	const policy = "allow ./*, ../**\ndeny evil\n";

	test("that leads elsewhere when it is run than when it was decided runs nothing", async () => {
		program("work/good");
		const evil = program("work/evil", "evil", `echo > ${folder}/ran`);
		const link = join(folder, "work/link");
		symlinkSync("good", link);
		const flip = (): void => {
			unlinkSync(link);
			symlinkSync("evil", link);
		};
		expect(text(await ran(policy, { argv: ["./link"] }))).toBe("work/good\n");
		expect((await ran(policy, { argv: ["./link"] }, {}, flip)).failure).toBe(
			"`./link` leads to another program than when it was decided",
		);
		expect(existsSync(join(folder, "ran"))).toBe(false);
		expect(existsSync(evil)).toBe(true);
	});

	test("through a folder that is another one meanwhile runs nothing", async () => {
		mkdirSync(join(folder, "work/a"));
		mkdirSync(join(folder, "work/b"));
		program("work/a/tool");
		program("work/b/tool", "evil", `echo > ${folder}/ran`);
		symlinkSync("a", join(folder, "work/dir"));
		const outcome = await ran(policy, { argv: ["dir/tool"] }, {}, () => {
			unlinkSync(join(folder, "work/dir"));
			symlinkSync("b", join(folder, "work/dir"));
		});
		expect(outcome.failure).toMatch(/leads to another program/);
		expect(existsSync(join(folder, "ran"))).toBe(false);
	});

	test("that is a link all the time runs under its own name", async () => {
		writeFileSync(join(folder, "work/many"), '#!/bin/sh\necho "${0##*/}"\n');
		chmodSync(join(folder, "work/many"), 0o755);
		symlinkSync("many", join(folder, "work/one"));
		expect(text(await ran(policy, { argv: ["./one"] }))).toBe("one\n");
	});
});

describe("between finding a program and starting it", () => {
	const plan = (file: string) => ({
		file,
		args: [],
		cwd: folder,
		env: {},
		limits: {},
		identity: identify(file) as never,
	});

	test.each<readonly [string, (file: string) => void]>([
		["another file takes its place", (file) => renameSync(program("work/other", "evil"), file)],
		["something else is written into it", (file) => writeFileSync(file, "#!/bin/sh\necho evil evil\n")],
		[
			"it is changed and gets its old time again",
			(file) => {
				writeFileSync(file, "#!/bin/sh\necho evil evil\n");
				utimesSync(file, 1, 1);
			},
		],
		["its rights are changed", (file) => chmodSync(file, 0o4755)],
		["it goes away", (file) => unlinkSync(file)],
		[
			"a link takes its place",
			(file) => {
				renameSync(file, `${file}.old`);
				symlinkSync("/bin/echo", file);
			},
		],
	])("nothing is started when %s", async (_, change) => {
		const file = program("work/tool", "good");
		utimesSync(file, 1, 1);
		const prepared = plan(file);
		change(file);
		for (const outputMode of ["merged", "separate"] as const) {
			const outcome = await launch(prepared, { outputMode });
			expect(outcome.failure).toBe("the program is another than the one that was found: somebody has changed it");
			expect([outcome.merged, outcome.code]).toEqual([undefined, undefined]);
		}
	});

	test("a program that is left alone is started", async () => {
		const file = program("work/tool", "good");
		readFileSync(file);
		expect(isStill(identify(file) as never)).toBe(true);
		expect((await launch(plan(file), {})).merged?.text).toBe("good\n");
		expect(identify(join(folder, "nowhere"))).toBeUndefined();
	});
});
