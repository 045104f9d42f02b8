/**
 * Promises about every program in the knowledge base, where no rule speaks of it: what is proved is held against its own tables, with every option, in every
 * subcommand. A shell alone runs what nobody sees; its `-c` does not.
 */
import { describe, expect, test } from "@jest/globals";
import { agentModelOf, holdsFor } from "../../../src/authoring/analysis/agent-model.js";
import { difference, firstDifference } from "../../../src/authoring/analysis/changes/difference.js";
import { liveness, livenessSubject } from "../../../src/authoring/analysis/liveness.js";
import { type Proof, prove } from "../../../src/authoring/analysis/prove.js";
import { regionsOf } from "../../../src/authoring/analysis/regions.js";
import { witnessCommandLine } from "../../../src/authoring/analysis/witness.js";
import { decide } from "../../../src/engine/decide/decide.js";
import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import type { Program } from "../../../src/engine/knowledge/program.js";
import { programs } from "../../../src/engine/knowledge/programs.generated.js";
import type { Claim, Rule } from "../../../src/language/policy/policy.js";
import type { Test } from "../../../src/language/policy/test.js";
import { some } from "../../part.js";
import { ground, world } from "./fuzz/ground.js";
import { everyOptionOf } from "./fuzz/real/real-commands.js";
import { loadedText } from "./fuzz/small-policies.js";

const names = some(Object.keys(programs).filter((name) => /^[\w.+-]+$/.test(name)));

function remembered<T>(make: (name: string) => T): (name: string) => T {
	const known = new Map<string, T>();
	return (name) => {
		const made = known.get(name) ?? make(name);
		known.set(name, made);
		return made;
	};
}

describe.each(["allow", "ask"] as const)("never %s, where that is the default", (effect) => {
	test("is proved of no program that is answered so", () => {
		const wrong = names.flatMap((name) => {
			const { tree, policy } = loadedText(`agent default {\ndefault ${effect}\nnever ${effect} ${name}\n}`);
			const claim = policy.claims.find(({ keyword }) => keyword === "never") as Claim;
			if (prove(tree, "default", claim, ground).kind !== "proved") return [];
			const answered = everyOptionOf(programNamed(name) as Program).find(
				(argv) => decide(tree, { argv }, world).effect === effect,
			);
			return answered === undefined ? [] : [answered.join(" ")];
		});
		expect(wrong).toEqual([]);
	});
});

describe.each(["allow", "ask"] as const)("where %s is the default", (effect) => {
	const withRules = (...rules: readonly string[]) =>
		loadedText(`agent default {\ndefault ${effect}\n${rules.join("\n")}\n}`);
	const bare = withRules();
	/** The policy that denies a program: both tests below ask it. */
	const denialOf = remembered((name) => withRules(`deny ${name}`));
	const open = agentModelOf(bare.tree, "default", ground);
	const answered = (name: string): readonly string[] | undefined =>
		everyOptionOf(programNamed(name) as Program).find((argv) => decide(bare.tree, { argv }, world).effect === effect);

	test("a denial of a program that is answered so is no equal of nothing, and is not left out by its first difference", () => {
		const wrong = names.flatMap((name) => {
			const denied = denialOf(name);
			const { changes, unsettled } = difference(denied.tree, bare.tree, ground);
			const first = firstDifference(denied.tree, bare.tree, world);
			const said = changes.length > 0 || unsettled.length > 0;
			if (said && first.kind !== "equal") return [];
			const argv = answered(name);
			return argv === undefined ? [] : [argv.join(" ")];
		});
		expect(wrong).toEqual([]);
	});

	test("a program that is answered so has a region, and a denial of it is live", () => {
		const wrong = names.flatMap((name) => {
			const only: Test = { kind: "program", pattern: { kind: "literal", text: name }, as: "restricting" };
			const { regions, unsettled } = regionsOf(open, effect, only);
			const denied = denialOf(name);
			const setting = agentModelOf(denied.tree, "default", ground);
			const [rule] = setting.agentTree.rules.filter(({ engine }) => !engine);
			const alive = liveness(rule as Rule, livenessSubject(setting));
			const isSaid = regions.length > 0 || unsettled.length > 0;
			if (isSaid && (alive.kind === "live" || alive.kind === "not-settled")) return [];
			const argv = answered(name);
			return argv === undefined ? [] : [`${argv.join(" ")}: ${alive.kind}, ${regions.length}`];
		});
		expect(wrong).toEqual([]);
	});
});

describe("what a shell is given to run", () => {
	const brokenBy = (rules: string, claim: string): string | undefined => {
		const { tree, policy } = loadedText(`agent default {\n${rules.replaceAll("; ", "\n")}\n${claim}\n}`);
		const proof = prove(tree, "default", policy.claims.find(({ keyword }) => keyword === "never") as Claim, ground);
		return proof.kind === "broken" ? witnessCommandLine(proof.sample) : proof.kind;
	};

	test.each([
		["default allow", "never allow bash", "bash -c true"],
		["default allow; deny true", "never allow bash", "bash -c foo"],
		["default ask", "never ask zsh", "zsh -c true"],
		["default ask; deny bash except bash -c", "never ask bash", "bash -c true"],
		["default allow; deny bash -c", "never allow bash", "proved"],
		["default allow; syntax heredocs; deny bash -c", "never allow bash", "bash <<< true"],
	])("%s: %s", (rules, claim, answer) => {
		expect(brokenBy(rules, claim)).toBe(answer);
	});
});

describe("a promise about no command", () => {
	test.each([
		["never allow git push --force without --force", "no command is what the claim speaks of"],
		["never allow git push --force", undefined],
	])("%s", (claim, note) => {
		const { tree, policy } = loadedText(`agent default {\ndefault deny\n${claim}\n}\n`);
		const said = policy.claims.find(({ keyword }) => keyword === "never") as Claim;
		expect(prove(tree, "default", said, ground)).toEqual({ kind: "proved", ...(note === undefined ? {} : { note }) });
	});
});

describe("a command that breaks a claim", () => {
	test.each([
		["default allow", "never allow git push --force", "git push --force"],
		["default ask", "never ask git push --force", "git push --force"],
		["default allow; deny git push --force", "never allow git push", "git push"],
		["allow git granting everything", "never allow git push --force", "git push --force"],
	])("%s: %s: surely is what the claim speaks of", (rules, claim, shown) => {
		const { tree, policy } = loadedText(`agent default {\n${rules.replaceAll("; ", "\n")}\n${claim}\n}\n`);
		const said = policy.claims.find(({ keyword }) => keyword === "never") as Claim;
		const proof = prove(tree, "default", said, ground);
		expect(proof).not.toHaveProperty("note");
		const { sample } = proof as Proof & { readonly kind: "broken" };
		expect(witnessCommandLine(sample)).toBe(shown);
		expect(holdsFor(said.test, sample, agentModelOf(tree, "default", ground))).toBe("yes");
	});
});

test("what a query says to a service makes a rule about its console live", () => {
	const { tree } = loadedText("agent default {\ndefault allow\nask snowsql using delete\n}\n");
	const setting = agentModelOf(tree, "default", ground);
	const [rule] = setting.agentTree.rules.filter(({ engine }) => !engine);
	expect(liveness(rule as Rule, livenessSubject(setting)).kind).toBe("live");
});
