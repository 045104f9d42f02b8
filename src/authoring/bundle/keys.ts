/** The keys that bundles are signed with: a folder of files `ROLE.LABEL.key`, for their owner alone, and beside each what others may have of it, `ROLE.LABEL.pub`. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Signature } from "@tufjs/models";
import { keyId } from "../../runtime/bundle/metadata.js";
import { BundleError } from "./bundle-error.js";

export interface PublicKey {
	readonly id: string;
	readonly role: string;
	readonly file: string;
	readonly hex: string;
}

export interface SigningKey extends PublicKey {
	readonly sign: (bytes: Uint8Array) => Signature;
}

/** Makes keys for roles. The folder is made for its owner alone. */
export function makeKeys(folder: string, roles: readonly string[]): readonly PublicKey[] {
	const place = realPlace(folder);
	const why = publicPlace(place) ?? publicPlace(resolve(folder));
	if (why !== undefined)
		throw new BundleError(
			`keys do not belong in \`${folder}\`: ${why}`,
			"name a folder of yours alone, such as `~/.config/bylaw/keys`",
		);
	mkdirSync(place, { recursive: true, mode: 0o700 });
	return roles.map((role) => {
		const { privateKey, publicKey } = generateKeyPairSync("ed25519");
		const hex = hexOf(publicKey);
		const name = `${role}.${randomBytes(4).toString("hex")}`;
		const file = join(folder, `${name}.key`);
		writeFileSync(join(place, `${name}.key`), privateKey.export({ type: "pkcs8", format: "pem" }), {
			mode: 0o600,
			flag: "wx",
		});
		writeFileSync(join(place, `${name}.pub`), publicKey.export({ type: "spki", format: "pem" }), { flag: "wx" });
		return { id: keyId(hex), role, file, hex };
	});
}

/** Where a folder lies, or will lie, without links. */
function realPlace(folder: string): string {
	const place = resolve(folder);
	try {
		return realpathSync(place);
	} catch {
		return dirname(place) === place ? place : join(realPlace(dirname(place)), basename(place));
	}
}

/** Why everybody would see what lies here. */
function publicPlace(folder: string): string | undefined {
	for (let at = folder; ; at = dirname(at)) {
		if (existsSync(join(at, "metadata", "1.root.json")))
			return `\`${at}\` is a repository of bundles, which is published`;
		if (existsSync(join(at, ".git")) || bareParts.every((name) => existsSync(join(at, name))))
			return `\`${at}\` is a repository of git, which is shared`;
		if (dirname(at) === at) return undefined;
	}
}

/** What a repository of git consists of, where it has no folder of files. */
const bareParts = ["HEAD", "objects", "refs"];

/** The private keys in folders, by role. `besides`: a folder in which none may lie. */
export function signingKeys(folders: readonly string[], besides: string): readonly SigningKey[] {
	const keys = folders.flatMap((folder) => {
		const isWithin = [resolve, realPlace].some((place) => `${place(folder)}/`.startsWith(`${place(besides)}/`));
		if (isWithin)
			throw new BundleError(
				`the keys lie in the repository \`${besides}\`, which is published`,
				"move them elsewhere, and make new ones where it was published already",
			);
		return namesIn(folder, ".key").map((name) => signingKey(folder, name));
	});
	return [...new Map(keys.map((key) => [`${key.role} ${key.id}`, key])).values()];
}

function signingKey(folder: string, name: string): SigningKey {
	const file = join(folder, name);
	const { mode } = statSync(file);
	if ((mode & 0o077) !== 0)
		throw new BundleError(
			`others may read the key \`${file}\``,
			`make it yours alone: \`chmod 600 ${file}\`, and make new ones where others have been`,
		);
	const key = keyIn(file, () => createPrivateKey(readFileSync(file)));
	const hex = hexOf(createPublicKey(key));
	const id = keyId(hex);
	return {
		id,
		role: roleOf(name),
		file,
		hex,
		sign: (bytes) => new Signature({ keyID: id, sig: sign(null, bytes, key).toString("hex") }),
	};
}

/** The public keys of a role in a folder. */
export function publicKeys(folder: string, role: string): readonly PublicKey[] {
	const found = namesIn(folder, ".pub")
		.filter((name) => roleOf(name) === role)
		.map((name): PublicKey => {
			const file = join(folder, name);
			const hex = hexOf(keyIn(file, () => createPublicKey(readFileSync(file))));
			return { id: keyId(hex), role, file, hex };
		});
	// A copy of a key is no second key.
	const all = [...new Map(found.map((key) => [key.id, key])).values()];
	if (all.length === 0)
		throw new BundleError(
			`there is no public key of \`${role}\` in \`${folder}\``,
			`make one: \`rules bundle keys ${folder} --role ${role}\``,
		);
	return all;
}

function namesIn(folder: string, ending: string): readonly string[] {
	try {
		return readdirSync(folder)
			.filter((name) => name.endsWith(ending))
			.sort();
	} catch (error) {
		throw new BundleError(
			`the folder of keys \`${folder}\` can't be read: ${(error as NodeJS.ErrnoException).code}`,
			"make keys: `rules bundle keys FOLDER`",
		);
	}
}

function keyIn(file: string, read: () => KeyObject): KeyObject {
	const wrong = new BundleError(
		`\`${file}\` holds no ed25519 key`,
		"take it out of the folder, or make keys by `rules bundle keys`",
	);
	try {
		const key = read();
		if (key.asymmetricKeyType !== "ed25519") throw wrong;
		return key;
	} catch {
		throw wrong;
	}
}

function hexOf(key: KeyObject): string {
	return Buffer.from(key.export({ format: "jwk" }).x as string, "base64url").toString("hex");
}

/** `root.5c3d9a1f.key` */
function roleOf(name: string): string {
	return name.split(".")[0] as string;
}
