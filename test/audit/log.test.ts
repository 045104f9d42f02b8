/** The decision log: what is written when, and that a change to it does not go unnoticed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import { openAuditLog } from "../../src/audit/log.js";
import type { DecisionFields, OutcomeFields } from "../../src/audit/record.js";
import { verifyAuditLog } from "../../src/audit/verify.js";

const schema: object = JSON.parse(readFileSync(new URL("../../schemas/audit.schema.json", import.meta.url), "utf8"));
const fits = new Ajv2020().compile(schema);

const allowed: DecisionFields = {
	agent: "default",
	argv: ["node", "-e", "1"],
	force: false,
	effect: "allow",
	code: "rule",
	rules: [{ id: "go", file: "policy.rules", line: 3 }],
	message: "",
	policy: "a".repeat(64),
};
const refused: DecisionFields = { ...allowed, argv: ["git", "push"], effect: "deny", message: "no" };
const ended: OutcomeFields = { code: 0, timedOut: false, cancelled: false, duration: 12, bytes: 3 };

let folder: string;
let file: string;
beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-audit-")));
	file = join(folder, "logs", "audit.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = (path = file): string[] => readFileSync(path, "utf8").split("\n").slice(0, -1);
const records = (path = file): Record<string, unknown>[] => lines(path).map((line) => JSON.parse(line));

describe("a decision log", () => {
	test("has a decision on disk when `decided` returns, allowed or refused, and an outcome by the same id", () => {
		const log = openAuditLog({ file, clock: () => 0 });
		const id = log.decided(allowed);
		expect(records()).toHaveLength(1);
		log.decided(refused);
		log.ended(id, ended);
		log.close();
		expect(records()).toMatchObject([
			{
				type: "decision",
				id,
				effect: "allow",
				argv: ["node", "-e", "1"],
				prev: "0".repeat(64),
				time: "1970-01-01T00:00:00.000Z",
			},
			{ type: "decision", effect: "deny", argv: ["git", "push"] },
			{ type: "outcome", id, code: 0, bytes: 3 },
		]);
		expect(log.warnings).toEqual([]);
	});

	test("fits its schema, which knows no other fields", () => {
		const log = openAuditLog({ file });
		const id = log.decided({ ...allowed, cwd: "/w", env: ["CI"], tools: ["search"], workspace: "/w", home: "/home/u" });
		log.decided({ ...refused, rules: [] });
		log.ended(id, { signal: "SIGKILL", timedOut: true, cancelled: false, duration: 1, bytes: 0, spill: ["/tmp/x"] });
		log.close();
		for (const record of records())
			expect({ fits: fits(record), errors: fits.errors }).toEqual({ fits: true, errors: null });
		expect(fits({ ...records()[0], other: 1 })).toBe(false);
		expect(fits({ ...records()[0], argv: undefined, effect: "maybe" })).toBe(false);
	});

	test("is readable for its owner only", () => {
		openAuditLog({ file }).close();
		expect(statSync(file).mode & 0o777).toBe(0o600);
	});

	test("keeps a record on one line whatever characters are in it", () => {
		const script = `a\nb\r\u0000\u2028\u2029\u0007${String.fromCharCode(0xd800)} \u{1f600}é`;
		const { argv: _, ...rest } = allowed;
		const log = openAuditLog({ file });
		log.decided({ ...rest, script });
		log.close();
		expect(lines()).toHaveLength(1);
		expect(records()[0]?.script).toBe(script);
		expect(verifyAuditLog(lines())).toMatchObject({ kind: "whole", lines: 1 });
	});

	test("goes on where it ended when it is opened again", () => {
		for (let round = 0; round < 3; round++) {
			const log = openAuditLog({ file });
			log.decided(allowed);
			log.decided(refused);
			log.close();
		}
		expect(verifyAuditLog(lines())).toEqual({ kind: "whole", lines: 6, torn: [] });
	});

	test("finds the last line of a log that has very long ones", () => {
		for (let round = 0; round < 2; round++) {
			const log = openAuditLog({ file });
			log.decided({ ...allowed, argv: ["x".repeat(200_000)] });
			log.close();
		}
		expect(verifyAuditLog(lines())).toMatchObject({ kind: "whole", lines: 2 });
	});

	test("keeps a torn last line and says so in the line behind it", () => {
		const first = openAuditLog({ file });
		first.decided(allowed);
		first.close();
		writeFileSync(file, `${readFileSync(file, "utf8")}{"version":1,"type":"deci`);
		const log = openAuditLog({ file });
		log.decided(refused);
		log.decided(allowed);
		log.close();
		expect(lines()[1]).toBe('{"version":1,"type":"deci');
		expect(JSON.parse(lines()[2] as string)).toMatchObject({ recovered: true, effect: "deny" });
		expect(verifyAuditLog(lines())).toMatchObject({ kind: "whole", torn: [2] });
	});

	test("is one chain although several processes write to it at the same time", async () => {
		const program = join(folder, "writer.mjs");
		await build({
			stdin: {
				contents: `import { openAuditLog } from "./log.ts";
					const log = openAuditLog({ file: process.argv[2] });
					for (let i = 0; i < 40; i++) log.ended(log.decided(${JSON.stringify(allowed)}), ${JSON.stringify(ended)});`,
				resolveDir: fileURLToPath(new URL("../../src/audit", import.meta.url)),
				loader: "ts",
			},
			bundle: true,
			platform: "node",
			format: "esm",
			outfile: program,
			logLevel: "silent",
		});
		const writers = [1, 2, 3].map(() => spawn(process.execPath, [program, file], { stdio: "inherit" }));
		expect(await Promise.all(writers.map(async (writer) => (await once(writer, "exit"))[0]))).toEqual([0, 0, 0]);
		expect(verifyAuditLog(lines())).toEqual({ kind: "whole", lines: 240, torn: [] });
	});

	describe("that can't be written", () => {
		test("goes to another folder and says so", () => {
			writeFileSync(join(folder, "file"), "");
			const log = openAuditLog({ file: join(folder, "file", "audit.jsonl"), fallbackFolder: join(folder, "other") });
			log.decided(allowed);
			log.close();
			expect(log.file).toBe(join(folder, "other", "audit.jsonl"));
			expect(log.warnings.join()).toContain(join(folder, "file", "audit.jsonl"));
			expect(log.warnings.join()).toContain(log.file);
			expect(records(log.file)).toHaveLength(1);
			expect(statSync(join(folder, "other")).mode & 0o777).toBe(0o700);
		});

		test("does not go to a folder that is a link, or that others can write to", () => {
			writeFileSync(join(folder, "file"), "");
			mkdirSync(join(folder, "real"), { mode: 0o700 });
			symlinkSync(join(folder, "real"), join(folder, "link"));
			mkdirSync(join(folder, "open"));
			chmodSync(join(folder, "open"), 0o777);
			for (const fallbackFolder of [join(folder, "link"), join(folder, "open")]) {
				expect(() => openAuditLog({ file: join(folder, "file", "a"), fallbackFolder })).toThrow(fallbackFolder);
			}
		});

		test("is never a link or a device that stands in its place", () => {
			mkdirSync(join(folder, "logs"));
			writeFileSync(join(folder, "victim"), "mine");
			symlinkSync(join(folder, "victim"), file);
			const log = openAuditLog({ file, fallbackFolder: join(folder, "other") });
			log.decided(allowed);
			log.close();
			expect(readFileSync(join(folder, "victim"), "utf8")).toBe("mine");
			const device = openAuditLog({ file: "/dev/null", fallbackFolder: join(folder, "other") });
			expect(device.file).toBe(join(folder, "other", "null"));
			device.close();
		});
	});
});

describe("verifying", () => {
	let whole: string[];
	beforeEach(() => {
		const log = openAuditLog({ file });
		for (let i = 0; i < 5; i++) log.decided({ ...allowed, argv: [`${i}`] });
		log.close();
		whole = lines();
	});

	test("accepts a log as it is, as lines and as a text", () => {
		expect(verifyAuditLog(whole)).toEqual({ kind: "whole", lines: 5, torn: [] });
		expect(verifyAuditLog(readFileSync(file, "utf8"))).toEqual({ kind: "whole", lines: 5, torn: [] });
		expect(verifyAuditLog("")).toEqual({ kind: "whole", lines: 0, torn: [] });
	});

	test("names the first line that does not follow: changed, taken out, added, moved", () => {
		const changed = whole.with(2, (whole[2] as string).replace('"deny"', '"allow"').replace('"2"', '"9"'));
		expect(verifyAuditLog(changed)).toMatchObject({ kind: "broken", line: 4 });
		expect(verifyAuditLog(whole.toSpliced(2, 1))).toMatchObject({ kind: "broken", line: 3 });
		expect(verifyAuditLog(whole.toSpliced(2, 0, whole[4] as string))).toMatchObject({ kind: "broken", line: 3 });
		expect(verifyAuditLog([...whole.slice(0, 3), whole[4] as string, whole[3] as string])).toMatchObject({
			kind: "broken",
			line: 4,
		});
		expect(verifyAuditLog(whole.slice(1))).toMatchObject({ kind: "broken", line: 1 });
	});

	test("accepts no line that is no record, unless the one behind it says so", () => {
		expect(verifyAuditLog(whole.with(1, "{"))).toMatchObject({ kind: "broken", line: 2 });
		expect(verifyAuditLog(whole.with(1, "[]"))).toMatchObject({ kind: "broken", line: 2 });
	});
});

test("where a folder takes none, as below /proc, the log moves at once instead of asking without end", () => {
	const log = openAuditLog({ file: "/proc/none/log" });
	log.close();
	expect(log.warnings.join()).toContain("/proc/none");
});
