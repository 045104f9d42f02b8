/** The tests of one policy, each decided once: its expectations, its claims, and the suites that name it. */
import { basename, dirname, relative } from "node:path";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Claim } from "../../language/policy/policy.js";
import { type SourceFile, sourceFile } from "../../language/source/source-file.js";
import { packFile, policiesIn } from "../../runtime/load/find-policy.js";
import type { Loaded } from "../../runtime/load/load.js";
import { readPolicyText } from "../../runtime/load/read-file.js";
import { realWorld, withoutFacts } from "../../runtime/load/world.js";
import { policyPathIn, suitesIn } from "../load/suite-files.js";
import { answerClaim, type ClaimAnswer } from "../suite/claims.js";
import { checkExpectations, type ExpectationResult } from "../suite/expectations.js";
import { readSuite, type Suite } from "../suite/read-suite.js";
import type { TestedCheck } from "../suite/report.js";
import { runSuite } from "../suite/run-suite.js";
import { caseCheck, claimCheck, expectationCheck } from "../suite/test-checks.js";

/** A test with what came of it. One that nobody had the time for is neither passed nor failed. */
export interface EditorTest {
	readonly check: TestedCheck;
	readonly agents: readonly string[];
	/** The text that it stands in. */
	readonly source: SourceFile;
	/** Where that lies, where it is no file of the policy. */
	readonly path?: string;
	readonly left?: true;
}

export interface Tested {
	readonly expectations: readonly ExpectationResult[];
	/** One agent's answer to a claim, or that of all of its agents. */
	readonly claim: (claim: Claim, agents?: readonly string[]) => ClaimAnswer;
	/** Every test, or those of an agent, as far as there is time; and what of suites could not be tested, in sentences. */
	readonly tests: (agent?: string) => { readonly tests: readonly EditorTest[]; readonly remarks: readonly string[] };
}

/** A claim is searched for so long: one that fails mostly does so soon. `rules test` searches longer. */
const mostSteps = 20_000;
/** Claims are proved for so long in one question. Milliseconds. */
const mostTime = 5_000;
/** Whoever has more cases runs `rules test`. */
const mostCases = 5_000;
/** Files and folders that are looked at for suites. */
const mostFiles = 20_000;

const known = new WeakMap<Loaded, Tested>();

/** The tests of a policy that is loaded as it stands now. `path`: of its file. */
export function testedIn(loaded: Loaded, path: string, workspace: string): Tested {
	const made = known.get(loaded) ?? decideLater(loaded, path, workspace);
	known.set(loaded, made);
	return made;
}

function decideLater(loaded: Loaded, path: string, workspace: string): Tested {
	const { policy, tree, sources } = loaded;
	const world = withoutFacts(realWorld(workspace));
	if (tree === undefined)
		return {
			expectations: [],
			claim: () => ({ kind: "unsettled", why: "the policy has errors" }),
			tests: () => ({ tests: [], remarks: [] }),
		};
	const answers = new Map<Claim, Map<string, ClaimAnswer>>();
	const answerFor = (claim: Claim, agent: string): ClaimAnswer => {
		const own = answers.get(claim) ?? new Map<string, ClaimAnswer>();
		answers.set(claim, own);
		const answer = own.get(agent) ?? answerClaim({ ...claim, agents: [agent] }, tree, world, mostSteps);
		own.set(agent, answer);
		return answer;
	};
	const claim = (one: Claim, agents = one.agents): ClaimAnswer => {
		let doubt: ClaimAnswer | undefined;
		for (const agent of agents) {
			const answer = answerFor(one, agent);
			if (answer.kind === "broken") return answer;
			if (answer.kind === "unsettled") doubt ??= answer;
		}
		return doubt ?? { kind: "proved" };
	};
	const expectations = later(() => checkExpectations(policy, tree, world));
	const suites = later(() => casesOf(tree, path, workspace, world));
	return {
		get expectations() {
			return expectations();
		},
		claim,
		tests: (agent) => {
			const isOf = (agents: readonly string[]): boolean => agent === undefined || agents.includes(agent);
			const until = Date.now() + mostTime;
			const sourceOf = (file: string): SourceFile => sources.get(file) ?? sourceFile(file, "");
			const own = expectations()
				.filter(({ expectation }) => isOf([expectation.agent]))
				.map((result) => ({
					check: expectationCheck(result, tree),
					agents: [result.expectation.agent],
					source: sourceOf(result.expectation.span.file),
				}));
			const claims = policy.claims
				.filter(({ agents }) => isOf(agents))
				.map((one): EditorTest => {
					const agents = agent === undefined ? one.agents : [agent];
					const isLeft = Date.now() > until && !agents.every((name) => answers.get(one)?.has(name));
					const answer: ClaimAnswer = isLeft ? { kind: "unsettled", why: "" } : claim(one, agents);
					return {
						check: claimCheck({ claim: one, answer }, sources),
						agents,
						source: sourceOf(one.span.file),
						...(isLeft ? { left: true } : {}),
					};
				});
			const { tests, remarks } = suites();
			return { tests: [...own, ...claims, ...tests.filter(({ agents }) => isOf(agents))], remarks };
		},
	};
}

function later<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

/** The cases of the suites in the workspace that name this policy alone, or lie beside it and name none. */
function casesOf(
	tree: Tree,
	path: string,
	workspace: string,
	world: World,
): { readonly tests: readonly EditorTest[]; readonly remarks: readonly string[] } {
	const tests: EditorTest[] = [];
	const remarks: string[] = [];
	let left = mostCases;
	for (const file of suitesNear(workspace)) {
		const shown = relative(workspace, file);
		const read = readPolicyText(file);
		if ("message" in read) continue;
		const { value: suite, diagnostics } = readSuite(shown, read.text);
		// A suite with errors names nobody.
		if (diagnostics.length > 0 || !isAbout(suite, file, path)) continue;
		left -= suite.cases.length;
		if (left < 0) {
			remarks.push(`${shown} is not run here: more than ${mostCases} cases are for \`rules test\``);
			continue;
		}
		const ran = runSuite(suite, tree, world);
		remarks.push(...ran.diagnostics.map(({ message }) => `${shown}: ${message}`));
		const source = sourceFile(shown, read.text);
		tests.push(
			...ran.value.map((result) => ({
				check: caseCheck(result, tree),
				agents: [result.case.agent.text],
				source,
				path: file,
			})),
		);
	}
	return { tests, remarks };
}

function suitesNear(workspace: string): readonly string[] {
	try {
		return suitesIn(workspace, { left: mostFiles });
	} catch {
		return [];
	}
}

/** As `rules test` has it: the policy that the suite names, or, where it names none, that of its folder or one above. */
function isAbout({ policy }: Suite, file: string, path: string): boolean {
	const [first, ...others] = policy;
	if (others.length > 0) return false;
	if (first !== undefined) return (policyPathIn(file, first.text) ?? packFile(first.text)) === path;
	const folder = dirname(path);
	if (!`${dirname(file)}/`.startsWith(`${folder}/`)) return false;
	try {
		const policies = policiesIn(folder);
		return policies.length === 1 && basename(policies[0] ?? "") === basename(path);
	} catch {
		return false;
	}
}
