import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	cpSync,
	existsSync,
	lstatSync,
	lutimesSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Metadata, MetadataKind } from "@tufjs/models";
import { delegate, renewBundles, rotateKeys } from "../../../src/authoring/bundle/build-bundle.js";
import { makeKeys, signingKeys } from "../../../src/authoring/bundle/keys.js";
import { prepareBundle } from "../../../src/authoring/bundle/prepare-bundle.js";
import { tryLock } from "../../../src/runtime/audit/lock.js";
import { keyId } from "../../../src/runtime/bundle/metadata.js";
import { refresh } from "../../../src/runtime/bundle/refresh.js";
import { bundleStatus } from "../../../src/runtime/bundle/status.js";
import { machine, scratch, serve, site } from "./fleet.js";

describe("a machine", () => {
	test("follows a server: a first release, nothing new, a second one", async () => {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		expect(one.decides("ls")).toMatch(/^no rules are active/);
		expect(await one.told()).toBe("activated 1");
		expect([one.decides("ls"), one.decides("cat")]).toEqual(["allow", "deny"]);
		server.asked.length = 0;
		expect(await one.told()).toBe("current 1");
		expect(server.asked).toEqual(["/metadata/2.root.json", "/metadata/timestamp.json"]);
		own.release("cat");
		expect(await one.told()).toBe("activated 2");
		expect([one.decides("ls"), one.decides("cat")]).toEqual(["deny", "allow"]);
	});

	test("follows a folder as it does a server", async () => {
		const own = site();
		const one = machine(own, own.folder);
		expect(await one.told()).toBe("activated 1");
		expect(one.decides("ls")).toBe("allow");
	});

	test("keeps the release when only signatures are new", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		own.renew();
		expect(await one.told()).toBe("current 1");
		expect(one.seen().versions.timestamp.version).toBe(2);
		expect(one.decides("ls")).toBe("allow");
	});
});

test("what decides is read by everybody, whatever the refresher's umask is", async () => {
	const before = process.umask(0o077);
	try {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		const { state, floor } = one.settings;
		const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
		expect([state, floor, join(state, "releases"), join(state, "active")].map(mode)).toEqual(Array(4).fill("755"));
		const files = ["bundle.json", "policy.json"].map((name) => join(state, "active", name));
		expect([...files, join(floor, "seen.json"), join(floor, "machine.json")].map(mode)).toEqual(Array(4).fill("644"));
	} finally {
		process.umask(before);
	}
});

describe("another root in the settings", () => {
	test("stops what the old one verified, until a refresh by the new one", async () => {
		const [own, other] = [site(), site()];
		const one = machine(own, own.folder);
		await one.refresh();
		one.put("root.json", readFileSync(join(other.folder, "metadata", "1.root.json"), "utf8"));
		expect(one.decides("ls")).toMatch(/^what is active was verified by another root than/);
		expect(bundleStatus(one.settings, Date.now())).toMatchObject({ state: "none", decides: "nothing" });
		const refused = await one.refresh();
		expect(refused).toMatchObject({ kind: "refused" });
		expect(refused).not.toHaveProperty("active");
		rmSync(one.settings.root);
		expect(one.decides("ls")).toMatch(/^the root .* can't be read: there is no such file$/);
	});
});

describe("what a server says wrongly leaves the last good rules", () => {
	async function stood() {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		await one.refresh();
		const old = own.copy();
		own.release("cat");
		return { own, server, one, old };
	}

	test("a rollback", async () => {
		const { one, server, old } = await stood();
		expect(await one.told()).toBe("activated 2");
		server.folder = old;
		expect(await one.told()).toBe("rollback");
		expect(one.decides("cat")).toBe("allow");
	});

	test("an expired timestamp", async () => {
		const { own, one } = await stood();
		own.renew(Date.now() - 8 * 86_400_000);
		expect(await one.refresh()).toMatchObject({ kind: "refused", code: "expired", active: { release: 1 } });
		expect(one.decides("ls")).toBe("allow");
	});

	test("a target of another hash, or cut off", async () => {
		const { one, server } = await stood();
		for (const change of [(text: string) => text.replace("cat", "rm "), (text: string) => text.slice(1)]) {
			server.trick = (_, answer, path) => {
				if (!path.startsWith("/targets/")) return false;
				answer.end(change(readFileSync(join(server.folder, path), "utf8")));
				return true;
			};
			expect(await one.told()).toBe("bad-metadata");
		}
		expect(one.decides("ls")).toBe("allow");
	});

	test.each(["timestamp.json", "2.root.json", "2.targets.json", "policy.json"])(
		"a body of %s without an end",
		async (name) => {
			const { one, server } = await stood();
			server.trick = (_, answer, path) => {
				if (!path.endsWith(name)) return false;
				const more = (): void => {
					while (!answer.destroyed && answer.write(Buffer.alloc(65_536, 0x20)));
					if (!answer.destroyed) answer.once("drain", more);
				};
				more();
				return true;
			};
			expect(await one.told()).toBe("too-large");
			expect(one.decides("ls")).toBe("allow");
		},
	);

	test("a body that comes byte by byte, and an answer that never comes", async () => {
		const { one, server } = await stood();
		for (const begin of [" ", undefined]) {
			server.trick = (_, answer, path) => {
				if (!path.endsWith("timestamp.json")) return false;
				if (begin !== undefined) {
					const timer = setInterval(() => answer.write(begin), 20);
					answer.on("close", () => clearInterval(timer));
				}
				return true;
			};
			expect(await one.told({ deadline: 300 })).toBe("deadline");
		}
		expect(one.decides("ls")).toBe("allow");
	});

	test("the login page of a network", async () => {
		const { one, server } = await stood();
		server.trick = (_, answer) => {
			answer.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Welcome to the café</title>");
			return true;
		};
		const found = await one.refresh();
		expect(found).toMatchObject({ kind: "refused", code: "bad-metadata" });
		expect(found.kind === "refused" && found.why).toContain("does a network ask for a login?");
		expect(one.decides("ls")).toBe("allow");
	});

	test.each([[""], ["{}"], ["[]"], ["null"], ['{"signed":{},"signatures":[]}']])(
		"an empty answer, `%s`, is never no rules",
		async (text) => {
			const { one, server } = await stood();
			server.trick = (_, answer, path) => {
				if (!path.endsWith("timestamp.json")) return false;
				answer.end(text);
				return true;
			};
			expect(await one.told()).toBe("bad-metadata");
			expect([one.decides("ls"), one.decides("rm")]).toEqual(["allow", "deny"]);
		},
	);

	test("an error, a server that is away, and a foreign repository", async () => {
		const { own, one, server } = await stood();
		server.trick = (_, answer) => {
			answer.writeHead(503).end();
			return true;
		};
		expect(await one.told()).toBe("unreachable");
		server.trick = () => false;
		server.folder = site().folder;
		expect(await one.told()).toBe("unsigned");
		const away = machine(own, "http://127.0.0.1:9/");
		expect(await away.told()).toBe("unreachable");
		expect(one.decides("ls")).toBe("allow");
	});

	test("a release that does not compile, or fails its own tests", async () => {
		const { own, one } = await stood();
		// Nobody can build one: so a later build must have built it.
		const later = { ...one.settings };
		expect(() => own.release("cat\n  expect deny: cat")).toThrow("its own expectation fails");
		const { refresh } = await import("../../../src/runtime/bundle/refresh.js");
		const found = await refresh(later, () => "policy.rules:3: its own expectation fails");
		expect(found).toMatchObject({ kind: "refused", code: "broken-bundle", active: { release: 1 } });
		// It was seen all the same: nothing older is taken from now on.
		expect(one.seen().versions.targets.version).toBe(2);
		expect(one.decides("ls")).toBe("allow");
		expect(await one.told()).toBe("activated 2");
	});

	test("what compiles to something else than what was signed", async () => {
		const { one } = await stood();
		const { refresh } = await import("../../../src/runtime/bundle/refresh.js");
		const { prepareBundle } = await import("../../../src/authoring/bundle/prepare-bundle.js");
		const found = await refresh(one.settings, (bytes) => {
			const made = prepareBundle(bytes);
			return typeof made === "string" ? made : { policy: made.policy.replace(/"sha256":"./, '"sha256":"x') };
		});
		expect(found).toMatchObject({ kind: "refused", code: "broken-bundle" });
	});
});

describe("keys", () => {
	test("of the root and of what is online follow others, and machines follow", async () => {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		await one.refresh();
		const next = join(scratch(), "next");
		makeKeys(next, ["root", "root", "root", "timestamp", "snapshot", "targets"]);
		expect(rotateKeys(own.folder, { keys: [own.keys], role: "root", to: next, threshold: 2 })).toMatchObject({
			version: 2,
			isPublished: true,
		});
		expect(rotateKeys(own.folder, { keys: [next, own.keys], role: "timestamp", to: next })).toMatchObject({
			version: 3,
		});
		expect(rotateKeys(own.folder, { keys: [next, own.keys], role: "targets", to: next })).toMatchObject({ version: 4 });
		expect(await one.told()).toBe("current 1");
		expect(one.seen().versions.root.version).toBe(4);
		// The old ones sign nothing any more.
		expect(() => renewBundles(own.folder, { keys: [own.keys] })).toThrow(
			"`timestamp` takes 1 signature, and none of its keys are here",
		);
		renewBundles(own.folder, { keys: [own.keys, next] });
		expect(await one.told()).toBe("current 1");
	});

	test("one that was stolen and counted far is healed by a rotation", async () => {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		await one.refresh();
		// The thief signs versions that nobody honest ever reaches.
		const stolen = own.copy();
		const far = 2 ** 40;
		const [key] = signingKeys([own.keys], stolen).filter(({ role }) => role === "timestamp");
		const { signed } = own.json("timestamp.json");
		const metadata = Metadata.fromJSON(MetadataKind.Timestamp, {
			signed: { ...signed, version: far },
			signatures: [],
		} as never);
		metadata.sign((bytes) => (key as NonNullable<typeof key>).sign(bytes));
		writeFileSync(join(stolen, "metadata", "timestamp.json"), JSON.stringify(metadata.toJSON()));
		server.folder = stolen;
		expect(await one.told()).toBe("current 1");
		expect(one.seen().versions.timestamp.version).toBe(far);
		own.release("cat");
		server.folder = own.folder;
		expect(await one.told()).toBe("rollback");
		const next = join(scratch(), "next");
		makeKeys(next, ["timestamp"]);
		rotateKeys(own.folder, { keys: [own.keys], role: "timestamp", to: next });
		expect(await one.told()).toBe("activated 2");
		expect(one.seen().versions.timestamp.version).toBeLessThan(10);
		// What the thief signed counts no more.
		server.folder = stolen;
		expect(await one.told()).toBe("unsigned");
		expect(one.decides("cat")).toBe("allow");
	});

	test("of the targets and of what is online, stolen together, are healed by rotations of all three", async () => {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		await one.refresh();
		const stolen = own.copy();
		const far = 2 ** 40;
		const keys = signingKeys([own.keys], stolen);
		const forge = (from: string, to: string, role: string, kind: MetadataKind, change: object): void => {
			const signed = { ...own.json(from).signed, ...change };
			const metadata = Metadata.fromJSON(kind as MetadataKind.Timestamp, { signed, signatures: [] } as never);
			for (const key of keys.filter((each) => each.role === role)) metadata.sign((bytes) => key.sign(bytes));
			writeFileSync(join(stolen, "metadata", to), JSON.stringify(metadata.toJSON()));
		};
		const { targets } = own.json("1.targets.json").signed;
		const [path = ""] = Object.keys(targets);
		const forged = { ...targets[path], custom: { ...targets[path].custom, release: far } };
		forge("1.targets.json", `${far}.targets.json`, "targets", MetadataKind.Targets, {
			version: far,
			targets: { [path]: forged },
		});
		forge("1.snapshot.json", `${far}.snapshot.json`, "snapshot", MetadataKind.Snapshot, {
			version: far,
			meta: { "targets.json": { version: far } },
		});
		forge("timestamp.json", "timestamp.json", "timestamp", MetadataKind.Timestamp, {
			version: far,
			meta: { "snapshot.json": { version: far } },
		});
		server.folder = stolen;
		expect(await one.told()).toBe(`current ${far}`);
		server.folder = own.folder;
		const next = join(scratch(), "next");
		makeKeys(next, ["targets", "snapshot", "timestamp"]);
		for (const role of ["targets", "snapshot", "timestamp"] as const)
			rotateKeys(own.folder, { keys: [own.keys, next], role, to: next });
		own.release("cat", { keys: [own.keys, next] });
		expect(await one.told()).toBe("activated 2");
		expect([one.decides("ls"), one.decides("cat")]).toEqual(["deny", "allow"]);
		server.folder = stolen;
		expect(await one.told()).toBe("unsigned");
	});

	test("one under two ids does not count twice", async () => {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		await one.refresh();
		// Two thieves' wish: a root whose new role takes two signatures, both of them of one key.
		const root = own.json("1.root.json").signed;
		const [id = "", ...others] = root.roles.root.keyids as string[];
		const twin = "f".repeat(64);
		const signed = {
			...root,
			version: 2,
			keys: { ...root.keys, [twin]: root.keys[id] },
			roles: { ...root.roles, timestamp: { keyids: [id, twin], threshold: 2 } },
		};
		const keys = signingKeys([own.keys], own.folder).filter(({ role }) => role === "root");
		const metadata = Metadata.fromJSON(MetadataKind.Root, { signed, signatures: [] } as never);
		for (const key of keys) metadata.sign((bytes) => key.sign(bytes));
		expect(others).toHaveLength(1);
		writeFileSync(join(own.folder, "metadata", "2.root.json"), JSON.stringify(metadata.toJSON()));
		const found = await one.refresh();
		expect(found).toMatchObject({ kind: "refused", code: "bad-metadata" });
		expect(found.kind === "refused" && found.why).toContain("a key must not count twice");
		expect(one.decides("ls")).toBe("allow");
		expect(keyId(root.keys[id].keyval.public)).toBe(id);
	});

	test("a 404 for the next root that a cache kept is got past by another address", async () => {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		await one.refresh();
		const next = join(scratch(), "next");
		makeKeys(next, ["timestamp"]);
		rotateKeys(own.folder, { keys: [own.keys], role: "timestamp", to: next });
		own.release("cat", { keys: [own.keys, next] });
		let hears = false;
		server.trick = (request, answer, path) => {
			if (!path.endsWith("/2.root.json") || (hears && request.url?.includes("?"))) return false;
			answer.writeHead(404).end();
			return true;
		};
		// A cache that looks at the path alone is waited for.
		expect(await one.told()).toBe("unsigned");
		expect(one.decides("ls")).toBe("allow");
		hears = true;
		expect(await one.told()).toBe("activated 2");
	});
});

describe("a team", () => {
	test("signs its own channels, and no others", async () => {
		const own = site();
		const server = await serve(own.folder);
		const team = join(scratch(), "team");
		makeKeys(team, ["payments"]);
		expect(() => own.release("cat", { channel: "payments/stable", keys: [team] })).toThrow(
			"nothing is delegated to a team `payments`",
		);
		delegate(own.folder, { keys: [own.keys], team: "payments", to: team });
		own.release("cat", { channel: "payments/stable", keys: [team] });
		const one = machine(own, server.url, { channel: "payments/stable" });
		expect(await one.told()).toBe("bad-metadata");
		own.renew();
		expect(await one.told()).toBe("activated 1");
		expect(one.decides("cat")).toBe("allow");
		expect(() => own.release("cat", { channel: "stable", keys: [team] })).toThrow(
			"`targets` takes 1 signature, and none of its keys are here",
		);
	});

	test("with ten thousand targets holds up nobody else", async () => {
		const own = site();
		const server = await serve(own.folder);
		const team = join(scratch(), "team");
		makeKeys(team, ["payments"]);
		delegate(own.folder, { keys: [own.keys], team: "payments", to: team });
		own.release("cat", { channel: "payments/stable", keys: [own.keys, team] });
		const other = machine(own, server.url);
		const one = machine(own, server.url, { channel: "payments/stable" });
		await one.refresh();
		const name = "1.payments.json";
		const metadata = own.json(name);
		const [[, target]] = Object.entries(metadata.signed.targets) as [[string, object]];
		for (let at = 0; at < 10_000; at++) metadata.signed.targets[`payments/c${at}/policy.json`] = target;
		const begun = performance.now();
		server.trick = (_, answer, path) => {
			if (!path.endsWith("payments.json")) return false;
			answer.end(JSON.stringify(metadata));
			return true;
		};
		const fresh = machine(own, server.url, { channel: "payments/stable" });
		expect(await fresh.told()).toBe("too-large");
		expect(await other.told()).toBe("activated 1");
		expect(performance.now() - begun).toBeLessThan(10_000);
		expect(one.decides("cat")).toBe("allow");
	});
});

describe("the floor", () => {
	test("holds where timestamp and snapshot were deleted, and where all of the state was", async () => {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		const old = own.copy();
		own.release("cat");
		await one.refresh();
		const active = realpathSync(join(one.settings.state, "active"));
		server.folder = old;
		for (const name of ["timestamp", "snapshot"]) rmSync(join(active, "metadata", `${name}.json`));
		expect(await one.told()).toBe("below-floor");
		expect(one.decides("cat")).toBe("allow");
		rmSync(one.settings.state, { recursive: true });
		expect(one.decides("cat")).toMatch(/^no rules are active/);
		expect(await one.told()).toBe("below-floor");
		expect(one.decides("ls")).toMatch(/^no rules are active/);
		server.folder = own.folder;
		expect(await one.told()).toBe("activated 2");
	});

	test("lets nothing decide that was put back", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		const kept = join(scratch(), "state");
		cpSync(one.settings.state, kept, { recursive: true, verbatimSymlinks: true });
		own.release("cat");
		await one.refresh();
		rmSync(one.settings.state, { recursive: true });
		cpSync(kept, one.settings.state, { recursive: true, verbatimSymlinks: true });
		expect(one.decides("ls")).toMatch(/^these rules are not those that were verified last/);
		expect(await one.told()).toBe("activated 2");
		expect(one.decides("cat")).toBe("allow");
	});

	test.each([
		'{"relase":7}',
		'{"releases":7}',
		'{"Release":7}',
		'{"stable":7}',
		'{"channel":7}',
		'{"release":7,"release":1}',
		'{"release":7,"rel\\u0065ase":1}',
		'{"time":"1"}',
	])("that was given wrongly, %s, is a fault", async (text) => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		one.put("floor/given.json", text);
		expect(one.decides("ls")).toMatch(/given\.json`/);
		expect(await one.told()).toBe("floor");
		expect(bundleStatus(one.settings, Date.now())).toMatchObject({ state: "none" });
	});

	test("that is a link to nowhere is a fault", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		symlinkSync("nowhere.json", join(one.settings.floor, "given.json"));
		expect(one.decides("ls")).toMatch(/given\.json`: there is no such file/);
		expect(await one.told()).toBe("floor");
	});

	test("that was given holds on a new machine", async () => {
		const own = site();
		const server = await serve(own.folder);
		const old = own.copy();
		own.release("cat");
		server.folder = old;
		const one = machine(own, server.url, { given: { release: 2 } });
		expect(await one.told()).toBe("below-floor");
		expect(one.decides("ls")).toMatch(/^no rules are active/);
		server.folder = own.folder;
		expect(await one.told()).toBe("activated 2");
		// Raised while an older release is active: it decides no more.
		one.put("floor/given.json", JSON.stringify({ release: 3 }));
		expect(one.decides("cat")).toMatch(/^these rules are older than they may be/);
		expect(await one.told()).toBe("below-floor");
	});

	test("that is gone or torn lets nothing decide, and a torn one is not guessed", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		const seen = readFileSync(join(one.settings.floor, "seen.json"), "utf8");
		one.put("floor/seen.json", seen.slice(0, 40));
		expect(one.decides("ls")).toMatch(/holds no JSON object, or was cut off/);
		expect(await one.told()).toBe("floor");
		rmSync(join(one.settings.floor, "seen.json"));
		expect(one.decides("ls")).toMatch(/nobody knows what this machine has seen/);
		expect(await one.told()).toBe("current 1");
		expect(one.decides("ls")).toBe("allow");
		one.put("floor/given.json", '{"release":"many"}');
		expect(one.decides("ls")).toMatch(/is no floor$/);
	});

	test("holds the clock: one that was set back activates and decides nothing", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		const hour = 3_600_000;
		expect(await one.told({ now: () => Date.now() - hour })).toBe("clock");
		one.put("floor/seen.json", JSON.stringify({ ...one.seen(), time: Date.now() + hour }));
		expect(one.decides("ls")).toMatch(/^these rules have expired, so nothing is allowed: the clock stands at/);
		expect(await one.told()).toBe("clock");
		const fresh = machine(own, own.folder, { given: { time: new Date(Date.now() + hour).toISOString() } });
		expect(await fresh.told()).toBe("clock");
	});
});

describe("torn state", () => {
	test.each([
		"bundle.json",
		"policy.json",
		"target.json",
		"metadata/root.json",
		"metadata/snapshot.json",
		"metadata/timestamp.json",
	])("%s is mended by the next refresh, and decides nothing else meanwhile", async (name) => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		const path = join(realpathSync(join(one.settings.state, "active")), name);
		writeFileSync(path, readFileSync(path).subarray(0, 30));
		const meanwhile = one.decides("ls");
		if (meanwhile !== "allow") expect(meanwhile).toMatch(/changed|cut off|not the policy/);
		expect(await one.told()).toMatch(/^(?:current|activated) 1$/);
		expect(one.decides("ls")).toBe("allow");
	});

	test("a forged policy with a sound checksum is not what was verified", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		const other = machine(site(), own.folder);
		own.release("rm");
		await other.refresh();
		const rm = machine(own, own.folder);
		await rm.refresh();
		const active = realpathSync(join(one.settings.state, "active"));
		cpSync(join(realpathSync(join(rm.settings.state, "active")), "policy.json"), join(active, "policy.json"));
		expect(one.decides("rm")).toBe("this is not the policy that was verified");
	});
});

describe("what has expired", () => {
	const day = 86_400_000;
	test("is stale first, then denies all", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		const { activeBy } = await import("../../../src/runtime/load/active-bundle.js");
		const at = (days: number) => activeBy(one.settings, Date.now() + days * day);
		expect(at(1)).toMatchObject({ state: "fresh" });
		expect(at(4)).toMatchObject({ state: "stale" });
		expect(at(8)).toMatchObject({ state: "expired" });
		expect("decides" in at(4)).toBe(true);
		expect("decides" in at(8)).toBe(false);
	});

	test("leaves what the bundle names as safe", async () => {
		const own = site();
		const home = scratch();
		writeFileSync(join(home, "safe.rules"), "agent default {\n  default deny\n  allow cat\n}\n");
		own.release("ls", { safe: [join(home, "safe.rules")] });
		const one = machine(own, own.folder);
		await one.refresh();
		expect([one.decides("ls"), one.decides("cat")]).toEqual(["allow", "deny"]);
		one.put("floor/given.json", JSON.stringify({ time: new Date(Date.now() + day).toISOString() }));
		expect([one.decides("ls"), one.decides("cat")]).toEqual(["deny", "allow"]);
	});
});

describe("refreshers", () => {
	test("work in no folder that others may write to", async () => {
		const own = site();
		for (const name of ["state", "floor"]) {
			const one = machine(own, own.folder);
			const path = join(one.settings.file, "..", name);
			mkdirSync(path);
			chmodSync(path, 0o777);
			expect(await one.refresh()).toMatchObject({
				kind: "refused",
				code: "system",
				why: expect.stringContaining("others may write to it"),
			});
			expect(readdirSync(path)).toEqual([]);
		}
	});

	test("at once: one works, the others leave it to that one", async () => {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		const told = await Promise.all(Array.from({ length: 8 }, () => one.told()));
		expect(told.filter((text) => text === "activated 1")).toHaveLength(1);
		expect(told.filter((text) => text === "busy")).toHaveLength(7);
		expect(one.decides("ls")).toBe("allow");
	});

	test("holds its lock however long one step of compiling takes, and gives it back", async () => {
		const own = site();
		const one = machine(own, own.folder);
		const lock = join(one.settings.state, "refresh.lock");
		const ages: number[] = [];
		const found = await refresh(one.settings, (...content) => {
			// As old as one that others take from a holder on another machine; no timer of this process runs until it is compiled.
			lutimesSync(lock, 0, 0);
			for (const end = Date.now() + 30_000; ages.length === 0 && Date.now() < end; ) {
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
				const age = Date.now() - lstatSync(lock).mtimeMs;
				if (age < 10_000) ages.push(age);
			}
			return prepareBundle(...content);
		});
		expect([found.kind, ages.length, existsSync(lock)]).toEqual(["activated", 1, false]);
		expect(lstatSync(lock, { throwIfNoEntry: false })).toBeUndefined();
	});

	test("that was killed leaves a lock and a folder that the next one takes away", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		own.release("cat");
		const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
		const dead = child.pid as number;
		child.kill("SIGKILL");
		await once(child, "close");
		const release = tryLock(join(one.settings.state, "refresh")) as () => void;
		const lock = join(one.settings.state, "refresh.lock");
		const { readlinkSync } = await import("node:fs");
		const holder = readlinkSync(lock).split(" ");
		release();
		symlinkSync([holder[0], dead, ...holder.slice(2)].join(" "), lock);
		mkdirSync(join(one.settings.state, ".next-000000000000", "metadata"), { recursive: true });
		expect(one.decides("ls")).toBe("allow");
		expect(await one.told()).toBe("activated 2");
		expect(readdirSync(one.settings.state).sort()).toEqual(["active", "releases"]);
		expect(existsSync(lock)).toBe(false);
	});

	test("that was killed between the floor and the link leaves rules that decide", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		own.release("cat");
		const before = realpathSync(join(one.settings.state, "active"));
		await one.refresh();
		const after = one.seen();
		// As it was when both stood on the floor, and the link led to the one before.
		const { createHash } = await import("node:crypto");
		const digest = createHash("sha256")
			.update(readFileSync(join(before, "bundle.json")))
			.digest("hex");
		one.put("floor/seen.json", JSON.stringify({ ...after, active: [digest, ...after.active] }));
		rmSync(join(one.settings.state, "active"));
		symlinkSync(before, join(one.settings.state, "active"));
		expect(one.decides("ls")).toBe("allow");
		expect(await one.told()).toBe("activated 2");
		expect([one.decides("ls"), one.decides("cat")]).toEqual(["deny", "allow"]);
	});
});
