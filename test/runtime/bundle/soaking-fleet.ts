/**
 * A fleet on one machine: clients with clocks, restarts, lost and torn state and a network that lies, through many releases, rotations, a stolen online key and a way back. Each
 * client runs the refresher and the decider as they are; the days are a clock that all of this process sees.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Metadata, MetadataKind } from "@tufjs/models";
import type { Audience } from "../../../src/authoring/bundle/audience.js";
import { buildBundle, renewBundles, rotateKeys } from "../../../src/authoring/bundle/build-bundle.js";
import { makeKeys, signingKeys } from "../../../src/authoring/bundle/keys.js";
import { prepareBundle } from "../../../src/authoring/bundle/prepare-bundle.js";
import { Repository } from "../../../src/authoring/bundle/repository.js";
import { rollOut } from "../../../src/authoring/bundle/roll-out.js";
import type { Target } from "../../../src/authoring/bundle/signed-data.js";
import { decide } from "../../../src/engine/decide/decide.js";
import { type Refreshed, refresh } from "../../../src/runtime/bundle/refresh.js";
import { activeBy, recordedBundle } from "../../../src/runtime/load/active-bundle.js";
import { type BundleSettings, readBundleSettings } from "../../../src/runtime/load/bundle-settings.js";
import { compiledAmong } from "../../../src/runtime/load/decisions.js";
import { realWorld } from "../../../src/runtime/load/world.js";

export interface FleetRun {
	readonly clients: number;
	readonly releases: number;
	readonly seed: number;
	readonly told?: (line: string) => void;
}

export interface FleetResult {
	readonly refreshes: number;
	readonly decisions: number;
	/** How refreshes ended, and which lies were told. */
	readonly ends: Readonly<Record<string, number>>;
	readonly lies: Readonly<Record<string, number>>;
	/** What must not be. */
	readonly faults: readonly string[];
	/** Clients that have the newest release at the end. */
	readonly converged: number;
	/** Bytes and requests of refreshes that found nothing new. */
	readonly idle: { readonly refreshes: number; readonly requests: number; readonly bytes: number };
}

const day = 86_400_000;
const far = 2 ** 40;
const lies = ["old", "portal", "missed-root", "gone", "half", "busy", "foreign", "thief-old", "twins", "many"] as const;
type Lie = (typeof lies)[number] | "thief-far";
const harms = [
	"clock-back",
	"clock-ahead",
	"state-gone",
	"seen-gone",
	"metadata-gone",
	"torn-manifest",
	"torn-policy",
	"torn-seen",
	"link-gone",
	"left-over",
	"put-back",
	"fresh",
] as const;

interface Client {
	readonly name: string;
	readonly home: string;
	readonly settings: BundleSettings;
	/** The highest release that it has decided by, as it was signed. */
	signed: number;
	/** Milliseconds that its clock is wrong. */
	skew: number;
	/** The latest time at which all was well, by its clock. */
	seen: number;
	/** Somebody has to look after it. */
	isTorn: boolean;
	/** A copy of its state from before. */
	old?: string;
}

export async function soakFleet({ clients: many, releases, seed, told = () => {} }: FleetRun): Promise<FleetResult> {
	const home = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-fleet-soak-")));
	const clock = movableClock();
	const publisher = publish(home);
	const server = await serveLies();
	try {
		const random = generator(seed);
		const faults: string[] = [];
		const [ends, liesTold]: [Record<string, number>, Record<string, number>] = [{}, {}];
		const idle = { refreshes: 0, requests: 0, bytes: 0 };
		let [refreshes, decisions] = [0, 0];
		publisher.release();
		const foreign = publish(join(home, "foreign"));
		foreign.release();
		const clients = Array.from({ length: many }, (_, at) => newClient(home, `m${at}`, server.url, publisher.folder));
		const stolen = Math.ceil(releases / 2);
		for (let step = 1; step <= releases; step++) {
			clock.world += day;
			const old = publisher.copy();
			const { event, newest } = publisher.next(step, releases, stolen);
			const worlds = worldsOf(publisher, foreign, old);
			const order = clients.map((client) => ({ client, at: random() })).sort((a, b) => a.at - b.at);
			for (const { client } of order) {
				if (random() < 0.15) continue;
				client.skew = 0;
				if (client.isTorn) rmSync(join(client.settings.floor, "seen.json"), { force: true });
				const harm = random() < 0.12 ? harms[Math.floor(random() * harms.length)] : undefined;
				if (harm !== undefined) hurt(client, harm, publisher, newest);
				const theft = step === stolen && random() < 0.5 ? "thief-far" : undefined;
				const lie = theft ?? lieFor(harm, random);
				clock.skew = client.skew;
				// What happened to it is not mended by a refresh before anybody asks.
				const early = faultIn(client, publisher, `${harm ?? "well"}, before the refresh`);
				if (early !== undefined) faults.push(`day ${step}, ${client.name}: ${early}`);
				liesTold[lie ?? "none"] = (liesTold[lie ?? "none"] ?? 0) + 1;
				server.tell(lie, worlds, publisher.folder);
				const found = await refreshed(client, server);
				refreshes++;
				ends[endOf(found)] = (ends[endOf(found)] ?? 0) + 1;
				if (found.kind === "current" && lie === undefined) {
					idle.refreshes++;
					idle.requests += server.requests;
					idle.bytes += server.bytes;
				}
				decisions += 2;
				if (found.kind !== "refused" && found.kind !== "busy") client.seen = Math.max(client.seen, Date.now());
				client.isTorn = found.kind === "refused" && found.code === "floor";
				const why = faultIn(client, publisher, `${harm ?? "well"}, ${lie ?? "honest"}, ${endOf(found)}`);
				if (why !== undefined) faults.push(`day ${step}, ${client.name}: ${why}`);
				if (client.old === undefined || random() < 0.1) keepOld(client);
				clock.skew = 0;
			}
			for (const [name, folder] of Object.entries(worlds))
				if (name !== "foreign") rmSync(folder, { recursive: true, force: true });
			told(`day ${step}: ${event}, newest release ${newest}, ${refreshes} refreshes, ${faults.length} faults`);
		}
		// Somebody looks after those that say so, and the network is honest.
		for (let round = 0; round < 2; round++) {
			clock.world += day;
			publisher.renew();
			server.tell(undefined, undefined, publisher.folder);
			for (const client of clients) {
				const found = await refreshed(client, server);
				if (found.kind === "refused" && found.code === "floor") rmSync(join(client.settings.floor, "seen.json"));
			}
		}
		const converged = clients.filter((client) => deciding(client) === publisher.newest()).length;
		return { refreshes, decisions, ends, lies: liesTold, faults, converged, idle };
	} finally {
		clock.restore();
		server.close();
		rmSync(home, { recursive: true, force: true });
	}
}

/** Whoever has lost what it knew is the one to lie to. */
function lieFor(harm: (typeof harms)[number] | undefined, random: () => number): Lie | undefined {
	const [roll, which] = [random(), random()];
	if (harm?.endsWith("gone") === true && roll < 0.5) return which < 0.7 ? "old" : "thief-old";
	return roll < 0.3 ? lies[Math.floor(which * lies.length)] : undefined;
}

function endOf(found: Refreshed): string {
	return found.kind === "refused" ? found.code : found.kind;
}

async function refreshed({ settings }: Client, server: LyingServer): Promise<Refreshed> {
	server.requests = 0;
	server.bytes = 0;
	return refresh(settings, prepareBundle, { deadline: 5_000 });
}

/** The release that decides, or why none does. */
function deciding({ settings, home }: Client): number | string {
	const decisions = compiledAmong([settings.file], home);
	if (decisions === undefined || "fault" in decisions) return decisions?.fault ?? "nothing";
	const active = activeBy(settings, Date.now(), home);
	if ("fault" in active) return active.fault;
	const { version: release, digest } = recordedBundle(active).bundle;
	const asked = (program: string): string => decide(decisions, { argv: [program], cwd: home }, realWorld(home)).effect;
	// What is allowed says by which policy it was decided, whatever stands beside it.
	return asked(programOf(digest)) === "allow" && asked("evil") === "deny" ? release : "another policy";
}

const programs = new Map<string, string>();
const programOf = (target: string): string => programs.get(target) ?? "no-such-program";

/** Does it decide by something that it must not? */
function faultIn(client: Client, publisher: Publisher, what: string): string | undefined {
	const by = deciding(client);
	if (typeof by === "string") return by === "another policy" ? `${what}: it decides by another policy` : undefined;
	const active = activeBy(client.settings, Date.now(), client.home);
	if ("fault" in active) return undefined;
	const { version: release, digest } = recordedBundle(active).bundle;
	const signed = active.manifest.versions["release stable"]?.version ?? 0;
	if (!publisher.isMeant(signed, digest, release))
		return `${what}: release ${release} was never meant beside ${signed}`;
	if (signed < client.signed) return `${what}: it went back from ${client.signed} to ${signed}`;
	if (Date.now() < client.seen - 600_000)
		return `${what}: it decides by release ${release} with a clock that was set back`;
	client.signed = signed;
	return undefined;
}

function newClient(home: string, name: string, url: string, site: string): Client {
	const own = join(home, name);
	mkdirSync(join(own, "floor"), { recursive: true });
	writeFileSync(join(own, "root.json"), readFileSync(join(site, "metadata/1.root.json")));
	writeFileSync(join(own, "floor/given.json"), JSON.stringify({ machine: name }));
	const file = join(own, "fleet.bundle.json");
	writeFileSync(
		file,
		JSON.stringify({ from: url, channel: "stable", root: "root.json", state: "state", floor: "floor" }),
	);
	return {
		name,
		home: own,
		settings: readBundleSettings(file) as BundleSettings,
		signed: 0,
		skew: 0,
		seen: 0,
		isTorn: false,
	};
}

/** What happens to machines. */
function hurt(client: Client, harm: (typeof harms)[number], publisher: Publisher, newest: number): void {
	const { state, floor } = client.settings;
	const active = join(state, "active");
	const cut = (file: string): void => {
		if (existsSync(file)) writeFileSync(file, readFileSync(file, "utf8").slice(0, 100));
	};
	switch (harm) {
		case "clock-back":
			client.skew = -2 * day;
			break;
		case "clock-ahead":
			client.skew = 3 * 3_600_000;
			break;
		case "state-gone":
			rmSync(state, { recursive: true, force: true });
			break;
		case "seen-gone":
			rmSync(join(floor, "seen.json"), { force: true });
			break;
		case "metadata-gone":
			for (const name of ["timestamp.json", "snapshot.json"]) rmSync(join(active, "metadata", name), { force: true });
			break;
		case "torn-manifest":
			cut(join(active, "bundle.json"));
			break;
		case "torn-policy":
			cut(join(active, "policy.json"));
			break;
		case "torn-seen":
			cut(join(floor, "seen.json"));
			break;
		case "link-gone":
			rmSync(active, { force: true });
			break;
		case "left-over":
			// As a refresher leaves it that is killed.
			mkdirSync(join(state, ".next-0123456789ab/metadata"), { recursive: true });
			writeFileSync(join(state, ".next-0123456789ab/bundle.json"), "{");
			break;
		case "put-back":
			if (client.old === undefined) break;
			rmSync(state, { recursive: true, force: true });
			cpSync(client.old, state, { recursive: true, verbatimSymlinks: true });
			break;
		case "fresh":
			// A machine that was made anew is told of what is the newest.
			rmSync(state, { recursive: true, force: true });
			rmSync(floor, { recursive: true, force: true });
			mkdirSync(floor);
			writeFileSync(
				join(floor, "given.json"),
				JSON.stringify({ machine: client.name, release: newest, root: publisher.rootVersion() }),
			);
			client.signed = newest;
			client.seen = 0;
			break;
	}
}

function keepOld(client: Client): void {
	const { state } = client.settings;
	if (!existsSync(join(state, "active"))) return;
	client.old ??= join(client.home, "old");
	rmSync(client.old, { recursive: true, force: true });
	cpSync(state, client.old, { recursive: true, verbatimSymlinks: true });
}

type Publisher = ReturnType<typeof publish>;

/** Whoever signs. */
function publish(home: string) {
	const [folder, first] = [join(home, "site"), join(home, "keys")];
	mkdirSync(home, { recursive: true });
	makeKeys(first, ["root", "root", "targets", "snapshot", "timestamp"]);
	const keys = [first];
	let [count, copies] = [0, 0];
	/** What was meant by a release: its content, and that of the one before. */
	const meant = new Map<number, readonly string[]>();
	const note = (): void => {
		const { custom, hashes } = Repository.open(folder).targets.targets["stable/policy.json"] as Target;
		const { release, before } = custom as { readonly release: number; readonly before?: { readonly sha256: string } };
		meant.set(release, [
			...(meant.get(release) ?? []),
			hashes.sha256,
			...(before === undefined ? [] : [before.sha256]),
		]);
		count = release;
	};
	const rotate = (role: "root" | "snapshot" | "timestamp"): void => {
		const next = join(home, `keys-${role}-${keys.length}`);
		makeKeys(next, role === "root" ? ["root", "root"] : [role]);
		rotateKeys(folder, { keys: [...keys, next], role, to: next });
		keys.push(next);
	};
	const release = (to?: Audience): void => {
		const program = `p${count + 1}`;
		writeFileSync(
			join(home, "policy.rules"),
			`agent default {\n  default deny\n  allow ${program}\n  expect allow: ${program}\n}\n`,
		);
		buildBundle(folder, {
			keys,
			channel: "stable",
			policy: ["policy.rules"],
			suites: [],
			cwd: home,
			...(to === undefined ? {} : { to }),
		});
		note();
		programs.set(meant.get(count)?.[0] ?? "", program);
	};
	return {
		folder,
		keys,
		release,
		newest: () => count,
		rootVersion: () => Repository.open(folder).root.version,
		renew: () => renewBundles(folder, { keys }),
		isMeant: (signed: number, target: string, decides: number) =>
			meant.get(signed)?.includes(target) === true && decides <= signed,
		copy: () => {
			const copy = join(home, `copy-${copies++}`);
			cpSync(folder, copy, { recursive: true });
			return copy;
		},
		/** A day's work. */
		next: (step: number, of: number, stolen: number): { readonly event: string; readonly newest: number } => {
			const at = (share: number): boolean => step === Math.ceil(of * share);
			const said = (event: string) => ({ event, newest: count });
			if (step === stolen) {
				renewBundles(folder, { keys });
				return said("the online keys are stolen");
			}
			if (step === stolen + 1) {
				rotate("timestamp");
				rotate("snapshot");
				release();
				return said("the online keys follow others");
			}
			if (at(0.25)) {
				rotate("timestamp");
				release();
				return said("the timestamp has another key");
			}
			if (at(0.7)) {
				rotate("root");
				release();
				return said("the root has other keys");
			}
			if (at(0.8)) {
				release({ share: 0.5 });
				return said("a release for every second machine");
			}
			if (at(0.85)) {
				rollOut(folder, { keys, channel: "stable", to: "back" });
				note();
				return said("the way back");
			}
			if (step % 5 !== 0 || step >= of) {
				release();
				return said("a release");
			}
			const isForRepositories = step % 10 === 5;
			release(isForRepositories ? { repositories: ["github.com/acme/*"], agents: ["default"] } : { share: 0.3 });
			return said(isForRepositories ? "a release for some repositories" : "a release for some");
		},
	};
}

/** What servers may say that lie. */
function worldsOf(publisher: Publisher, foreign: Publisher, old: string): Readonly<Record<string, string>> {
	const keys = signingKeys(publisher.keys, publisher.folder);
	const forged = (change: (read: (name: string) => Json, write: Forge) => void): string => {
		const copy = publisher.copy();
		const read = (name: string): Json =>
			(JSON.parse(readFileSync(join(copy, "metadata", name), "utf8")) as { signed: Json }).signed;
		const write: Forge = (name, role, kind, signed) => {
			const metadata = Metadata.fromJSON(kind as MetadataKind.Timestamp, { signed, signatures: [] } as never);
			for (const key of keys.filter((each) => each.role === role)) metadata.sign((bytes) => key.sign(bytes));
			writeFileSync(join(copy, "metadata", name), JSON.stringify(metadata.toJSON()));
		};
		change(read, write);
		return copy;
	};
	const repository = Repository.open(publisher.folder);
	return {
		old,
		foreign: foreign.folder,
		// Who has the online keys puts old targets under a new number.
		"thief-old": forged((read, write) => {
			const snapshot = read(`${snapshotVersion(publisher.folder)}.snapshot.json`);
			write(`${far}.snapshot.json`, "snapshot", MetadataKind.Snapshot, {
				...snapshot,
				version: far,
				meta: { "targets.json": { version: 1 } },
			});
			write("timestamp.json", "timestamp", MetadataKind.Timestamp, {
				...read("timestamp.json"),
				version: far,
				meta: { "snapshot.json": { version: far } },
			});
		}),
		"thief-far": forged((read, write) =>
			write("timestamp.json", "timestamp", MetadataKind.Timestamp, { ...read("timestamp.json"), version: far }),
		),
		// One key under two ids, for a threshold of two.
		twins: forged((read, write) => {
			const { version } = repository.root;
			const root = read(`${version}.root.json`) as Json & {
				readonly keys: Json;
				readonly roles: Readonly<Record<string, { readonly keyids: readonly string[] }>>;
			};
			const [id = ""] = root.roles.timestamp?.keyids ?? [];
			const twin = "f".repeat(64);
			write(`${version + 1}.root.json`, "root", MetadataKind.Root, {
				...root,
				version: version + 1,
				keys: { ...root.keys, [twin]: root.keys[id] },
				roles: { ...root.roles, timestamp: { keyids: [id, twin], threshold: 2 } },
			});
		}),
		many: forged((read, write) => {
			const version = repository.targets.version + 1;
			const targets = read(`${repository.targets.version}.targets.json`) as Json & { readonly targets: Json };
			const [one] = Object.values(targets.targets);
			const all = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`c${at}/policy.json`, one]));
			write(`${version}.targets.json`, "targets", MetadataKind.Targets, {
				...targets,
				version,
				targets: { ...all, ...targets.targets },
			});
			const snapshot = read(`${snapshotVersion(publisher.folder)}.snapshot.json`) as Json & {
				readonly version: number;
			};
			const next = snapshot.version + 1;
			write(`${next}.snapshot.json`, "snapshot", MetadataKind.Snapshot, {
				...snapshot,
				version: next,
				meta: { "targets.json": { version } },
			});
			const timestamp = read("timestamp.json") as Json & { readonly version: number };
			write("timestamp.json", "timestamp", MetadataKind.Timestamp, {
				...timestamp,
				meta: { "snapshot.json": { version: next } },
			});
		}),
	};
}

type Json = Readonly<Record<string, unknown>>;
type Forge = (name: string, role: string, kind: MetadataKind, signed: object) => void;

function snapshotVersion(folder: string): number {
	const text = readFileSync(join(folder, "metadata/timestamp.json"), "utf8");
	return (JSON.parse(text) as { signed: { meta: { "snapshot.json": { version: number } } } }).signed.meta[
		"snapshot.json"
	].version;
}

interface LyingServer {
	readonly url: string;
	requests: number;
	bytes: number;
	readonly tell: (lie: Lie | undefined, worlds: Readonly<Record<string, string>> | undefined, honest: string) => void;
	readonly close: () => void;
}

async function serveLies(): Promise<LyingServer> {
	let [lie, folder]: [Lie | undefined, string] = [undefined, ""];
	const answered = (answer: ServerResponse, body: Buffer): void => {
		state.bytes += body.length;
		answer.end(body);
	};
	const server = createServer((request, answer) => {
		state.requests++;
		const { pathname, search } = new URL(request.url ?? "/", "http://x");
		if (lie === "gone") return void request.socket.destroy();
		if (lie === "busy") return void answer.writeHead(503).end();
		if (lie === "portal") return answered(answer, Buffer.from("<html>log in</html>"));
		if (lie === "missed-root" && pathname.endsWith("root.json") && search === "")
			return void answer.writeHead(404).end();
		try {
			const body = readFileSync(join(folder, pathname));
			if (lie !== "half") return answered(answer, body);
			answer.writeHead(200, { "content-length": body.length });
			answer.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
		} catch {
			answer.writeHead(404).end();
		}
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const state: LyingServer = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		requests: 0,
		bytes: 0,
		tell: (what, worlds, honest) => {
			lie = what;
			folder = (what === undefined ? undefined : worlds?.[what]) ?? honest;
		},
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
	return state;
}

/** A clock for all of this process: that of the world, and how wrong the one is that looks at it. Milliseconds. */
function movableClock(): { world: number; skew: number; readonly restore: () => void } {
	const Real = Date;
	const restore = (): void => {
		globalThis.Date = Real;
	};
	const clock = { world: 0, skew: 0, restore };
	class Moved extends Real {
		constructor(...said: readonly unknown[]) {
			super(...((said.length === 0 ? [Moved.now()] : said) as [number]));
		}
		static override now(): number {
			return Real.now() + clock.world + clock.skew;
		}
	}
	globalThis.Date = Moved as DateConstructor;
	return clock;
}

/** Mulberry32. */
function generator(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
