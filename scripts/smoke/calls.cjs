// What a consumer does with the library: the same calls for the ES module and for CommonJS.
const assert = require("node:assert/strict");
const { mkdtempSync, rmSync, writeFileSync, readFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

exports.calls = async (bylaw, authoring) => {
	const workspace = mkdtempSync(join(tmpdir(), "bylaw-consumer-"));
	try {
		const file = join(workspace, "policy.rules");
		writeFileSync(
			file,
			'agent default {\n  default deny\n  allow node granting everything id runs\n  nudge ls use file.list because "Use the file tools."\n  locked deny git because "No git here."\n}\n',
		);

		// Each stage by itself.
		const loaded = bylaw.load(file);
		assert.deepEqual(loaded.diagnostics, []);
		const tree = bylaw.compile(loaded.policy, {});

		// What authors ask of it.
		assert.ok(authoring.lint(loaded).every(({ severity }) => severity !== "error"));
		const setting = authoring.agentModelOf(loaded.tree, "default", { workspace, home: undefined });
		assert.ok(authoring.regionsOf(setting, "allow").regions.length > 0);
		assert.equal(bylaw.lint, undefined);
		const world = bylaw.realWorld(workspace);
		assert.equal(bylaw.decide(tree, { argv: ["git", "status"] }, world).effect, "deny");
		assert.equal(bylaw.decide(tree, { argv: ["ls"] }, world).effect, "nudge");
		assert.equal(bylaw.decide(tree, { script: "node -e 'x'" }, world).effect, "allow");
		assert.equal(bylaw.decide(tree, { script: "ls | node" }, world).code, "syntax");
		assert.equal(bylaw.explain(tree, { argv: ["git"] }, world).decision.message, "No git here.");
		const decision = bylaw.decide(tree, { argv: ["node", "-e", "console.log(6 * 7)"] }, world);
		const permission = bylaw.permit(decision);
		const outcome = await bylaw.run(permission, { outputMode: "separate" });
		assert.equal(outcome.stdout.text, "42\n");
		assert.equal(outcome.code, 0);

		// What was not decided does not run.
		assert.equal(bylaw.permit({ ...decision }), undefined);
		await assert.rejects(() => bylaw.run({ decision }), TypeError);

		// All of it in one call, with a log.
		const audit = join(workspace, "audit.jsonl");
		const guarded = bylaw.guard(file, { workspace, audit });
		const answer = await guarded.run({ argv: ["node", "-e", "process.stdout.write('merged')"] });
		assert.equal(answer.outcome.merged.text, "merged");
		assert.equal((await guarded.run({ argv: ["git", "push"] })).outcome, undefined);
		guarded.close();
		assert.deepEqual(
			readFileSync(audit, "utf8")
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line).type),
			["decision", "outcome", "decision"],
		);

		// A shipped pack, and a broken policy.
		const shell = bylaw.createSafeShell({ workspace });
		assert.equal((await shell.execute({ command: "git" })).status, "denied");
		writeFileSync(file, "agent default {\n  alow ls\n}\n");
		assert.throws(() => bylaw.guard(file), bylaw.PolicyError);
	} finally {
		rmSync(workspace, { recursive: true });
	}
};
