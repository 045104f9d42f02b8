/** Most rules are settled by their plainest command, or by one rival's text: without a single step of search. */
import { expect, test } from "@jest/globals";
import { agentModelOf, anySymbolicWorld } from "../../../src/authoring/analysis/agent-model.js";
import { type Liveness, liveness, livenessSubject } from "../../../src/authoring/analysis/liveness.js";
import { witnessCommandLine } from "../../../src/authoring/analysis/witness.js";
import { loadText } from "../../../src/runtime/load/load.js";

/** What is said of the last rule with no step to take. */
function lastOf(...lines: readonly string[]): Liveness {
	const { tree, diagnostics } = loadText("plain.rules", `agent default {\n${lines.join("\n")}\n}\n`);
	expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
	if (tree === undefined) throw new Error("there is no tree");
	const subject = livenessSubject(agentModelOf(tree, "default", anySymbolicWorld), 0);
	const rule = subject.setting.agentTree.rules.find(({ id }) => id === `plain.rules:${lines.length + 1}`);
	if (rule === undefined) throw new Error("the rule is not there");
	return liveness(rule, subject);
}

/** As text: `live: CMD`, `covered by LINE`. */
function settled(...lines: readonly string[]): string {
	const answer = lastOf("default deny", "syntax redirects", ...lines);
	switch (answer.kind) {
		case "live":
			return `live: ${witnessCommandLine(answer.sample)}`;
		case "covered":
			return `covered by ${answer.by.map(({ id }) => Number(id.slice("plain.rules:".length)) - 3).join()}: ${witnessCommandLine(answer.sample)}`;
		case "empty":
		case "not-settled":
			return answer.kind;
	}
}

test.each([
	["allow git status", "live: git status"],
	["allow git log v*", "live: git log vx"],
	["deny npm install --global", "live: npm install --global"],
	["allow cat", "live: cat"],
	["deny cat touching ~/.ssh", "live: cat /home/user/.ssh"],
	["ask /[a-c]+tool/ run", "live: atool run"],
	["constrain writes of foo to .", "live: foo /x"],
	["constrain writes of sort to .", "live: sort > /x"],
])("%s", (line, says) => {
	const needed = line.startsWith("ask") || line.startsWith("deny") ? ["allow *"] : [];
	expect(settled(...needed, line)).toBe(says);
});

test("a rival that holds of all of it covers a rule", () => {
	expect(settled("deny git push", "allow git push origin")).toBe("covered by 1: git push origin");
	expect(settled("allow git", "allow git status")).toBe("covered by 1: git status");
	expect(settled("deny git touching /etc, /usr", "ask git touching /etc")).toBe("covered by 1: git /etc");
});

test("of two rivals the one of another effect is named", () => {
	expect(settled("allow git", "deny git push", "allow git push origin")).toBe("covered by 2: git push origin");
	expect(settled("deny git push", "allow git", "allow git push origin")).toBe("covered by 1: git push origin");
});

test("a rival that leaves something out does not", () => {
	expect(settled("deny git push origin", "allow git push")).toBe("live: git push");
	expect(settled("deny git push except git push origin", "allow git push origin")).toBe("live: git push origin");
	expect(settled("allow git without --version", "allow git status")).not.toMatch(/^covered/);
	expect(settled("deny cat touching /etc", "deny cat touching /usr")).toBe("live: cat /usr");
});

test("what grants in doubt is no rival of a grant", () => {
	// `foo -x a`: `a` may be the value of `-x`, so that nothing surely grants it.
	expect(settled("allow foo a", "allow foo -x")).toBe("live: foo -x");
});

test("an exception of other words leaves nothing of a rival out", () => {
	expect(settled("deny foo list except foo deploy", "allow foo list a")).toBe("covered by 1: foo list a");
	// `ls` is an alias of `list`.
	expect(settled("deny npm except npm ls", "allow npm list")).not.toMatch(/^covered/);
});

test("a power is no more to a program of which nothing is known", () => {
	expect(settled("allow foo", "allow foo -r granting write")).toBe("covered by 1: foo -r");
});

test("a command that is near to a plain one shows that a rule decides", () => {
	expect(settled("allow foo without -r", "allow foo a")).toBe("live: foo a -r");
	expect(settled("nudge foo use t", "ask foo a")).toBe("live: foo a");
	expect(settled("constrain writes of foo to ./build", "deny * using privilege", "allow foo a")).toBe("live: foo a");
});
