/**
 * The signed repository that bundles are published in: a folder after The Update Framework, with consistent snapshots, that any web server or bucket serves.
 * Nothing is written before all that is needed can be signed; the timestamp, by which machines see the rest, is written last.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Metadata, MetadataKind } from "@tufjs/models";
import {
	checkedMetadata,
	isTopRole,
	largest,
	mostTargets,
	mostTeams,
	type TopRole,
	targetPath,
	topRoles,
} from "../../runtime/bundle/metadata.js";
import { BundleError } from "./bundle-error.js";
import type { PublicKey, SigningKey } from "./keys.js";
import type { Common, Keys, Role, Root, Target, Targets, Team } from "./signed-data.js";
import { wayBackOf } from "./way-back.js";

interface Listed extends Common {
	readonly meta: Readonly<Record<string, { readonly version: number }>>;
}

/** Days that signatures of a role hold. */
export const usualDays: Readonly<Record<TopRole, number>> = { root: 365, targets: 90, snapshot: 14, timestamp: 7 };

export interface Signing {
	readonly keys: readonly SigningKey[];
	/** Milliseconds. */
	readonly now: number;
	/** Days by role, where they are not the usual ones; a team's are those of `targets`. */
	readonly days: Readonly<Partial<Record<TopRole, number>>>;
}

export class Repository {
	/** What is to be written, by path. */
	private readonly writes = new Map<string, string | Uint8Array>();

	private constructor(
		readonly folder: string,
		public root: Root,
		public targets: Targets,
		/** Of teams that have signed something. */
		readonly teams: Map<string, Targets>,
		private snapshot: Listed | undefined,
		private timestamp: Listed | undefined,
	) {}

	/** A new one, in a folder that is empty or not there. */
	static make(
		folder: string,
		publics: readonly PublicKey[],
		thresholds: Readonly<Partial<Record<TopRole, number>>>,
		signing: Signing,
	): Repository {
		const roles = Object.fromEntries(
			topRoles.map((role) => {
				const own = publics.filter((key) => key.role === role);
				return [role, roleBy(role, own, thresholds[role] ?? (role === "root" ? Math.min(2, own.length) : 1))];
			}),
		) as Record<TopRole, Role>;
		const root: Root = {
			version: 0,
			expires: "",
			keys: keyTexts(publics.filter(({ role }) => isTopRole(role))),
			roles,
		};
		const repository = new Repository(
			folder,
			root,
			{ version: 0, expires: "", targets: {} },
			new Map(),
			undefined,
			undefined,
		);
		repository.signRoot(root, signing);
		return repository;
	}

	/** One that is there, verified from its first root on. */
	static open(folder: string): Repository {
		const read = (name: string): string => readFileSync(join(folder, "metadata", name), "utf8");
		try {
			let root: Metadata<never> | undefined;
			let signed: Root | undefined;
			for (let version = 1; existsSync(join(folder, "metadata", `${version}.root.json`)); version++) {
				const text = read(`${version}.root.json`);
				checkedMetadata("root", Buffer.from(text));
				const one = Metadata.fromJSON(MetadataKind.Root, JSON.parse(text)) as unknown as Metadata<never>;
				(root ?? one).verifyDelegate("root", one);
				one.verifyDelegate("root", one);
				root = one;
				signed = signedOf<Root>(text);
			}
			if (root === undefined || signed === undefined)
				throw new BundleError(
					`\`${folder}\` is no repository of bundles`,
					"make one: `rules bundle build FOLDER --keys KEYS --channel stable`",
				);
			const verified = <T>(
				name: string,
				role: string,
				by: Metadata<never>,
				kind: MetadataKind,
			): { one: Metadata<never>; signed: T } => {
				const text = read(name);
				checkedMetadata(role, Buffer.from(text));
				const one = Metadata.fromJSON(kind as MetadataKind.Targets, JSON.parse(text)) as unknown as Metadata<never>;
				by.verifyDelegate(role, one);
				return { one, signed: signedOf<T>(text) };
			};
			const names = readdirSync(join(folder, "metadata"));
			const newest = (role: string): string | undefined =>
				names
					.flatMap((name) => new RegExp(`^(\\d+)\\.${role}\\.json$`).exec(name)?.[1] ?? [])
					.map(Number)
					.sort((a, b) => b - a)
					.map((version) => `${version}.${role}.json`)[0];
			const targets = verified<Targets>(newest("targets") ?? "targets.json", "targets", root, MetadataKind.Targets);
			const teams = new Map<string, Targets>();
			for (const { name } of targets.signed.delegations?.roles ?? []) {
				const file = newest(name);
				if (file !== undefined)
					teams.set(name, verified<Targets>(file, name, targets.one, MetadataKind.Targets).signed);
			}
			// What was signed by keys that were taken away counts from the beginning.
			const listed = (name: string | undefined, role: TopRole, kind: MetadataKind): Listed | undefined =>
				name === undefined || !names.includes(name)
					? undefined
					: listedOf(() => verified<Listed>(name, role, root as Metadata<never>, kind).signed, read(name));
			return new Repository(
				folder,
				signed,
				targets.signed,
				teams,
				listed(newest("snapshot"), "snapshot", MetadataKind.Snapshot),
				listed("timestamp.json", "timestamp", MetadataKind.Timestamp),
			);
		} catch (error) {
			if (error instanceof BundleError) throw error;
			const why = error instanceof Error ? error.message : String(error);
			throw new BundleError(
				`the repository \`${folder}\` can't be used: ${why}`,
				"put back what was changed: a copy of what was published has it",
			);
		}
	}

	/** Makes another root. Both the keys of the one before and its own have to sign. */
	signRoot(root: Omit<Root, "version" | "expires">, signing: Signing): void {
		const before = this.root;
		const next: Root = { ...root, version: before.version + 1, expires: expiry("root", signing) };
		const signed = {
			_type: "root",
			spec_version: "1.0.31",
			consistent_snapshot: true,
			...next,
		};
		const signers = [next.roles.root, ...(before.version === 0 ? [] : [before.roles.root])];
		this.put(`${next.version}.root.json`, MetadataKind.Root, signed, "root", signers, signing.keys);
		this.root = next;
	}

	/** Signs the targets of the top, or of a team. */
	signTargets(role: string, targets: Omit<Targets, "version" | "expires">, signing: Signing): void {
		const before = role === "targets" ? this.targets : this.teams.get(role);
		const next: Targets = { ...targets, version: (before?.version ?? 0) + 1, expires: expiry("targets", signing) };
		const count = Object.keys(next.targets).length;
		if (count > mostTargets)
			throw new BundleError(
				`role \`${role}\` would have ${count} channels, and may have ${mostTargets}`,
				"give channels to teams: `rules bundle delegate`",
			);
		if ((next.delegations?.roles.length ?? 0) > mostTeams)
			throw new BundleError(`there would be more than ${mostTeams} teams`, "let several share a role");
		const by = role === "targets" ? this.root.roles.targets : this.teamOf(role);
		this.put(
			`${next.version}.${role}.json`,
			MetadataKind.Targets,
			{ _type: "targets", spec_version: "1.0.31", ...next },
			role,
			[by],
			signing.keys,
		);
		if (role === "targets") this.targets = next;
		else this.teams.set(role, next);
		this.signWaysBack(role, by, next, signing);
	}

	/** What leads back from each release that is being rolled out, signed and ready: nothing names it until somebody takes it. */
	private signWaysBack(role: string, by: Role, targets: Targets, signing: Signing): void {
		for (const [path, target] of Object.entries(targets.targets)) {
			const back = target.custom.rollout === undefined ? undefined : wayBackOf(target);
			if (back === undefined) continue;
			const next = { ...targets, version: targets.version + 1, targets: { ...targets.targets, [path]: back } };
			const signed = { _type: "targets", spec_version: "1.0.31", ...next };
			const text = signedText(MetadataKind.Targets, signed, role, [by], signing.keys);
			this.writes.set(backFile(dirname(path)), text);
		}
	}

	teamOf(name: string): Team {
		const team = this.targets.delegations?.roles.find((one) => one.name === name);
		if (team === undefined)
			throw new BundleError(
				`nothing is delegated to a team \`${name}\``,
				`whoever has the key of \`targets\` does so: \`rules bundle delegate ${this.folder} --team ${name}\``,
			);
		return team;
	}

	/** Signs what machines look at first: which versions hold, and from when on nobody believes that. */
	signOnline(signing: Signing): void {
		const meta = Object.fromEntries([
			["targets.json", { version: this.targets.version }],
			...[...this.teams].map(([name, { version }]) => [`${name}.json`, { version }] as const),
		]) as Listed["meta"];
		const half = (days: number): number => (days * day) / 2;
		const holds =
			this.snapshot !== undefined &&
			JSON.stringify(this.snapshot.meta) === JSON.stringify(meta) &&
			Date.parse(this.snapshot.expires) - signing.now > half(signing.days.snapshot ?? usualDays.snapshot);
		if (!holds) {
			const next = { version: (this.snapshot?.version ?? 0) + 1, expires: expiry("snapshot", signing), meta };
			this.put(
				`${next.version}.snapshot.json`,
				MetadataKind.Snapshot,
				{ _type: "snapshot", spec_version: "1.0.31", ...next },
				"snapshot",
				[this.root.roles.snapshot],
				signing.keys,
			);
			this.snapshot = next;
		}
		const next = {
			version: (this.timestamp?.version ?? 0) + 1,
			expires: expiry("timestamp", signing),
			issued: iso(signing.now),
			meta: { "snapshot.json": { version: (this.snapshot as Listed).version } },
		};
		this.put(
			"timestamp.json",
			MetadataKind.Timestamp,
			{ _type: "timestamp", spec_version: "1.0.31", ...next },
			"timestamp",
			[this.root.roles.timestamp],
			signing.keys,
		);
		this.timestamp = next;
	}

	/** The root, the targets and teams whose signatures have less than a third of their time left. */
	expiring({ now, days }: Signing): readonly { readonly role: string; readonly expires: number }[] {
		const all = [["root", this.root] as const, ["targets", this.targets] as const, ...this.teams];
		return all.flatMap(([role, { expires }]) => {
			const usual = isTopRole(role) ? role : "targets";
			const rest = Date.parse(expires) - now;
			return rest < ((days[usual] ?? usualDays[usual]) * day) / 3 ? [{ role, expires: Date.parse(expires) }] : [];
		});
	}

	/** Signs the same once more; false where its keys are not here. */
	signAgain(role: string, signing: Signing): boolean {
		if (!canSign(role === "root" || role === "targets" ? this.root.roles[role] : this.teamOf(role), signing))
			return false;
		if (role === "root") {
			const { keys, roles } = this.root;
			this.signRoot({ keys, roles }, signing);
		} else {
			const { targets, delegations } = role === "targets" ? this.targets : (this.teams.get(role) as Targets);
			this.signTargets(role, { targets, ...(delegations === undefined ? {} : { delegations }) }, signing);
		}
		return true;
	}

	/** Puts a file beside the metadata: the target of a channel. */
	addTarget(channel: string, bytes: Uint8Array, custom: Target["custom"]): readonly [path: string, target: Target] {
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		const path = targetPath(channel);
		this.writes.set(join("targets", dirname(path), `${sha256}.policy.json`), bytes);
		return [path, { length: bytes.length, hashes: { sha256 }, custom }];
	}

	/** Puts a policy beside the metadata that those of a team may not be looser than. */
	addCeiling(team: string, bytes: Uint8Array): NonNullable<Team["ceiling"]> {
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		this.writes.set(join("targets", team, `${sha256}.policy.json`), bytes);
		return { sha256, length: bytes.length };
	}

	/** What was delegated to a team at most; undefined where it has no bound. */
	ceilingOf(team: string): Buffer | undefined {
		const { ceiling } = this.teamOf(team);
		if (ceiling === undefined) return undefined;
		const file = join(this.folder, "targets", team, `${ceiling.sha256}.policy.json`);
		const bytes = existsSync(file) ? readFileSync(file) : undefined;
		if (bytes !== undefined && createHash("sha256").update(bytes).digest("hex") === ceiling.sha256) return bytes;
		throw new BundleError(
			`\`${file}\` is gone or was changed, which says what was delegated to team \`${team}\``,
			"put it back: a copy of what was published has it",
		);
	}

	/** Writes all of it, each file in one step, the timestamp last. */
	write(): void {
		const order = [...this.writes].sort(
			([a], [b]) => Number(a.endsWith("timestamp.json")) - Number(b.endsWith("timestamp.json")),
		);
		for (const [name, text] of order) {
			const path = join(this.folder, name);
			mkdirSync(dirname(path), { recursive: true });
			const beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
			try {
				writeFileSync(beside, text, { flush: true });
				renameSync(beside, path);
			} finally {
				rmSync(beside, { force: true });
			}
		}
		this.writes.clear();
	}

	private put(
		name: string,
		kind: MetadataKind,
		signed: object,
		role: string,
		by: readonly Role[],
		keys: readonly SigningKey[],
	): void {
		const text = signedText(kind, signed, role, by, keys);
		const most = role === "root" ? largest.root : isTopRole(role) ? largest[role] : largest.targets;
		if (Buffer.byteLength(text) > most)
			throw new BundleError(
				`the metadata of \`${role}\` would be larger than ${most / 1000} KB, which machines do not read`,
				"take channels out, or give them to teams",
			);
		checkedMetadata(role, Buffer.from(text));
		this.writes.set(join("metadata", name), text);
	}
}

const day = 86_400_000;

/** The file of a way back, in the repository. */
export function backFile(channel: string): string {
	return join("back", `${channel}.json`);
}

/** What is not signed by those who may now is used for its version alone. */
function listedOf(read: () => Listed, text: string): Listed | undefined {
	try {
		return read();
	} catch {
		const { version } = signedOf<Listed>(text);
		return { version, expires: "1970-01-01T00:00:00Z", meta: {} };
	}
}

function signedOf<T>(text: string): T {
	const { _type, spec_version, consistent_snapshot, ...signed } = (
		JSON.parse(text) as { readonly signed: Record<string, unknown> }
	).signed;
	return signed as T;
}

function signedText(
	kind: MetadataKind,
	signed: object,
	role: string,
	by: readonly Role[],
	keys: readonly SigningKey[],
): string {
	const metadata = Metadata.fromJSON(kind as MetadataKind.Targets, { signed, signatures: [] } as never);
	for (const { keyids, threshold } of by) {
		const own = keys.filter(({ id }) => keyids.includes(id));
		if (own.length < threshold)
			throw new BundleError(
				`\`${role}\` takes ${counted(threshold, "signature")}, and ${own.length === 0 ? "none" : `only ${own.length}`} of its keys ${own.length === 1 ? "is" : "are"} here`,
				`name the folder that holds them by \`--keys\`: ${keyids.map((id) => id.slice(0, 8)).join(", ")}`,
			);
		for (const key of own) metadata.sign((bytes) => key.sign(bytes));
	}
	return `${JSON.stringify(metadata.toJSON(), null, 1)}\n`;
}

/** Are as many of a role's keys here as it takes? */
export function canSign({ keyids, threshold }: Role, { keys }: Signing): boolean {
	return keys.filter(({ id }) => keyids.includes(id)).length >= threshold;
}

/** A role by its keys. */
export function roleBy(role: string, keys: readonly PublicKey[], threshold: number): Role {
	if (keys.length === 0)
		throw new BundleError(`there is no key of \`${role}\``, `make one: \`rules bundle keys KEYS --role ${role}\``);
	if (threshold < 1 || threshold > keys.length)
		throw new BundleError(
			`\`${role}\` can't take ${counted(threshold, "signature")}: it has ${counted(keys.length, "key")}`,
			"a key counts once, whatever its file is called: make more keys, or say less",
		);
	return { keyids: keys.map(({ id }) => id).sort(), threshold };
}

export function keyTexts(keys: readonly PublicKey[]): Keys {
	return Object.fromEntries(
		keys.map(({ id, hex }) => [id, { keytype: "ed25519", scheme: "ed25519", keyval: { public: hex } } as const]),
	);
}

function expiry(role: TopRole, { now, days }: Signing): string {
	return iso(now + (days[role] ?? usualDays[role]) * day);
}

function iso(time: number): string {
	return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? "" : "s"}`;
}
