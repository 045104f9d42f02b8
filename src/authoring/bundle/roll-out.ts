/** Says whom a release is for: a share of the machines, some of them by their names, nobody yet but as a shadow, everybody; or leads everybody back. */
import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Rollout } from "../../runtime/bundle/rollout.js";
import { type Audience, rolledOut } from "./audience.js";
import { published, type RepositoryOptions, roleOf, signingOf } from "./build-bundle.js";
import { BundleError } from "./bundle-error.js";
import { contentOf } from "./content-of.js";
import { backFile, canSign, Repository } from "./repository.js";
import type { Target, Targets } from "./signed-data.js";
import { saidOf, wayBackOf } from "./way-back.js";

export interface RolloutOptions extends RepositoryOptions {
	readonly channel: string;
	readonly to: Audience | "back";
}

export interface RolledOut {
	readonly release: number;
	/** Whom it is for now; absent: everybody. */
	readonly rollout?: Rollout;
	readonly isPublished: boolean;
}

/** Changes whom the newest release of a channel is for. */
export function rollOut(folder: string, options: RolloutOptions): RolledOut {
	const { channel, to } = options;
	const signing = signingOf(folder, options);
	let repository = Repository.open(folder);
	const role = roleOf(channel);
	const path = `${channel}/policy.json`;
	const targets = role === "targets" ? repository.targets : repository.teams.get(role);
	const target = targets?.targets[path];
	if (targets === undefined || target === undefined)
		throw new BundleError(
			`there is no release of channel \`${channel}\``,
			`build one: \`rules bundle build ${folder} --channel ${channel}\``,
		);
	const holder = role === "targets" ? repository.root.roles.targets : repository.teamOf(role);
	let next: Target;
	if (to === "back") {
		next = wayBack(folder, channel, target);
		if (canSign(holder, signing)) repository.signTargets(role, withTarget(targets, path, next), signing);
		else repository = takenBack(folder, channel, role, targets.version + 1);
	} else {
		contentOf(folder, channel, target.hashes.sha256);
		next = { ...target, custom: rolledOut(target, to, (sha256) => contentOf(folder, channel, sha256)) };
		repository.signTargets(role, withTarget(targets, path, next), signing);
	}
	const isPublished = published(repository, signing, false);
	repository.write();
	const { rollout } = saidOf(next);
	return { release: Number(next.custom.release), isPublished, ...(rollout === undefined ? {} : { rollout }) };
}

function withTarget(
	{ targets, delegations }: Targets,
	path: string,
	target: Target,
): Pick<Targets, "targets" | "delegations"> {
	return { targets: { ...targets, [path]: target }, ...(delegations === undefined ? {} : { delegations }) };
}

function wayBack(folder: string, channel: string, target: Target): Target {
	const back = wayBackOf(target);
	if (back === undefined)
		throw new BundleError(
			`release ${target.custom.release} of channel \`${channel}\` names none before it`,
			"build the policy that you want back: it is a new release",
		);
	contentOf(folder, channel, back.hashes.sha256);
	return back;
}

/** By what was signed when the release was: whoever has the online keys alone can lead back. */
function takenBack(folder: string, channel: string, role: string, version: number): Repository {
	const ready = join(folder, backFile(channel));
	const file = join(folder, "metadata", `${version}.${role}.json`);
	const help = `whoever has the keys of \`${role}\` runs \`rules bundle rollout ${folder} --channel ${channel} --back\``;
	if (!existsSync(ready)) throw new BundleError(`no way back of channel \`${channel}\` is signed`, help);
	const signed = versionIn(ready);
	if (signed !== version)
		throw new BundleError(
			`the way back of channel \`${channel}\` was signed for another state: it is version ${signed} of \`${role}\`, and ${version} is the next`,
			help,
		);
	copyFileSync(ready, file);
	try {
		return Repository.open(folder);
	} catch (error) {
		rmSync(file, { force: true });
		throw error;
	}
}

function versionIn(file: string): unknown {
	try {
		return (JSON.parse(readFileSync(file, "utf8")) as { readonly signed?: { readonly version?: unknown } }).signed
			?.version;
	} catch {
		return undefined;
	}
}
