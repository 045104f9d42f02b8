/** The key with which a machine signs its heartbeats, and their count: beside its floor, made once, for its owner alone. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { locked } from "../../runtime/audit/lock.js";
import { makeFolder } from "../../runtime/bundle/release-folders.js";

export interface MachineKey {
	readonly key: KeyObject;
	/** The public one: 32 bytes in hexadecimal. */
	readonly hex: string;
	/** It was made now: nothing was ever signed by it. */
	readonly isNew: boolean;
}

/** Why a machine can't sign. */
export class MachineKeyError extends Error {
	override readonly name = "MachineKeyError";
	constructor(
		message: string,
		readonly help: string,
	) {
		super(message);
	}
}

export const machineKeyFile = (floor: string): string => join(floor, "machine.key");

/** The key of this machine; it is made where there is none. Throws a MachineKeyError for one that others may read. */
export function machineKey(floor: string): MachineKey {
	const file = machineKeyFile(floor);
	let text: string;
	let isNew = false;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT")
			throw new MachineKeyError(
				`the machine's key \`${file}\` can't be read: ${(error as NodeJS.ErrnoException).code}`,
				"whoever refreshes sends heartbeats as well",
			);
		text = madeKey(file, floor);
		isNew = true;
	}
	if ((statSync(file).mode & 0o077) !== 0)
		throw new MachineKeyError(
			`others may use the machine's key \`${file}\``,
			`take it away, so that another one is made: \`rm ${file}\`; its heartbeats are told as those of two keys then`,
		);
	try {
		const key = createPrivateKey(text);
		const { x } = createPublicKey(key).export({ format: "jwk" });
		if (key.asymmetricKeyType === "ed25519")
			return { key, hex: Buffer.from(x as string, "base64url").toString("hex"), isNew };
	} catch {
		// It is none.
	}
	throw new MachineKeyError(`\`${file}\` holds no ed25519 key`, "take it away, so that another one is made");
}

/** Two that make one at once have the same one: that of the first. */
function madeKey(file: string, floor: string): string {
	makeFolder(floor);
	const { privateKey } = generateKeyPairSync("ed25519");
	const beside = `${file}.${randomBytes(6).toString("hex")}.tmp`;
	try {
		writeFileSync(beside, privateKey.export({ type: "pkcs8", format: "pem" }), {
			mode: 0o600,
			flag: "wx",
			flush: true,
		});
		try {
			linkSync(beside, file);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		}
	} finally {
		rmSync(beside, { force: true });
	}
	return readFileSync(file, "utf8");
}

/** The number of the next heartbeat. `isNew`: the key that signs it has signed none. */
export function nextBeat(floor: string, isNew: boolean): number {
	const file = join(floor, "beat.json");
	return locked(
		file,
		() => {
			const seq = lastBeat(file, isNew) + 1;
			const beside = `${file}.tmp`;
			writeFileSync(beside, `${JSON.stringify({ seq })}\n`, { mode: 0o644, flush: true });
			renameSync(beside, file);
			return seq;
		},
		"the count of heartbeats",
	);
}

/** Where the count was lost it goes on by the clock, so that it never goes back. */
function lastBeat(file: string, isNew: boolean): number {
	try {
		const { seq } = JSON.parse(readFileSync(file, "utf8")) as { readonly seq?: unknown };
		if (Number.isSafeInteger(seq)) return seq as number;
	} catch (error) {
		// Torn, or gone, unless there was never any.
		if (isNew && (error as NodeJS.ErrnoException).code === "ENOENT") return 0;
	}
	return Math.floor(Date.now() / 1000);
}
