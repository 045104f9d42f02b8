/** An attack tells the truth: what it calls open is allowed, what closes it denies it, and the shipped packs have no way that they do not explain. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { agentModelOf, anySymbolicWorld } from "../../../src/authoring/analysis/agent-model.js";
import { type Attacked, attack } from "../../../src/authoring/attack/attack.js";
import { attackRecords, attacksOn, scoreLines } from "../../../src/authoring/attack/score.js";
import { lint } from "../../../src/authoring/lint/lint.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import { checkExpectations } from "../../../src/authoring/suite/expectations.js";
import { decide } from "../../../src/engine/decide/decide.js";
import { edited } from "../../../src/language/source/text-edits.js";
import { type Loaded, load, loadText } from "../../../src/runtime/load/load.js";
import { tries } from "../../part.js";

const attacks = lints.filter(({ family }) => family === "attacks");

function policyOf(lines: readonly string[]): Loaded & { readonly tree: NonNullable<Loaded["tree"]> } {
	const loaded = loadText("policy.rules", `agent default {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`);
	const { tree } = loaded;
	if (tree === undefined) throw new Error(`${lines.join("\n")}\n${JSON.stringify(loaded.diagnostics)}`);
	return { ...loaded, tree };
}

function attackOn(lines: readonly string[]): ReturnType<typeof attack> {
	const { tree, policy } = policyOf(lines);
	const agent = policy.agents.get("default");
	if (agent === undefined) throw new Error("no agent");
	return attack(tree, agent);
}

const goals = (line: string): readonly string[] => attackOn(["default deny", line]).goals.map(({ goal }) => goal.text);

describe("a denial says what it is there for", () => {
	test.each([
		["deny * touching ~/.ssh", ["read `~/.ssh`"]],
		["deny cat, less touching **/.env, ~/.aws", ["read `**/.env` and what else the rule names"]],
		["deny rm, mv touching .git", ["change `.git`"]],
		["deny * using delete", ["delete files"]],
		["deny * using network, privilege", ["talk to any host", "get other rights"]],
		["deny rm", ["delete files"]],
		["deny rm -rf", ["delete files"]],
		["deny git push --force", ["overwrite the history that others have"]],
		["deny bash, zsh", ["run any line of a shell"]],
		["deny curl, wget", ["talk to any host"]],
		["deny sudo", ["get other rights"]],
		["deny crontab", ["leave something behind that runs later"]],
		["deny git push -f", ["overwrite the history that others have"]],
		["deny git push --mirror", ["overwrite the history that others have"]],
		["deny find -delete", ["delete files"]],
		["deny scp", ["talk to any host"]],
		["deny env, printenv", ["show the environment or credentials"]],
		["deny cat .env", ["read `.env`"]],
		["deny head config/prod.yml", ["read `config/prod.yml`"]],
		["deny cat **/.env", ["read `**/.env`"]],
		["deny rm package.json", ["change `package.json`"]],
		["deny mv touching data", ["change `data`"]],
		["deny mv, cp touching data", ["change `data`"]],
		["deny mv, cp touching ~/.ssh", ["read `~/.ssh`", "change `~/.ssh`"]],
		["deny rm, cp touching data", ["change `data`"]],
		["deny tee touching data", ["change `data`"]],
		["deny * using write touching ~/.ssh", ["change `~/.ssh`"]],
		["constrain writes of * to ., /tmp", ["write outside of `.`, `/tmp`"]],
		["constrain reads of * to .", ["read outside of `.`"]],
	])("%s", (line, texts) => {
		expect(goals(line)).toEqual(texts);
	});

	test.each([
		"deny make",
		"deny tmux",
		"deny systemd-run",
		"deny docker",
		"deny cat *.log",
		"deny cat .env use dotenv",
		"deny git -C",
		"deny rmdir",
		"deny git push",
		"deny git push --tags",
		"deny * using write",
		"ask rm",
		"nudge rm use trash",
		"constrain writes of rm to .",
		"deny * using delete touching ~/.ssh",
		"deny npm publish",
	])("%s says nothing", (line) => {
		expect(goals(line)).toEqual([]);
	});
});

const denials = [
	"deny * touching ~/.ssh",
	"deny cat touching **/.env",
	"deny rm",
	"deny * using delete",
	"deny git push --force",
	"deny bash, sh",
	"deny curl",
	"deny * using persistence",
	"deny crontab",
	"deny sudo",
	"constrain writes of * to .",
	"deny env",
];
const grants = [
	"allow find granting delete",
	"allow cat, tac",
	"allow cp, mv, ln",
	"allow git granting everything",
	"allow python3",
	"allow tar, zip",
	"allow echo, tee granting write",
	"allow make",
	"allow wget, ssh",
	"allow unlink, shred",
	"allow xargs, env",
	"allow awk, sed granting everything",
];
const settings = [
	"default deny",
	"default ask",
	"default allow",
	"syntax pipes, redirects, sequences, variables, heredocs",
	"sandbox require",
];

const somePolicy = fc
	.record({
		denials: fc.subarray(denials, { minLength: 1, maxLength: 4 }),
		grants: fc.subarray(grants, { minLength: 1, maxLength: 5 }),
		settings: fc.subarray(settings.slice(3)),
		fallback: fc.constantFrom(...settings.slice(0, 3)),
	})
	.map((one) => [one.fallback, ...one.settings, ...one.grants, ...one.denials]);

const numRuns = Number(process.env.LAWS_RUNS ?? tries(25));

test("every line of a way is allowed when it is asked for", () => {
	fc.assert(
		fc.property(somePolicy, (lines) => {
			const { tree, policy } = policyOf(lines);
			const { world } = agentModelOf(tree, "default", anySymbolicWorld);
			const agent = policy.agents.get("default");
			if (agent === undefined) throw new Error("no agent");
			const found = attack(tree, agent);
			const ways = [...found.goals.flatMap((one: Attacked) => one.ways), ...(found.code?.ways ?? [])];
			for (const script of ways.flatMap((way) => way.lines))
				expect({ script, effect: decide(tree, { agent: "default", script, force: true }, world).effect }).toEqual({
					script,
					effect: "allow",
				});
		}),
		{ numRuns },
	);
});

test("a fix closes its way, keeps every expectation, and loosens nothing", () => {
	fc.assert(
		fc.property(somePolicy, (lines) => {
			const loaded = policyOf(lines);
			const { world } = agentModelOf(loaded.tree, "default", anySymbolicWorld);
			const [text] = [...loaded.sources.values()].map((one) => one.text);
			for (const { code, fix, witness } of lint(loaded, { lints: attacks, attack: true })) {
				if (code !== "bypassed-denial" || fix === undefined || text === undefined) continue;
				const after = loadText("policy.rules", edited(text, fix.edits));
				if (after.tree === undefined) throw new Error(`${fix.edits.map((one) => one.text).join("")} can't be read`);
				for (const one of checkExpectations(after.policy, after.tree, world)) expect(one.why).toBeUndefined();
				const scripts = (witness ?? "").split(" && ");
				const answers = scripts.map(
					(script) =>
						decide(
							after.tree as never,
							{ agent: "default", script: script.replaceAll(/~(?=\/)/g, world.home ?? "~"), force: true },
							world,
						).effect,
				);
				expect(answers).toContain("deny");
			}
		}),
		{ numRuns },
	);
});

const packs = readdirSync("rules").filter((name) => name.endsWith(".rules"));

test.each(packs)("%s has no open way that it does not explain", (name) => {
	expect(
		lint(load([join("rules", name)]), { lints: attacks, attack: true }).map(
			({ code, message }) => `${code}: ${message}`,
		),
	).toEqual([]);
});

test("a score says how many goals hold, and what remains", () => {
	const { policy, tree } = policyOf([
		"default deny",
		"allow find granting delete",
		"allow python3",
		"deny rm",
		"deny sudo",
	]);
	expect(scoreLines(attackRecords(attacksOn({ policy, tree })))).toEqual([
		"default: 1 of 2 goals hold; one way to delete files remains; code by 1 program gets around 2",
	]);
	const none = policyOf(["default deny", "allow ls"]);
	expect(scoreLines(attackRecords(attacksOn(none)))).toEqual(["default: no denial says what it is there for"]);
});

test("the lints are off until an attack is asked for", () => {
	const loaded = policyOf(["default deny", "allow find granting delete", "deny rm"]);
	expect(lint(loaded, { lints: attacks })).toEqual([]);
	expect(lint(loaded, { lints: attacks, attack: true }).map(({ code, severity }) => [code, severity])).toEqual([
		["bypassed-denial", "warning"],
	]);
});
