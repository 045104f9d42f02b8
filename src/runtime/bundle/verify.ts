/** Looks at a bundle's repository as a new machine would: from a root that is trusted to the target of a channel. Nothing is kept. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timeText } from "../load/active-bundle.js";
import { isObject } from "../load/bundle-settings.js";
import type { Prepare } from "./contents.js";
import { type Rollout, readRollout } from "./rollout.js";
import { Refusal, type RefusalCode, type Update, verifiedUpdate } from "./verified-update.js";

type Json = Readonly<Record<string, unknown>>;

export interface VerifiedChannel {
	readonly channel: string;
	readonly release: number;
	readonly target: string;
	readonly engine?: string;
	/** Whom it is for; everybody when absent. */
	readonly rollout?: Rollout;
	/** The release that others go on with. */
	readonly before?: number;
	/** What is allowed when it has expired: what a policy says, or nothing. */
	readonly safe: "policy" | "deny";
}

/** For programs; schemas/bundle-verify.schema.json describes it. */
export type BundleVerification =
	| {
			readonly verified: true;
			readonly versions: Readonly<Record<string, number>>;
			readonly expires: string;
			/** How many signatures of how many keys each role takes. */
			readonly roles: Readonly<Record<string, { readonly threshold: number; readonly keys: readonly string[] }>>;
			/** Those of the top; and the one that was asked for. */
			readonly channels: readonly VerifiedChannel[];
	  }
	| { readonly verified: false; readonly code: RefusalCode; readonly why: string; readonly help: string };

/** `root`: the file that is trusted. With a channel its target is fetched, compiled and tested as well. */
export async function verifyRepository(
	from: string,
	root: string,
	channel: string | undefined,
	prepare: Prepare,
	deadline = 30_000,
): Promise<BundleVerification> {
	const metadata = mkdtempSync(join(tmpdir(), "bylaw-bundle-"));
	try {
		copyFileSync(root, join(metadata, "root.json"));
		const update = await verifiedUpdate({
			from,
			metadata,
			...(channel === undefined ? {} : { channel }),
			signal: AbortSignal.timeout(deadline),
		});
		const { target } = update;
		if (target !== undefined) {
			const made = prepare(await target.bytes(), await target.ceiling?.bytes());
			if (typeof made === "string")
				throw new Refusal("broken-bundle", `the rules can't be used: ${made}`, "build a release that is mended");
		}
		return recordOf(update, channel);
	} catch (error) {
		if (error instanceof Refusal) return { verified: false, code: error.code, why: error.message, help: error.help };
		const why = error instanceof Error ? error.message : String(error);
		return { verified: false, code: "system", why, help: "check the path and its permissions" };
	} finally {
		rmSync(metadata, { recursive: true, force: true });
	}
}

function recordOf(
	{ root, targets, versions, expires, target }: Update,
	channel: string | undefined,
): BundleVerification {
	const teams = ((targets.delegations as { readonly roles?: readonly Json[] } | undefined)?.roles ?? []).map(
		(team) => [String(team.name), team] as const,
	);
	const roles = [...Object.entries(root.roles as Readonly<Record<string, Json>>), ...teams];
	const own = Object.entries(targets.targets as Readonly<Record<string, Json>>).map(([path, one]) =>
		channelOf(path.slice(0, path.lastIndexOf("/")), (one.hashes as Json).sha256, one.custom),
	);
	const asked =
		channel === undefined || target === undefined || own.some((one) => one.channel === channel)
			? []
			: [channelOf(channel, target.sha256, target.custom)];
	return {
		verified: true,
		versions: Object.fromEntries(Object.entries(versions).map(([name, { version }]) => [name, version])),
		expires: timeText(expires),
		roles: Object.fromEntries(
			roles.map(([name, { threshold, keyids }]) => [
				name,
				{ threshold: threshold as number, keys: (keyids as readonly string[]).map((id) => id.slice(0, 8)) },
			]),
		),
		channels: [...own, ...asked],
	};
}

function channelOf(channel: string, sha256: unknown, said: unknown): VerifiedChannel {
	const custom = isObject(said) ? said : {};
	const { release, engine, safe } = custom;
	const rolled = readRollout(custom);
	const { rollout, before } = rolled === "malformed" ? {} : rolled;
	return {
		channel,
		release: Number(release ?? 0),
		target: String(sha256),
		...(typeof engine === "string" ? { engine } : {}),
		safe: safe === "policy" ? "policy" : "deny",
		...(rollout === undefined ? {} : { rollout }),
		...(before === undefined ? {} : { before: before.release }),
	};
}
