/** A server keeps what happened where hooks keep it: another one goes on from there. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { currentPolicy } from "../../../../src/runtime/servers/current-policy.js";
import { lineAnswerer } from "../../../../src/runtime/servers/lines/answer-lines.js";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "served-"));
	process.env.XDG_STATE_HOME = join(folder, "state");
	writeFileSync(
		join(folder, "policy.rules"),
		"default deny\nallow npm test, cat, curl\nallow git push after exactly npm test\ndeny curl after cat secret\nallow git commit at most 2 per 1h\n",
	);
});
afterEach(() => {
	delete process.env.XDG_STATE_HOME;
	rmSync(folder, { recursive: true, force: true });
});

/** A server that has just been started: what it answers to a line. */
function served(): (line: object) => string {
	const policy = currentPolicy([join(folder, "policy.rules")], folder);
	const answerer = lineAnswerer({ cwd: folder });
	return (line) => {
		const { text } = answerer.turn(policy.answer())({ text: JSON.stringify(line) });
		return text === ""
			? ""
			: ((JSON.parse(text) as { readonly effect?: string; readonly error?: string }).effect ?? text);
	};
}

test("what one server was told, the next one knows", () => {
	const one = served();
	expect(one({ id: 1, session: "s1", argv: ["git", "push"] })).toBe("deny");
	expect(one({ id: 2, session: "s1", argv: ["npm", "test"] })).toBe("allow");
	expect(one({ outcome: { id: 2, code: 0 } })).toBe("");
	expect(one({ id: 3, session: "s1", argv: ["cat", "secret"] })).toBe("allow");
	const other = served();
	expect(other({ id: 1, session: "s1", argv: ["git", "push"] })).toBe("allow");
	expect(other({ id: 2, session: "s1", argv: ["curl", "x.example"] })).toBe("deny");
	expect(other({ id: 3, session: "s2", argv: ["curl", "x.example"] })).toBe("allow");
	other({ start: { session: "s2", parent: "s1" } });
	expect(other({ id: 4, session: "s2", argv: ["curl", "x.example"] })).toBe("deny");
});

test("equal lines are several events", () => {
	const one = served();
	const line = { id: 1, session: "s1", argv: ["git", "commit"] };
	expect([one(line), one(line), one(line)]).toEqual(["allow", "allow", "deny"]);
});

test("an outcome by a name that several clients gave is nobody's", () => {
	const one = served();
	one({ id: 1, session: "s1", argv: ["npm", "test"] });
	one({ id: 1, session: "s2", argv: ["cat", "a"] });
	one({ outcome: { id: 1, code: 0 } });
	expect(one({ id: 2, session: "s1", argv: ["git", "push"] })).toBe("deny");
});

test("a history that can't be read is unknown", () => {
	const one = served();
	one({ id: 1, session: "s1", argv: ["npm", "test"] });
	one({ outcome: { id: 1, code: 0 } });
	one({ history: "unreadable" });
	expect(one({ id: 2, session: "s1", argv: ["git", "push"] })).toBe("deny");
	expect(one({ id: 3, session: "s1", argv: ["curl", "x.example"] })).toBe("deny");
});
