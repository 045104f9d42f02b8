/**
 * Proofs held against commands that people really wrote: attacks, ways to spell, calls with side effects. What is proved no command breaks, as it stands
 * or forced; what is said to break a claim does so when it is decided again.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { agentModelOf, holdsFor } from "../../../src/authoring/analysis/agent-model.js";
import { readForRules } from "../../../src/authoring/analysis/edits/denial-causes.js";
import { breaks, type Proof, prove } from "../../../src/authoring/analysis/prove.js";
import { regionsOf } from "../../../src/authoring/analysis/regions.js";
import { requestOf } from "../../../src/authoring/analysis/witness.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Decision } from "../../../src/engine/decide/decision.js";
import { evaluateTest } from "../../../src/engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../src/engine/decide/evaluate/evaluation-context.js";
import type { AgentTree, Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import { holdsBack } from "../../../src/language/policy/lower.js";
import type { Claim } from "../../../src/language/policy/policy.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { ground } from "./fuzz/ground.js";

const world: World = { ...ground, linkAt: () => "none" };

/** What each policy is meant to guarantee, whatever is run. */
const guarantees: Readonly<Record<string, { readonly policy: string; readonly claims: readonly string[] }>> = {
	"a policy for the workspace only": {
		policy: `agent default {
			default deny
			allow cat, ls, head, tail, grep, sort, wc, find, cp, mv, rm, mkdir, touch, tee, tar, sed within .
			deny * touching **/.env
			syntax pipes, sequences, redirects, globs
		}`,
		claims: [
			"never allow rm touching /etc",
			"never allow cat touching ~/.ssh",
			"never allow cp touching /etc",
			"never allow cat, head, tail, sort touching **/.env",
			"never allow find with -delete",
			"never allow sort with -o touching /tmp",
			"never allow sort, tar using exec",
			"never allow sudo, su, curl, bash",
		],
	},
	"a policy that denies what is named": {
		policy: `agent default {
			default allow
			deny rm, sudo, dd, shred
			deny git push --force
			deny git push -f
			deny * touching /etc, ~/.ssh
			syntax pipes, sequences, redirects, globs, variables
		}`,
		claims: [
			"never allow rm",
			"never allow dd using write",
			"never allow git push --force",
			"never allow cp, mv, tee, cat touching /etc",
			"always deny sudo",
			"always deny git push with -f",
		],
	},
	"a policy of plain use": {
		policy: `agent default {
			default deny
			allow git, sort, tar, awk, sed, man, less, xargs, env, npm, docker
			deny git push, git reset --hard, git clean
			ask npm publish
			nudge grep use file.search
			syntax pipes, sequences, redirects
		}`,
		claims: [
			"never allow git push",
			"never allow git log with --output using write",
			"never allow sort with -o using write",
			"never allow tar with --to-command using exec",
			"never allow tar with --checkpoint-action using exec",
			"never allow sed with -i using write",
			"never allow npm publish",
			"never allow rm",
			"never allow docker run with --privileged using privilege",
			"always deny git clean",
			"always deny rm",
		],
	},
	"an heir that loosens": {
		policy: `agent default {
			default deny
			locked deny sudo, bash, sh
			deny git
			deny npm install --global
			allow npm, node
			allow rm within ., !.git
			syntax pipes, sequences, redirects
		}
		agent writer extends default {
			override allow git status, git log, git diff
			override allow sudo
		}`,
		claims: [
			"never allow sudo",
			"never allow bash, sh",
			"never allow git push",
			"never allow git commit",
			"never allow npm install with -g",
			"never allow rm touching .git",
			"never allow rm touching ~",
		],
	},
};

/** Scripts from the corpora, once each. */
const scripts: readonly string[] = [
	...new Set(
		["allowlist", "attacks", "spellings"].flatMap((name) =>
			readFileSync(join(process.cwd(), "test/corpora", `${name}.jsonl`), "utf8")
				.split("\n")
				.filter((line) => line !== "")
				.map((line) => JSON.parse(line) as { readonly command: string })
				.map(({ command }) => command),
		),
	),
];

interface Asked {
	readonly tree: Tree;
	readonly claims: readonly (Claim & { readonly text: string })[];
	readonly agents: readonly (readonly [string, AgentTree])[];
}

function asked(policy: string, claims: readonly string[] = []): Asked {
	const text = [policy, ...claims, ""].join("\n");
	const { policy: read, tree, diagnostics } = loadText("review.rules", text, { cwd: "/nowhere" });
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	return {
		tree,
		claims: read.claims.map((claim) => ({ ...claim, text: text.slice(claim.span.start, claim.span.end) })),
		agents: Object.entries(tree.agents),
	};
}

interface Read {
	readonly script: string;
	readonly subjects: readonly EvaluationContext[];
	readonly decision: Decision;
	readonly forced: Decision;
}

/** Every script of the corpora that can be read, decided for an agent. */
function decidedScripts([agent, agentTree]: readonly [string, AgentTree], tree: Tree): readonly Read[] {
	return scripts.flatMap((script) => {
		const read = readForRules(tree, agentTree, { agent, script }, world);
		if (read === undefined) return [];
		const decision = decide(tree, { agent, script }, world);
		// Force changes what is nudged and nothing else.
		const forced = decision.effect === "nudge" ? decide(tree, { agent, script, force: true }, world) : decision;
		return [{ script, subjects: read.subjects, decision, forced }];
	});
}

/** Scripts with a command that the claim means, with which the claim is broken all the same. */
function breakers(claim: Claim, read: readonly Read[]): readonly string[] {
	const isBack = holdsBack(claim.keyword, claim.effect);
	return read
		.filter(({ decision, forced }) => breaks(claim, decision.effect) || (isBack && breaks(claim, forced.effect)))
		.filter(({ subjects }) => subjects.some((subject) => evaluateTest(claim.test, subject) !== "no"))
		.map(({ script }) => script);
}

describe.each(Object.entries(guarantees))("%s", (_, { policy, claims }) => {
	const { tree, claims: read, agents } = asked(policy, claims);
	const decided = new Map(agents.map((agent) => [agent[0], decidedScripts(agent, tree)]));

	test.each(read.map((claim) => [claim.text, claim] as const))(
		"%s: no command of the corpora breaks it",
		(_, claim) => {
			for (const [agent, scriptsOfAgent] of decided) {
				expect(prove(tree, agent, claim, ground).kind).toBe("proved");
				expect(breakers(claim, scriptsOfAgent)).toEqual([]);
			}
		},
	);

	test.each([...decided])("whatever of the corpora %s may run lies in a region", (agent, scriptsOfAgent) => {
		const { regions, unsettled } = regionsOf(agentModelOf(tree, agent, ground), "allow");
		expect(unsettled).toEqual([]);
		const listed = new Set(regions.map(({ rule }) => rule?.id));
		const strangers = scriptsOfAgent.filter(
			({ decision }) => decision.effect === "allow" && decision.commands.some(({ rules }) => !listed.has(rules[0]?.id)),
		);
		expect(strangers.map(({ script }) => script)).toEqual([]);
	});
});

/** Policies that do not keep what they seem to, and the claim that tells. */
const slips: readonly (readonly [policy: string, claim: string])[] = [
	["allow git; deny git push --force-with-lease", "never allow git push"],
	["allow git without --force", "never allow git push"],
	["allow tar", "never allow tar -x"],
	["allow tar", "never allow tar xf"],
	["allow sort -o", "never allow sort --output"],
	["allow git granting everything", "never allow git -c"],
	["allow cat notes.txt", "never allow cat touching /etc"],
	["allow exactly cat notes.txt", "never allow cat touching /var/log"],
	["allow make granting everything; deny make -C /*", "never allow make touching /etc"],
	["allow curl; deny curl -o /*", "never allow curl touching /etc"],
	["allow ./**", "never allow rm"],
	["allow ./*", "never allow deploy"],
	["allow /opt/tools-?/run", "never allow run"],
	["allow * granting everything; deny /bin/rm; deny exactly rm", "never allow rm"],
	["allow cat; nudge grep use file.search", "never allow grep"],
	["allow cat; syntax redirects; constrain writes of cat to .", "never allow cat touching /etc"],
	["allow env granting everything; ask ls", "always ask env"],
	["allow git", "always allow git status"],
	["allow ls within .", "always allow ls"],
	["allow cp; constrain writes of * to .", "never deny cp"],
];

test.each(slips)("%s: `%s` is broken by a command that is decided so", (policy, text) => {
	const { tree, claims } = asked(`agent default {\n${policy.replaceAll("; ", "\n")}\n}`, [text]);
	const claim = claims[0] as Claim;
	const proof = prove(tree, "default", claim, ground);
	expect(proof.kind).toBe("broken");
	const { sample, effect } = proof as Proof & { readonly kind: "broken" };
	expect(decide(tree, requestOf(sample, "default"), world).effect).toBe(effect);
	expect(breaks(claim, effect)).toBe(true);
	expect(holdsFor(claim.test, sample, agentModelOf(tree, "default", ground))).not.toBe("no");
});
