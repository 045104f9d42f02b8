/** What a release says of the one before it: what machines go on with that it is not for, and the way back to it. */
import { type Earlier, isLimited, readRollout } from "../../runtime/bundle/rollout.js";
import { BundleError } from "./bundle-error.js";
import type { Target } from "./signed-data.js";

/** The release that everybody may have beside the next one: this one, or where it is not for everybody the one before it. */
export function earlierOf(target: Target | undefined): Earlier | undefined {
	if (target === undefined) return undefined;
	const { rollout, before } = saidOf(target);
	if (rollout !== undefined && isLimited(rollout)) return before;
	const { release, engine, policy, safe } = target.custom;
	return { release, sha256: target.hashes.sha256, length: target.length, engine, policy, safe } as Earlier;
}

/** The release that leads back: the content of the one before under the next number, for everybody. Undefined where there is none. */
export function wayBackOf(target: Target): Target | undefined {
	const { before } = saidOf(target);
	if (before === undefined) return undefined;
	const { channel, release } = target.custom;
	const { sha256, length, engine, policy, safe } = before;
	return { length, hashes: { sha256 }, custom: { channel, release: Number(release) + 1, engine, policy, safe } };
}

/** What a target says of whom it is for. */
export function saidOf(target: Target): Exclude<ReturnType<typeof readRollout>, "malformed"> {
	const said = readRollout(target.custom);
	if (said !== "malformed") return said;
	throw new BundleError(
		`this build of bylaw can't read whom release ${target.custom.release} is for`,
		"build with the version that signed it, or a newer one",
	);
}
