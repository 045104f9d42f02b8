/** What the tests of the log share: folders, records, and processes that write. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, jest } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import type { AuditLog } from "../../../src/runtime/audit/log.js";
import type { AuditEvent, DecisionFields, OutcomeFields } from "../../../src/runtime/audit/record.js";

// Others may have the machine, too.
jest.setTimeout(240_000);

const schema: object = JSON.parse(readFileSync(new URL("../../../schemas/audit.schema.json", import.meta.url), "utf8"));
const fits = new Ajv2020({ allowUnionTypes: true }).compile(schema);

/** What is wrong with a record by its schema. */
export function faultsOf(record: unknown): unknown {
	return fits(record) ? [] : fits.errors;
}

export const allowed: DecisionFields = {
	agent: "default",
	argv: ["node", "-e", "1"],
	force: false,
	effect: "allow",
	code: "rule",
	rules: [{ id: "go", file: "policy.rules", line: 3 }],
	message: "",
	policy: "a".repeat(64),
};
export const refused: DecisionFields = { ...allowed, argv: ["git", "push"], effect: "deny", message: "no" };
export const ended: OutcomeFields = { code: 0, timedOut: false, cancelled: false, duration: 12, bytes: 3 };

/** A record of a decision. */
export function decision(fields: DecisionFields, id = "1"): AuditEvent {
	return { version: 1, id, time: "1970-01-01T00:00:00.000Z", type: "decision", ...fields };
}

/** A record of an outcome. */
export function outcome(id = "1", fields: OutcomeFields = ended): AuditEvent {
	return { version: 1, id, time: "1970-01-01T00:00:01.000Z", type: "outcome", ...fields };
}

/** Writes so many records. */
export function fill(log: AuditLog, count: number): void {
	for (let number = 0; number < count; number++) log.write(decision({ ...allowed, argv: [`${number}`] }, `${number}`));
}

/** The lines of a file. */
export function lines(path: string): string[] {
	const all = readFileSync(path, "utf8").split("\n");
	return all.at(-1) === "" ? all.slice(0, -1) : all;
}

export function records(path: string): Record<string, unknown>[] {
	return lines(path).map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A new folder; it is gone when the tests of the file have run. */
export function folder(): string {
	const path = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-audit-")));
	made.push(path);
	return path;
}
const made: string[] = [];
afterAll(() => {
	for (const path of made) rmSync(path, { recursive: true, force: true });
});

/** A program out of TypeScript, to be run by Node: what it imports is as from `src/runtime/audit`. */
export async function programOf(contents: string): Promise<string> {
	const outfile = join(folder(), "program.mjs");
	await build({
		stdin: {
			contents,
			resolveDir: fileURLToPath(new URL("../../../src/runtime/audit", import.meta.url)),
			loader: "ts",
		},
		bundle: true,
		platform: "node",
		format: "esm",
		outfile,
		logLevel: "silent",
	});
	return outfile;
}
