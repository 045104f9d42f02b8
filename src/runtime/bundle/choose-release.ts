/** Which release of a channel decides on a machine, and which one is put on record beside it, by what the newest one's signer says. */
import { randomBytes } from "node:crypto";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { machineFile, machineId } from "../load/bundle-floor.js";
import { shareText } from "./comparison.js";
import {
	isBroken,
	isFor,
	isLimited,
	isPartial,
	million,
	type Observed,
	type Promise_,
	type Rollout,
	stopMark,
} from "./rollout.js";
import type { VerifiedContent, VerifiedTarget } from "./verified-update.js";

export interface Choice {
	readonly active: VerifiedContent;
	readonly shadow?: VerifiedContent;
	/** What decides for agents, or in repositories, that the active one is not for. */
	readonly others?: Others;
	/** What was delegated to the channel's team at most. */
	readonly ceiling?: VerifiedTarget["ceiling"];
	/** Why the newest release does not decide here. */
	readonly aside?: string;
	/** This machine stops with the release now: the mark to remember. */
	readonly stopped?: string;
}

export interface Others extends Pick<Rollout, "agents" | "repositories"> {
	readonly content: VerifiedContent;
}

/** What the last log says of a release, by the SHA-256 of its target. */
export type Observe = (digest: string) => Observed;

/** `stopped`: the marks of releases with which this machine has stopped. */
export function chooseRelease(
	target: VerifiedTarget,
	machine: string,
	stopped: readonly string[],
	observe?: Observe,
): Choice {
	const { ceiling } = target;
	return { ...chosen(target, machine, stopped, observe), ...(ceiling === undefined ? {} : { ceiling }) };
}

function chosen(
	target: VerifiedTarget,
	machine: string,
	stopped: readonly string[],
	observe: Observe = () => ({ decisions: 0, denied: 0 }),
): Choice {
	const { rollout, before, release } = target;
	if (rollout === undefined || before === undefined) return { active: target };
	const { promise, shadow } = rollout;
	if (isLimited(rollout) && !isFor(rollout, machine))
		return { active: before, aside: `release ${release} is not for this machine yet` };
	const seen = promise === undefined ? undefined : observe(target.sha256);
	const broken =
		promise !== undefined && seen !== undefined && isBroken(promise, seen) ? brokenText(promise, seen) : undefined;
	if (shadow === true) {
		const aside = `release ${release} is a shadow here${broken === undefined ? "" : `, and ${broken}`}`;
		return { active: before, shadow: target, aside };
	}
	const own: Choice = isPartial(rollout) ? { active: target, others: othersIn(rollout, before) } : { active: target };
	if (promise === undefined) return own;
	const mark = stopMark(target.sha256, promise);
	if (stopped.includes(mark))
		return {
			active: before,
			aside: `this machine has stopped with release ${release}: it denied more than was promised`,
		};
	return broken === undefined
		? own
		: { active: before, aside: `this machine has stopped with release ${release}: ${broken}`, stopped: mark };
}

function othersIn({ agents, repositories }: Rollout, content: VerifiedContent): Others {
	return {
		content,
		...(agents === undefined ? {} : { agents }),
		...(repositories === undefined ? {} : { repositories }),
	};
}

function brokenText({ most, denied }: Promise_, seen: Observed): string {
	return `${seen.denied} of ${seen.decisions} decisions were denied, where ${shareText(denied / million)} were expected and ${shareText(most / million)} may be`;
}

/** How this machine is called. Where nobody gave it a name it takes one, once. Only the refresher asks, who has the lock. */
export function ownMachineId(floor: string): string {
	const known = machineId(floor);
	if (known !== undefined) return known;
	const machine = randomBytes(16).toString("hex");
	const beside = `${machineFile(floor)}.tmp`;
	try {
		writeFileSync(beside, `${JSON.stringify({ machine })}\n`, { flush: true });
		chmodSync(beside, 0o644);
		renameSync(beside, machineFile(floor));
	} finally {
		rmSync(beside, { force: true });
	}
	return machine;
}
