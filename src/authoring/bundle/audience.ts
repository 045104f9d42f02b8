/** Whom a release is for, as it is asked for and as it is signed; and what is promised of it by a log. */
import { randomBytes } from "node:crypto";
import { readCompiled } from "../../engine/decide/compiled/compiled-text.js";
import { type Earlier, isLimited, million, type Promise_, type Rollout } from "../../runtime/bundle/rollout.js";
import { isLikeOne } from "../../runtime/load/like-name.js";
import { BundleError } from "./bundle-error.js";
import { comparedBy } from "./compare-releases.js";
import { prepareBundle } from "./prepare-bundle.js";
import type { Target } from "./signed-data.js";
import { saidOf } from "./way-back.js";

/** Whom a release is for. Nothing said: everybody. */
export interface Audience {
	/** From 0 to 1. */
	readonly share?: number;
	readonly machines?: readonly string[];
	/** Agents and repositories, by patterns; absent: all of them. */
	readonly agents?: readonly string[];
	readonly repositories?: readonly string[];
	readonly shadow?: true;
	/** The log from which it is promised how much will be denied, and by how much that may be exceeded, from 0 to 1. */
	readonly promise?: { readonly log: string; readonly margin: number };
}

/** What is signed with a target, for these. `contentOf`: the bytes of a target of this channel, by their SHA-256. */
export function rolledOut(target: Target, to: Audience, contentOf: (sha256: string) => Uint8Array): Target["custom"] {
	const { rollout: _, ...custom } = target.custom;
	const { rollout: was, before } = saidOf(target);
	const { share, machines, agents, repositories, shadow, promise } = to;
	const promised =
		promise === undefined ? was?.promise : promiseBy(contentOf(target.hashes.sha256), promise.log, promise.margin);
	const rollout: Rollout = {
		salt: was?.salt ?? randomBytes(16).toString("hex"),
		...(share === undefined ? {} : { share: millionths(share) }),
		...(machines === undefined ? {} : { machines }),
		...(agents === undefined ? {} : { agents }),
		...(repositories === undefined ? {} : { repositories }),
		...(shadow === undefined ? {} : { shadow }),
		...(promised === undefined ? {} : { promise: promised }),
	};
	if ((isLimited(rollout) || promised !== undefined) && before === undefined)
		throw new BundleError(
			`release ${custom.release} is the first of its channel: there is none that other machines could go on with`,
			"release it to everybody, and the next one to some",
		);
	if (agents !== undefined && before !== undefined) checkAgents(custom.release, contentOf, target, before, agents);
	return isLimited(rollout) || promised !== undefined ? { ...custom, rollout } : custom;
}

/** What no machine could follow is not signed. */
function checkAgents(
	release: unknown,
	contentOf: (sha256: string) => Uint8Array,
	target: Target,
	before: Earlier,
	agents: readonly string[],
): void {
	const bytes = contentOf(before.sha256);
	const made = prepareBundle(contentOf(target.hashes.sha256), undefined, { bytes, release: before.release, agents });
	const policy = typeof made === "string" ? made : readCompiled(Buffer.from(made.policy));
	if (typeof policy === "string")
		throw new BundleError(`release ${release}: ${policy}`, "release it to machines, by `--share` and `--machines`");
	if ("fault" in policy) throw new BundleError(policy.fault, "build it anew");
	const names = Object.keys(policy.agents);
	const strange = agents.find((pattern) => !names.some((name) => isLikeOne(name, [pattern])));
	if (strange !== undefined)
		throw new BundleError(
			`release ${release} has no agent \`${strange}\``,
			`its agents are ${names.map((name) => `\`${name}\``).join(", ")}`,
		);
}

/** Decisions by a release before a machine judges it. */
const least = 100;

/** What the policy would have denied of a log. */
function promiseBy(content: Uint8Array, log: string, margin: number): Promise_ {
	const made = prepareBundle(content);
	const policy = typeof made === "string" ? { fault: made } : readCompiled(Buffer.from(made.policy));
	if ("fault" in policy)
		throw new BundleError(`nothing can be promised of this release: ${policy.fault}`, "build it anew");
	const { decisions, denied } = comparedBy(log, undefined, policy);
	if (decisions === 0)
		throw new BundleError(
			`nothing can be promised by \`${log}\`: it holds no decision that can be made again`,
			"name a log of machines that have worked",
		);
	const share = denied / decisions;
	return { denied: millionths(share), most: millionths(Math.min(1, share + margin)), least };
}

function millionths(share: number): number {
	return Math.round(share * million);
}
