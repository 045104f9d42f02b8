/**
 * What each expectation of a policy gets, in a world that is no machine's. What only holds in that world is told apart from what holds in any:
 * a lint knows neither the workspace nor where its links lead.
 */

import { withoutEngineRules } from "../../../engine/decide/compile-for-questions.js";
import type { Decision } from "../../../engine/decide/decision.js";
import type { World } from "../../../engine/request/paths.js";
import type { Expectation } from "../../../language/policy/policy.js";
import type { ExpectStatement } from "../../../language/syntax/statements.js";
import { decideExpectation } from "../../analysis/expectation-request.js";
import type { StatedStatement, ValidPolicyContext } from "../lint-context.js";
import { emptyWorld } from "../witness.js";

/** An expectation as it is written, and as it is put to the agents that it holds for: that in which it stands first. */
export interface StatedExpectation extends StatedStatement<ExpectStatement> {
	readonly tries: readonly Try[];
}

export interface Try {
	readonly expectation: Expectation;
	readonly decision: Decision;
}

const known = new WeakMap<ValidPolicyContext, readonly StatedExpectation[]>();

/** The expectations of the files that were asked for. */
export function expected(subject: ValidPolicyContext): readonly StatedExpectation[] {
	const made = known.get(subject) ?? decideAll(subject);
	known.set(subject, made);
	return made;
}

function decideAll(subject: ValidPolicyContext): readonly StatedExpectation[] {
	const bySpan = new Map<string, Expectation[]>();
	for (const one of subject.policy.expectations) {
		const key = `${one.span.file}\0${one.span.start}`;
		const list = bySpan.get(key);
		if (list) list.push(one);
		else bySpan.set(key, [one]);
	}
	return subject.ownStatements().flatMap((stated) => {
		const { statement, owner } = stated;
		if (statement.kind !== "expect") return [];
		const own = (bySpan.get(`${statement.span.file}\0${statement.span.start}`) ?? []).toSorted(
			(a, b) => Number(b.agent === owner) - Number(a.agent === owner),
		);
		return [
			{
				...stated,
				statement,
				tries: own.map((expectation) => ({ expectation, decision: answer(expectation, subject, emptyWorld) })),
			},
		];
	});
}

/** Is the decision as it is expected? What could not be decided is denied, but no policy said so. */
export function isMet({ effect, by }: Expectation, decision: Decision): boolean {
	return (
		decision.effect === effect &&
		decision.code !== "fault" &&
		(by === undefined || decision.rules.some(({ id }) => id === by))
	);
}

/** It is not met here, nor where every path lies in the workspace, nor, where one is called a link, with links that lead nobody knows where. */
export function failsAnywhere({ expectation, decision }: Try, subject: ValidPolicyContext): boolean {
	return (
		!isMet(expectation, decision) &&
		otherWorlds(expectation.command).every((world) => !isMet(expectation, answer(expectation, subject, world))) &&
		!(
			namesLink.test(expectation.command) &&
			isMet(expectation, answer(expectation, { ...subject, tree: statedTree(subject) }, unknownLinks))
		)
	);
}

/** Whoever expects something of where a link leads calls it so. */
const namesLink = /link/i;

/** Where nobody knows which paths are links, what every policy denies without being told is everything that is written: here its authors alone count. */
function statedTree(subject: ValidPolicyContext): ValidPolicyContext["tree"] {
	let tree = stated.get(subject);
	if (tree === undefined) {
		tree = withoutEngineRules(subject.policy, subject.tree);
		stated.set(subject, tree);
	}
	return tree;
}
const stated = new WeakMap<ValidPolicyContext, ValidPolicyContext["tree"]>();

/** Does a rule decide so that surely speaks of the command? A restriction counts where nobody knows whether it fits, too. */
export function isSurelySaid({ code, effect, commands }: Decision): boolean {
	return code === "rule" && commands.some((one) => one.code === "rule" && one.effect === effect && !one.doubt);
}

/** What an expectation gets, or one like it, in a world that is no machine's. */
export function answerTo(expectation: Expectation, subject: ValidPolicyContext): Decision {
	return answer(expectation, subject, emptyWorld);
}

function answer(expectation: Expectation, { tree }: Pick<ValidPolicyContext, "tree">, world: World): Decision {
	return decideExpectation(tree, expectation, world);
}

const unknownLinks: World = { ...emptyWorld, linkAt: () => "unknown" };

function otherWorlds(command: string): readonly World[] {
	const emptied: World = { ...emptyWorld, entriesOf: () => [] };
	// Where a path is said from the root or from home, it may lie in the workspace that the author has in mind.
	const whole: World = { workspace: "/", home: "/", linkAt: () => "none", entriesOf: () => [] };
	return /(?:^|[\s=:'"])[~/]|\$HOME\b/.test(command) ? [emptied, whole] : [emptied];
}
