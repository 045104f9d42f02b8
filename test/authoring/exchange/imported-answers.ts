/** What an imported policy answers, for tests. */
import { expect } from "@jest/globals";
import type { Imported, ImportFault, Remark } from "../../../src/authoring/exchange/imported.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { askedByLine } from "../../../src/engine/request/request-text.js";
import { positionAt, sourceFile } from "../../../src/language/source/source-file.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world = { workspace: "/work/it", home: "/home/me", linkAt: () => "none" as const, entriesOf: () => [] };

export function imported(read: Imported | ImportFault): Imported {
	if ("message" in read) throw new Error(read.message);
	return read;
}

export function faultOf(read: Imported | ImportFault): ImportFault {
	if ("policy" in read) throw new Error(`no fault: ${read.policy}`);
	return read;
}

export function treeOf(policy: string): Tree {
	const { tree, diagnostics } = loadText("policy.rules", policy, {});
	if (tree === undefined) throw new Error(`${diagnostics.map(({ message }) => message).join("\n")}\n${policy}`);
	return tree;
}

/** `free`: no rule of the agent decides it. */
export function answerOf(tree: Tree, line: string, agent = "default"): string {
	const { effect, code } = decide(tree, { ...askedByLine(line), agent }, world);
	return code === "ungoverned" ? "free" : effect;
}

/** Lines, each with its answer before it: `deny file.read .env`. */
export function expectAnswers({ policy }: Imported, lines: readonly string[]): void {
	const tree = treeOf(policy);
	const found = lines.map((line) => {
		const at = line.indexOf(" ");
		return `${answerOf(tree, line.slice(at + 1))}${line.slice(at)}`;
	});
	expect(found).toEqual(lines);
}

/** `left-out tools.sandbox 3:5`: what is told, of what, and where that stands in the text. */
export function placesOf(remarks: readonly Remark[], text: string): readonly string[] {
	const source = sourceFile("it", text);
	return remarks.map(({ verdict, place, at }) => {
		if (at === undefined) return `${verdict} ${place}`;
		const { line, column } = positionAt(source, at);
		return `${verdict} ${place} ${line}:${column}`;
	});
}
