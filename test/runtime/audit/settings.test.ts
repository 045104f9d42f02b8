/** Audit settings: what they may say, and what is wrong with others. The schema, which editors use, says the same. */
import { readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { openAudit } from "../../../src/runtime/audit/audit.js";
import { readAuditSettings, settingsFor } from "../../../src/runtime/audit/settings.js";
import { folder } from "./logs.js";

const schema: object = JSON.parse(
	readFileSync(new URL("../../../schemas/audit-settings.schema.json", import.meta.url), "utf8"),
);
const fits = new Ajv2020({ allowUnionTypes: true }).compile(schema);

let here: string;
beforeAll(() => {
	here = folder();
	writeFileSync(join(here, "audit.key"), "0123456789abcdef\n");
	writeFileSync(join(here, "short.key"), "0123\n");
});

function read(text: string): ReturnType<typeof readAuditSettings> {
	const path = join(here, "x.audit.yaml");
	writeFileSync(path, text);
	return readAuditSettings(path);
}

test("say where the log lies, from their own folder, and how it is kept", () => {
	const text = "file: logs/log.jsonl\nsize: 10KiB\nkeep: 3\nkey: audit.key\nmask: [--pin, ACME-*]\n";
	const log = { file: join(here, "logs/log.jsonl"), size: 10_240, keep: 3, key: Buffer.from("0123456789abcdef") };
	expect(read(text)).toEqual({
		to: [log],
		log,
		mask: ["--pin", "ACME-*"],
		files: [join(here, "x.audit.yaml"), join(here, "audit.key")],
	});
	expect(fits(parse(text))).toBe(true);
});

test("may say how the machine is called, in records of all sorts", () => {
	const path = join(here, "x.audit.yaml");
	const text = "file: log.jsonl\nmachine: laptop-4711\n";
	expect(read(text)).toMatchObject({ machine: "laptop-4711" });
	expect(fits(parse(text))).toBe(true);
	for (const [settings, machine] of [
		[settingsFor([path]), "laptop-4711"],
		[settingsFor([join(here, "log.jsonl")]), hostname()],
	] as const) {
		const audit = openAudit(settings);
		audit.ended("1", { timedOut: false, cancelled: false, duration: 1, bytes: 0, code: 0 } as never);
		audit.close();
		const [last] = readFileSync(join(here, "log.jsonl"), "utf8").trim().split("\n").slice(-1);
		expect(JSON.parse(last ?? "")).toMatchObject({ type: "outcome", machine });
	}
});

test("may name standard output, alone or beside a file", () => {
	expect(read("stdout: true\n")).toEqual({ to: ["-"], files: [join(here, "x.audit.yaml")] });
	expect(read("file: log\nstdout: true\n")).toMatchObject({ to: [{ file: join(here, "log") }, "-"] });
	expect(read("file: /log\nsize: 5000\n")).toMatchObject({ to: [{ file: "/log", size: 5000 }] });
	for (const text of ["stdout: true", "file: log\nsize: 5000", "file: log\nmask: --pin"])
		expect(fits(parse(text))).toBe(true);
});

test.each([
	["", "no mapping"],
	["- file", "no mapping"],
	["keep: 3", "no place"],
	["stdout: false", "no place"],
	["stdout: true\nkeep: 3", "of a file"],
	["file: ''", "`file` is a text"],
	["file: [a]", "`file` is a text"],
	["file: log\nsize: much", "no size"],
	["file: log\nsize: 0", "no size"],
	["file: log\nkeep: 0", "no number of files"],
	["file: log\nkeep: many", "no number of files"],
	["file: log\nstdout: maybe", "true or false"],
	["file: log\nmask: {a: b}", "list of texts"],
	["file: log\nfiles: log", "`files` is no audit setting"],
	["file: log\nfile: other", "twice"],
	["file: log\nmask: ['/(/']", "no pattern of a word"],
	["file: log\nkey: missing.key", "can't be read"],
	["file: log\nkey: short.key", "shorter than 16 bytes"],
	["file: [", ""],
])("are refused, with the reason: %j", (text, why) => {
	const found = read(text);
	if (!("fault" in found)) throw new Error("they are not refused");
	expect(found.fault).toContain(why);
	expect(found.help).not.toBe("");
});

test.each([
	"keep: 3",
	"stdout: true\nkeep: 3",
	"file: log\nsize: much",
	"file: log\nkeep: 0",
	"file: log\nfiles: log",
	"file: ''",
])("do not fit the schema either: %j", (text) => {
	expect(fits(parse(text))).toBe(false);
});

test("that are not there are refused", () => {
	expect(readAuditSettings(join(here, "none.audit.yaml"))).toHaveProperty("fault");
});
