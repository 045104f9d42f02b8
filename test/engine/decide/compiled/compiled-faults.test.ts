/** What is no compiled policy, or not a whole one, is refused with its reason; what is asked for beyond its ends is not there. */
import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { isCompiled, readCompiled } from "../../../../src/engine/decide/compiled/compiled-text.js";
import { compiledText } from "../../../../src/engine/decide/compiled/write-compiled.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Decisions, Tree } from "../../../../src/engine/decide/tree.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { world } from "../../laws/world.js";

function treeOf(text: string): Tree {
	const { tree, diagnostics } = loadText("p.rules", text);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	return tree;
}

const tree = treeOf(
	"program deploy can network\nagent default {\n allow ls, cat within .\n deny ls -l\n deny ls -l\n}\n",
);
const whole = compiledText(tree);

function read(text: string): Decisions {
	const decisions = readCompiled(Buffer.from(text));
	if ("fault" in decisions) throw new Error(decisions.fault);
	return decisions;
}

function faultOf(text: string, options = {}): string | undefined {
	const decisions = readCompiled(Buffer.from(text), options);
	return "fault" in decisions ? decisions.fault : undefined;
}

/** With the checksum that fits. */
function resealed(text: string): string {
	const body = text.slice(text.indexOf("\n") + 1);
	return text.replace(/[0-9a-f]{64}/, createHash("sha256").update(body).digest("hex"));
}

const [head = "", body = ""] = whole.split("\n");
const rest = whole.slice(head.length + body.length + 2);
const fields = JSON.parse(`{${body.slice(0, -1)}}`) as Readonly<Record<string, unknown>>;

function withFields(changed: Readonly<Record<string, unknown>>): string {
	return resealed(`${head}\n${JSON.stringify({ ...fields, ...changed }).slice(1, -1)},\n${rest}`);
}

const unsoundEntry = "an entry of the compiled policy is not as it should be";
const unsound = expect.stringContaining(unsoundEntry) as unknown;
const broken = "this compiled policy was changed or cut off: its checksum is wrong";

test("what begins otherwise is no compiled policy", () => {
	for (const text of ["", "{", "allow ls", whole.slice(1), head.slice(0, 10), whole.replace("bylaw-", "Bylaw-")]) {
		expect(isCompiled(Buffer.from(text))).toBe(false);
		expect(faultOf(text)).toBe("this is no compiled policy");
	}
	expect(isCompiled(Buffer.from(whole))).toBe(true);
	expect(faultOf(whole)).toBeUndefined();
});

test("another version of the format is named", () => {
	expect(faultOf(whole.replace('"version":1', '"version":2'))).toBe(
		"this policy was compiled in version 2 of the format; this is version 1",
	);
});

test("what was changed or cut off is refused; a signature stands for the checksum", () => {
	const changed = whole.replace('"effect":"deny"', '"effect":"dent"');
	expect(changed).not.toBe(whole);
	expect(faultOf(changed)).toBe(broken);
	expect(faultOf(changed, { isSigned: false })).toBe(broken);
	expect(faultOf(changed, { isSigned: true })).toBeUndefined();
	expect(faultOf(head, { isSigned: true })).toBe(broken);
	expect(faultOf(`${head}\n`, { isSigned: true })).toBe(broken);
	expect(faultOf(`${head}\n${body}`, { isSigned: true })).toBe(broken);
	expect(faultOf(resealed(`${head}\n${body}`))).toBe(broken);
	expect(faultOf(resealed(`${head}\n{${body}\n${rest}`))).toBe(broken);
});

test("another build is named", () => {
	expect(faultOf(withFields({ engine: "another" }))).toMatch(/^this policy was compiled by another build .*another/);
});

test.each([
	["digest", 1],
	["files", "p.rules"],
	["files", [1]],
	["lines", []],
	["lines", { "p.rules": 1 }],
	["lines", null],
	["programs", []],
	["programs", { deploy: { forms: [] } }],
	["programs", { deploy: { operandForms: [] } }],
	["sources", "p.rules"],
	["sources", [null]],
	["starts", "x"],
	["starts", {}],
	["starts", { ...(fields.starts as object), rules: 1 }],
	["names", "default"],
	["names", [1]],
])("a head whose `%s` is %j is refused", (name, value) => {
	expect(faultOf(withFields({}))).toBeUndefined();
	expect(faultOf(withFields({ [name]: value }))).toBe(broken);
});

test.each([
	["agent", null],
	["agent", "default"],
	["environment", 0],
	["limits", 0],
	["name", 5],
	["rules", 7],
	["tests", 7],
	["choices", 7],
	["programs", 0],
	["programs", { ls: "x" }],
	["programs", { ls: -1 }],
	["cells", ""],
	["others", ""],
	["whole", ""],
	["granted", "x"],
	["granted", [1]],
])("an agent whose `%s` is %j is denied everything", (name, value) => {
	const line = whole.split("\n").find((one) => one.startsWith('{"agent":{')) as string;
	const parsed = JSON.parse(line.replace(/,$/, "")) as { agent: Record<string, unknown>; [name: string]: unknown };
	const inner = ["environment", "limits", "name"].includes(name);
	const changed = inner ? { ...parsed, agent: { ...parsed.agent, [name]: value } } : { ...parsed, [name]: value };
	// What stands behind may not move: a trusted folder less makes room.
	const text = JSON.stringify(changed).replace('"/usr/bin",', "");
	expect(text.length).toBeLessThanOrEqual(line.length);
	const hurt = read(resealed(whole.replace(line, () => text.padEnd(line.length))));
	expect(decide(hurt, { argv: ["ls"] }, world)).toMatchObject({ effect: "deny", code: "fault", message: unsound });
});

test.each(["null", "7", "[]", '"default"'])("an agent whose line is %s is denied everything", (put) => {
	const line = whole.split("\n").find((one) => one.startsWith('{"agent":{')) as string;
	const hurt = read(resealed(whole.replace(line, () => put.padEnd(line.length))));
	expect(decide(hurt, { argv: ["ls"] }, world)).toMatchObject({ effect: "deny", code: "fault", message: unsound });
});

test("a rule whose place is beyond the list is not there", () => {
	const line = whole.split("\n").find((one) => one.startsWith('{"agent":{')) as string;
	const count = new Set(whole.slice(whole.indexOf('"rules":[\n') + 10, whole.indexOf('\n],\n"choices"')).split("\n"))
		.size;
	const beyond = Buffer.from(Int32Array.of(count).buffer).toString("base64");
	const own = /"rules":"([^"]*)"/.exec(line)?.[1] as string;
	const hurt = whole.replace(line, () => line.replace(own, () => beyond + own.slice(beyond.length)));
	expect(read(resealed(hurt)).agents.default?.rules.at(0)).toBeUndefined();
});

test("a test that is put together names its parts, which stand before it: one that names itself or what follows is a denial", () => {
	const tests = (whole.split('"tests":[\n')[1] ?? "").split("\n]")[0]?.split(",\n") ?? [];
	const own = tests.findIndex((line) => /^\[\d,/.test(line));
	const line = tests[own] as string;
	expect(line).toMatch(/^\[\d,\d\]$/);
	const allTests = (text: string): void => {
		const { tests } = read(text).agents.default as Decisions["agents"][string];
		for (let at = 0; at < tests.length; at++) tests.at(at);
	};
	allTests(whole);
	const withLine = (put: string): string => resealed(whole.replace(`\n${line},\n`, `\n${put.padEnd(line.length)},\n`));
	allTests(withLine("[2]"));
	for (const place of [own, own + 1, 99])
		expect(() => allTests(withLine(`[${place}]`))).toThrow("names what is not in it");
	for (const put of ["[-1]", "[{}]", '["0"]', '"x"']) expect(() => allTests(withLine(put))).toThrow(unsoundEntry);
});

test("what is alike stands once", () => {
	const lines = whole.slice(whole.indexOf('"tests":['), whole.indexOf('"rules":[')).split(",\n");
	expect(new Set(lines).size).toBe(lines.length);
});

test("an empty list is read as one, and what follows it stands where it should", () => {
	const empty = treeOf("agent default {\n default ask\n}\nagent other {\n default deny\n}\n");
	const again = read(compiledText(empty));
	for (const agent of ["default", "other"])
		expect(decide(again, { argv: ["ls"], agent }, world)).toEqual(decide(empty, { argv: ["ls"], agent }, world));
});

test("an empty list takes its place, so that those behind it begin where they are said to", () => {
	const text = compiledText(treeOf("agent default {\n default ask\n}\n"));
	const [first = "", second = ""] = text.split("\n");
	const behind = text.slice(first.length + second.length + 2);
	const { starts } = JSON.parse(`{${second.slice(0, -1)}}`) as { starts: Readonly<Record<string, string>> };
	for (const [name, places] of Object.entries(starts)) {
		const open = `"${name}":[\n`;
		const [begin = 0] = new Int32Array(new Uint8Array(Buffer.from(places, "base64")).buffer);
		expect(behind.slice(begin - open.length, begin)).toBe(open);
	}
});

test("each part is made once, and nothing lies beyond the ends", () => {
	const again = read(whole);
	const agent = again.agents.default;
	const written = tree.agents.default;
	if (agent === undefined || written === undefined) throw new Error("the agent is gone");
	expect(again.agents.default).toBe(agent);
	expect(agent.rules.at(0)).toBe(agent.rules.at(0));
	expect(agent.rules.length).toBe(written.rules.length);
	for (const table of [agent.rules, agent.tests, agent.choices])
		for (const place of [-1, table.length, table.length + 1, 0.5, Number.NaN]) expect(table.at(place)).toBeUndefined();
	const count = written.cells.length;
	expect(count).toBeGreaterThan(3);
	expect(Array.from({ length: count }, (_, at) => agent.cells.at(at))).toEqual([...written.cells]);
	for (const place of [-1, count, count + 1, 100_000]) expect(agent.cells.at(place)).toBeUndefined();
});

test("numbers are the same across the pages that they are read by", () => {
	const names = Array.from({ length: 700 }, (_, at) => `tool${at}`);
	const big = treeOf(`agent default {\n${names.map((name, at) => ` allow ${name} a${at} --x${at}\n`).join("")}}\n`);
	const { cells } = big.agents.default as NonNullable<Tree["agents"][string]>;
	expect(cells.length).toBeGreaterThan(3 * 512);
	const again = read(compiledText(big)).agents.default;
	expect(Array.from({ length: cells.length }, (_, at) => again?.cells.at(at))).toEqual([...cells]);
	for (const place of [-1, -512, cells.length, 1_000_000, Number.NaN]) expect(again?.cells.at(place)).toBeUndefined();
});
