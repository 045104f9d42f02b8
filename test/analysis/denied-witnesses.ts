/** What breaks a claim is denied word by word, and the claim is asked again, until it is proved: then every command is held against it. */
import { prove } from "../../src/analysis/prove.js";
import type { Sample } from "../../src/analysis/sample.js";
import { claimFaults } from "./claim-faults.js";
import type { Fault, Tally } from "./fault.js";
import { groundWith } from "./ground.js";
import { steps } from "./runs.js";
import {
	agentsOf,
	type BodyText,
	BrokenPolicy,
	type Loaded,
	loaded,
	mapBodies,
	type PolicyText,
	type RuleText,
} from "./small-policies.js";

/** So often what was found is denied. */
const mostRounds = 6;

/** The policy with a denial of each command that breaks a claim, as long as some do. */
export function withDenials(names: readonly string[], policy: PolicyText): PolicyText {
	let current = policy;
	for (let round = 0; round < mostRounds; round++) {
		const engine = loaded(current);
		const denials = [
			...new Set(
				agentsOf(engine)
					.flatMap((agent) => breakersOf(agent, names, engine))
					.map(denialOf),
			),
		];
		if (denials.length === 0) return current;
		const rules = denials.map((subject): RuleText => ({ keyword: "deny", modifier: "locked ", subject, clauses: [] }));
		const next = withOutside(current, rules);
		if (!isPolicy(next)) return current;
		current = next;
	}
	return current;
}

/** The policy with further rules outside of its agents, which all of them have. */
function withOutside(policy: PolicyText, rules: readonly RuleText[]): PolicyText {
	const is = ({ kind, imported }: BodyText): boolean => kind === "outside" && !imported;
	if (!policy.bodies.some(is)) return { ...policy, bodies: [...policy.bodies, { ...outsideBody, rules }] };
	return mapBodies(policy, (body) => (is(body) ? { ...body, rules: [...body.rules, ...rules] } : body));
}

const outsideBody: Omit<BodyText, "rules"> = {
	kind: "outside",
	name: "",
	extends: [],
	imported: false,
	fallback: "",
	settings: [],
	claims: [],
};

/** What is wrong with the claims of the policy once their witnesses are denied. */
export function deniedFaults(names: readonly string[], policy: PolicyText, tally: Tally): readonly Fault[] {
	return claimFaults(names, loaded(withDenials(names, policy)), tally);
}

/** Commands that break a claim of what must not be let through; those that differ in more than their words are left out. */
function breakersOf(agent: string, names: readonly string[], { tree, claims }: Loaded): readonly Sample[] {
	return claims.flatMap((claim) => {
		if (claim.keyword !== "never" || claim.effect === "deny") return [];
		const proof = prove(tree, agent, claim, groundWith(names), steps);
		if (proof.kind !== "broken") return [];
		const { sample } = proof;
		return sample.redirects.length === 0 && sample.input === undefined ? [sample] : [];
	});
}

function denialOf({ argv }: Sample): string {
	return `exactly ${argv.map((word) => (/^-+[\w=/.-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")}`;
}

function isPolicy(policy: PolicyText): boolean {
	try {
		loaded(policy);
		return true;
	} catch (error) {
		if (error instanceof BrokenPolicy) return false;
		throw error;
	}
}
