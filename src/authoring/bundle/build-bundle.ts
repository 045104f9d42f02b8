/** What is done with a repository of bundles: a release is built, signatures are renewed, keys follow others, and teams get channels of their own. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { engine } from "../../language/source/engine.js";
import { readBundleFile } from "../../runtime/bundle/bundle-file.js";
import { isTeam, isTopRole, type TopRole } from "../../runtime/bundle/metadata.js";
import { compiledChecksum } from "../../runtime/load/decisions.js";
import { type Audience, rolledOut } from "./audience.js";
import { BundleError } from "./bundle-error.js";
import { contentOf } from "./content-of.js";
import { type PublicKey, publicKeys, signingKeys } from "./keys.js";
import { bundleBytes, packBundle, type ToPack } from "./pack-bundle.js";
import { prepareFile } from "./prepare-bundle.js";
import { canSign, keyTexts, Repository, roleBy, type Signing } from "./repository.js";
import type { Targets, Team } from "./signed-data.js";
import { earlierOf } from "./way-back.js";

export interface RepositoryOptions {
	/** Folders of keys. */
	readonly keys: readonly string[];
	/** Days by role. */
	readonly days?: Signing["days"];
	readonly now?: number;
}

export interface Built {
	readonly channel: string;
	readonly release: number;
	/** It is new: machines need its first root. */
	readonly isNew: boolean;
	/** Machines see it: the keys that are online were here. */
	readonly isPublished: boolean;
}

export interface BuildOptions extends RepositoryOptions, ToPack {
	readonly channel: string;
	/** Of a repository that is new: how many signatures a role takes. */
	readonly thresholds?: Readonly<Partial<Record<TopRole, number>>>;
	/** Whom it is for; everybody when absent. */
	readonly to?: Audience;
}

/** Builds a release of a channel. */
export function buildBundle(folder: string, options: BuildOptions): Built {
	const isNew = !existsSync(join(folder, "metadata"));
	if (isNew && existsSync(folder) && readdirSync(folder).length > 0)
		throw new BundleError(
			`\`${folder}\` holds something else than bundles`,
			"name an empty folder, or one that is not there yet",
		);
	const signing = signingOf(folder, options);
	const bundle = packBundle(options);
	const repository = isNew
		? Repository.make(folder, topKeys(options.keys), options.thresholds ?? {}, signing)
		: Repository.open(folder);
	const { channel } = options;
	const role = roleOf(channel);
	const ceiling = role === "targets" ? undefined : repository.ceilingOf(role);
	const made = prepareFile(bundle, ceiling === undefined ? undefined : readBundleFile(ceiling));
	if (typeof made === "string")
		throw new BundleError(`this policy is not published: ${made}`, "mend it; `rules lint` and `rules test` show more");
	const last = role === "targets" ? repository.targets : repository.teams.get(role);
	const path = `${channel}/policy.json`;
	const latest = last?.targets[path];
	const release = Number(latest?.custom.release ?? 0) + 1;
	const before = earlierOf(latest);
	const bytes = bundleBytes(bundle);
	const [name, target] = repository.addTarget(channel, bytes, {
		channel,
		release,
		engine,
		policy: compiledChecksum(Buffer.from(made.policy)),
		safe: made.safe === undefined ? "deny" : "policy",
		...(before === undefined ? {} : { before }),
	});
	const custom = rolledOut(target, options.to ?? {}, (sha256) =>
		sha256 === target.hashes.sha256 ? bytes : contentOf(folder, channel, sha256),
	);
	const { targets = {}, delegations } = last ?? {};
	repository.signTargets(
		role,
		{ targets: { ...targets, [name]: { ...target, custom } }, ...(delegations === undefined ? {} : { delegations }) },
		signing,
	);
	const isPublished = published(repository, signing, isNew);
	repository.write();
	return { channel, release, isNew, isPublished };
}

/** The role that signs a channel. */
export function roleOf(channel: string): string {
	return channel.includes("/") ? (channel.split("/")[0] as string) : "targets";
}

/** What expires soon, and whose keys were not here. */
export interface Expiring {
	readonly role: string;
	/** Milliseconds. */
	readonly expires: number;
}

/** Signs what machines look at first anew, takes in what teams have signed, and signs what expires soon where its keys are here. */
export function renewBundles(folder: string, options: RepositoryOptions): readonly Expiring[] {
	const repository = Repository.open(folder);
	const signing = signingOf(folder, options);
	const soon = repository.expiring(signing);
	const left = soon.filter(({ role }) => !repository.signAgain(role, signing));
	repository.signOnline(signing);
	repository.write();
	return left;
}

export interface RotateOptions extends RepositoryOptions {
	readonly role: TopRole;
	/** The folder of the keys that follow. */
	readonly to: string;
	readonly threshold?: number;
}

/** Other keys for a role; machines see it when the root and all that it signs anew are published. */
export function rotateKeys(
	folder: string,
	options: RotateOptions,
): { readonly version: number; readonly isPublished: boolean } {
	const { role, to, threshold } = options;
	const repository = Repository.open(folder);
	const signing = signingOf(folder, { ...options, keys: [...options.keys, to] });
	const publics = publicKeys(to, role);
	const { root } = repository;
	const roles = {
		...root.roles,
		[role]: roleBy(role, publics, threshold ?? Math.min(root.roles[role].threshold, publics.length)),
	};
	const used = new Set(Object.values(roles).flatMap(({ keyids }) => keyids));
	const keys = Object.fromEntries(
		Object.entries({ ...root.keys, ...keyTexts(publics) }).filter(([id]) => used.has(id)),
	);
	repository.signRoot({ keys, roles }, signing);
	if (role === "targets") {
		const { targets, delegations } = repository.targets;
		repository.signTargets("targets", { targets, ...(delegations === undefined ? {} : { delegations }) }, signing);
	}
	const isPublished = published(repository, signing, false);
	repository.write();
	return { version: repository.root.version, isPublished };
}

export interface DelegateOptions extends RepositoryOptions {
	readonly team: string;
	/** The folder of the team's public keys. */
	readonly to: string;
	readonly threshold?: number;
	/** The policy that the team's may not be looser than: names, relative to `cwd`. What was said before holds when absent. */
	readonly ceiling?: readonly string[];
	readonly cwd?: string;
}

/** Gives a team the channels `TEAM/…`, or other keys for them. What it signed by keys that it has no more is to be built again. */
export function delegate(folder: string, options: DelegateOptions): { readonly isPublished: boolean } {
	const { team, to, threshold = 1, ceiling, cwd = process.cwd() } = options;
	if (!isTeam(team))
		throw new BundleError(
			`no team can be called \`${team}\``,
			isTopRole(team)
				? "that is a role of the repository: choose another name"
				: "take small letters, digits and `-`, a letter first",
		);
	const repository = Repository.open(folder);
	const signing = signingOf(folder, options);
	const publics = publicKeys(to, team);
	const { targets, delegations } = repository.targets;
	const was = delegations?.roles.find(({ name }) => name === team)?.ceiling;
	const most = ceiling === undefined ? was : repository.addCeiling(team, ceilingBytes(ceiling, cwd));
	const own: Team = {
		name: team,
		...roleBy(team, publics, threshold),
		terminating: true,
		paths: [`${team}/*/policy.json`],
		...(most === undefined ? {} : { ceiling: most }),
	};
	const others = (delegations?.roles ?? []).filter(({ name }) => name !== team);
	const roles = [...others, own].sort((a, b) => (a.name < b.name ? -1 : 1));
	const used = new Set(roles.flatMap(({ keyids }) => keyids));
	const keys = Object.fromEntries(
		Object.entries({ ...delegations?.keys, ...keyTexts(publics) }).filter(([id]) => used.has(id)),
	);
	const next: Omit<Targets, "version" | "expires"> = { targets, delegations: { keys, roles } };
	repository.signTargets("targets", next, signing);
	const isPublished = published(repository, signing, false);
	repository.write();
	return { isPublished };
}

function ceilingBytes(policy: readonly string[], cwd: string): Buffer {
	const bundle = packBundle({ policy, suites: [], cwd });
	const made = prepareFile(bundle);
	if (typeof made === "string")
		throw new BundleError(
			`this is nothing that can be delegated: ${made}`,
			"mend it; `rules lint` and `rules test` show more",
		);
	return bundleBytes(bundle);
}

/** Signs for machines, where the keys are here. A new repository without is none. */
export function published(repository: Repository, signing: Signing, isNew: boolean): boolean {
	const { snapshot, timestamp } = repository.root.roles;
	const isHere = [snapshot, timestamp].every((role) => canSign(role, signing));
	if (isHere || isNew) repository.signOnline(signing);
	return isHere;
}

export function signingOf(folder: string, { keys, days = {}, now = Date.now() }: RepositoryOptions): Signing {
	if (keys.length === 0)
		throw new BundleError(
			"it is not said where the keys are",
			"name their folder: `--keys KEYS`; `rules bundle keys KEYS` makes them",
		);
	return { keys: signingKeys(keys, folder), days, now };
}

function topKeys(folders: readonly string[]): readonly PublicKey[] {
	return (["root", "targets", "snapshot", "timestamp"] as const).flatMap((role) => {
		const all = folders.flatMap((folder) => {
			try {
				return publicKeys(folder, role);
			} catch (error) {
				if (error instanceof BundleError && folders.length > 1) return [];
				throw error;
			}
		});
		return [...new Map(all.map((key) => [key.id, key])).values()];
	});
}
