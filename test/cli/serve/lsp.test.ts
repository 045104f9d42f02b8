import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { program, rules } from "../cli.js";

/** A message as the protocol frames it. */
const framed = (message: object): string => {
	const body = JSON.stringify({ jsonrpc: "2.0", ...message });
	return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};
const initialize = framed({
	id: 1,
	method: "initialize",
	params: { processId: null, rootUri: null, capabilities: {} },
});
const shutdown = framed({ id: 2, method: "shutdown" });
const exit = framed({ method: "exit" });

test.each([[["lsp"]], [["lsp", "--stdio"]]])("%j answers, and ends with 0 when it is told to", (words) => {
	const { code, out, err } = rules(words, { input: initialize + shutdown + exit });
	expect([code, err]).toEqual([0, ""]);
	expect(out).toMatch(/^Content-Length: \d+\r\n/);
	expect(out).toContain('"serverInfo":{"name":"rules"');
});

test("it ends with 1 when the editor goes away without a word", () => {
	expect(rules(["lsp"], { input: initialize }).code).toBe(1);
	expect(rules(["lsp"]).code).toBe(1);
});

test("no other verb loads the library of the protocol", () => {
	const folder = dirname(program());
	const pieces = new Map(
		["cli.cjs", ...readdirSync(join(folder, "cli")).map((name) => `cli/${name}`)].map((name) => [
			name,
			readFileSync(join(folder, name), "utf8"),
		]),
	);
	const speaking = [...pieces].filter(([, text]) => text.includes("$/cancelRequest")).map(([name]) => name);
	expect(speaking).toHaveLength(1);
	const [piece] = speaking as [string];
	const loading = [...pieces].filter(([name, text]) => name !== piece && text.includes(piece.replace("cli/", "")));
	expect(loading.map(([name]) => name.replace(/-[A-Z0-9]+\.cjs$/, ""))).toEqual(["cli/lsp"]);
});
