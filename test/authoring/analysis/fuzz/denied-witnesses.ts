/** What breaks a claim is denied word by word, and the claim is asked again, until it is proved: then every command is held against it. */
import { prove } from "../../../../src/authoring/analysis/prove.js";
import type { Witness } from "../../../../src/authoring/analysis/witness.js";
import { claimFaults } from "./faults/claim-faults.js";
import { type Fault, shown, type Tally } from "./faults/fault.js";
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

/** So often exactly what was found is denied, */
const exactRounds = 4;
/** then whatever begins with its operands, then its program, and at last everything: there an end is. */
const prefixRounds = 6;
const programRounds = 8;
const mostRounds = 10;

/** The policy with a denial of each command that breaks a claim, as long as some do. */
export function withDenials(names: readonly string[], policy: PolicyText): PolicyText {
	return deniedUntilProved(names, policy).policy;
}

interface Denied {
	readonly policy: PolicyText;
	/** Claims and agents that were not proved on the way. */
	readonly open: ReadonlySet<string>;
}

function deniedUntilProved(names: readonly string[], policy: PolicyText): Denied {
	let current = policy;
	let open: ReadonlySet<string> | undefined;
	for (let round = 0; round < mostRounds; round++) {
		const engine = loaded(current);
		const answers = agentsOf(engine).flatMap((agent) => openAnswers(agent, names, engine, open));
		// What is proved stays so, whatever else is denied; what is not settled may be later.
		open = new Set(answers.map(({ key }) => key));
		const denials = [...new Set(answers.flatMap(({ sample }) => (sample ? denialOf(sample, round) : [])))];
		if (denials.length === 0) break;
		// A smaller policy keeps the ids that its rules had: these have others.
		const rules = denials.map(
			(subject, at): RuleText => ({
				keyword: "deny",
				modifier: "locked ",
				subject,
				clauses: [],
				id: `denied-${round}-${at}`,
			}),
		);
		const next = withOutside(current, rules);
		if (!isPolicy(next)) break;
		current = next;
	}
	return { policy: current, open: open ?? new Set() };
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

/** What is wrong with the claims of the policy once their witnesses are denied: what was proved on the way is not broken. */
export function deniedFaults(names: readonly string[], policy: PolicyText, tally: Tally): readonly Fault[] {
	const denied = deniedUntilProved(names, policy);
	const engine = loaded(denied.policy);
	const left = agentsOf(engine).flatMap((agent) => openAnswers(agent, names, engine));
	return [
		...claimFaults(names, engine, tally),
		...left.flatMap(({ key, sample }): readonly Fault[] =>
			sample === undefined || denied.open.has(key)
				? []
				: [{ kind: "wrong", text: `${key}: proved with fewer denials, and broken by ${shown(sample)}` }],
		),
	];
}

interface OpenAnswer {
	/** The claim and the agent. */
	readonly key: string;
	/** Absent: nobody knows whether the claim is broken. */
	readonly sample?: Witness;
}

/** Claims of what must not be let through that are not proved, each with a command that breaks it. `open`: only these are asked. */
function openAnswers(
	agent: string,
	names: readonly string[],
	{ tree, claims }: Loaded,
	open?: ReadonlySet<string>,
): readonly OpenAnswer[] {
	return claims.flatMap((claim, at) => {
		const key = `${agent} ${at}`;
		const isDenied = claim.keyword === "never" ? claim.effect !== "deny" : claim.effect === "deny";
		if (!isDenied || !claim.agents.includes(agent) || open?.has(key) === false) return [];
		const proof = prove(tree, agent, claim, groundWith(names), steps);
		if (proof.kind === "proved") return [];
		return [proof.kind === "broken" ? { key, sample: proof.sample } : { key }];
	});
}

/** A denial of the command, of more the later it is. */
function denialOf({ argv, redirects, input }: Witness, round: number): string {
	const words = argv.map((word) => (/^-+[\w=/.-]+$/.test(word) ? word : JSON.stringify(word)));
	const [program = ""] = words;
	if (round >= programRounds) return "*";
	if (round >= prefixRounds || input !== undefined) return program;
	const [redirect] = redirects;
	if (redirect !== undefined) return `${program} touching ${JSON.stringify(redirect.path)}`;
	if (round < exactRounds) return `exactly ${words.join(" ")}`;
	return words.filter((word) => !word.startsWith("-")).join(" ");
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
