import { expect, test } from "@jest/globals";
import { renderNetwork } from "../../../src/authoring/render/render-network.js";

const list = (...texts: readonly string[]) =>
	texts.map((text) => ({ text: text.replace(/^!/, ""), negated: text.startsWith("!") }));

test("a network of listed hosts is told for each command that differs", () => {
	const hosts = [
		{ within: [[list("a.example", "!b.a.example"), list("b.example:443")]], refused: [list("10.0.0.0/8")] },
		{ within: [[list("a.example")]], refused: [] },
		{ within: [[list("a.example")]], refused: [] },
	];
	expect(renderNetwork({ network: true, hosts }, "require", undefined)).toBe(
		"network: these hosts alone, whatever runs:\n  `a.example, !b.a.example` or `b.example:443`, but not `10.0.0.0/8`\n  `a.example`\n  held by the sandbox: its only way out is a proxy that lets these through\n",
	);
});

test("where there is no sandbox it is said what that means", () => {
	const bounds = { network: true, hosts: [{ within: [[list("a.example")]], refused: [] }] };
	expect(renderNetwork(bounds, "require", "no\u202e bwrap")).toMatch(
		/\n {2}nothing runs here, for there is no sandbox: no\S+ bwrap\n$/,
	);
	expect(renderNetwork(bounds, "prefer", "no bwrap")).toMatch(
		/\n {2}not held here, for there is no sandbox: no bwrap; rules see what a command line says, not what code does\n$/,
	);
	expect(renderNetwork({ network: false }, "require", undefined)).toBe("network: none\n  held by the sandbox\n");
});
