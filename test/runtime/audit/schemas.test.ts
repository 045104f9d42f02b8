/** Whatever is asked, in whatever way: the decision and every record of it fit their schemas. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Request } from "../../../src/engine/request/request.js";
import type { AuditEvent } from "../../../src/runtime/audit/record.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { decisionRecord } from "../../../src/runtime/servers/decision-record.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { valid } from "../../cli/schemas.js";
import { faultsOf, folder, records } from "./logs.js";

const policy = loadText(
	"policy.rules",
	`agent default {
  default deny
  allow true, false, echo, cat, env, xargs, ./none
  allow sleep use timer
  ask touch note "Look." because "A person looks."
  nudge grep use file.search because "Plain search lacks context." id no-grep
  deny git because "Not {command}." id no-git
  deny * touching /etc
  syntax pipes, sequences, redirects, variables
  environment accept CI
  limit timeout 200ms
  limit output 16 bytes keep head 4 bytes tail 4 bytes spill
}
agent strict extends default {
  audit require
  sandbox off
}
agent quiet extends default {
  audit off
}
agent open extends default {
  unreadable ask
}
`,
);

const requests: readonly [string, Request][] = [
	["allowed", { argv: ["true"] }],
	["allowed, and fails", { argv: ["false"] }],
	["with much output", { argv: ["echo", "x".repeat(1000)] }],
	["out of time", { argv: ["sleep", "60"] }],
	["not there", { argv: ["./none"] }],
	["denied by a rule", { argv: ["git", "push", "--password", "hunter22"] }],
	["denied by default", { argv: ["rm", "x"] }],
	["asked", { argv: ["touch", "--version"] }],
	["nudged", { argv: ["grep", "x"], tools: ["file.search"] }],
	["forced", { argv: ["grep", "--version"], force: true }],
	["a path that is not let", { argv: ["cat", "/etc/passwd"] }],
	["a script", { script: "echo a | cat; FOO=1 true" }],
	["a script with words that can't be known", { script: "echo $X | cat" }],
	["commands inside commands", { script: "echo a | xargs env CI=1 git push" }],
	["unreadable", { script: "if then" }],
	["unreadable, and a question", { script: "if then", agent: "open" }],
	["nothing", { script: "X=1" }],
	["syntax that is not let", { script: "for i in 1; do true; done" }],
	["a variable", { argv: ["true"], env: { CI: "1" } }],
	["a variable that is not let", { argv: ["true"], env: { LD_PRELOAD: "x" } }],
	["a folder", { argv: ["true"], cwd: "/" }],
	["a folder that is not there", { argv: ["true"], cwd: "/nowhere/at/all" }],
	["on record", { argv: ["true"], agent: "strict" }],
	["off the record", { argv: ["true"], agent: "quiet" }],
	["an agent that is not there", { argv: ["true"], agent: "nobody" }],
	["no request", {} as Request],
	["no words", { argv: [] }],
	["other things than words", { argv: [1, null], cwd: 5, env: "x", tools: {}, agent: "default" } as unknown as Request],
	["a command and a script", { argv: ["true"], script: "true" } as unknown as Request],
	["strange characters", { argv: ["echo", "\u0000\u001b[31m\ud800\u2028\n"] }],
];

describe("every decision and every record fits its schema", () => {
	const spillFolder = folder();
	const file = join(spillFolder, "log");
	const events: AuditEvent[] = [];
	const guarded = guard(policy, { audit: [file, (event) => events.push(event)] });

	test.each(requests)("%s", async (_, request) => {
		const before = events.length;
		const answer = await guarded.run(request, { approve: () => "ada", spillFolder });
		const decided = guarded.decide(request);
		const foreseen = guarded.foresee(request);
		for (const decision of [answer.decision, decided, foreseen])
			expect(valid("decision", JSON.parse(JSON.stringify(decisionRecord(decision))))).toEqual([]);
		const fresh = events.slice(before);
		expect(fresh.length > 0).toBe(request.agent !== "quiet");
		expect(fresh.flatMap(faultsOf)).toEqual([]);
	});

	test("and so does every line of the file", () => {
		guarded.close();
		expect(records(file).flatMap(faultsOf)).toEqual([]);
		expect(records(file).map(({ prev: _, seq: __, ...event }) => event)).toEqual(events);
		expect(readFileSync(file, "utf8")).not.toContain("hunter22");
	});
});

test("a denial for want of a record fits its schema", () => {
	const guarded = guard(policy);
	const decision = guarded.decide({ argv: ["true"], agent: "strict" });
	expect(decision.effect).toBe("deny");
	expect(valid("decision", decisionRecord(decision))).toEqual([]);
});
