/** The places of secrets one by one, for whoever looks for one of them: the lints, attacks and suggestions. Deciding asks for the sets of secrets.ts alone. */
import { credentialFiles, credentialFolders, keyFiles } from "./secrets.js";

/** Names of files that hold secrets as often as not: certificates lie beside their keys, and settings come with what they open. */
export const mixedFiles: readonly string[] = [
	"**/*.pem",
	"**/*.mobileprovision",
	"**/*.tfvars",
	"**/credentials.json",
	"**/service-account*.json",
];

/** A place as people speak of it, and the file that stands for what lies there. */
export interface KnownPlace {
	readonly place: string;
	readonly file: string;
	/** Nearly everybody who works has it: who keeps secrets from agents means this as well. */
	readonly usual?: true;
}

export const knownPlaces: readonly KnownPlace[] = [
	{ place: "~/.ssh", file: "~/.ssh/id_rsa", usual: true },
	{ place: "~/.aws", file: "~/.aws/credentials", usual: true },
	{ place: "**/.env", file: ".env", usual: true },
	{ place: "~/.kube", file: "~/.kube/config" },
	{ place: "~/.gnupg", file: "~/.gnupg/secring.gpg" },
];

/** All places of files, each without braces: `~/.aws/credentials`, `~/.aws/sso`. */
export function plainPlaces(): readonly string[] {
	plain ??= [...new Set([...credentialFiles, ...keyFiles, ...credentialFolders].flatMap(withoutBraces))];
	return plain;
}

let plain: readonly string[] | undefined;

/** `.{a,b/c}` → `.a`, `.b/c`. */
export function withoutBraces(path: string): readonly string[] {
	const [, before = "", inner, rest = ""] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
	return inner === undefined ? [path] : inner.split(",").flatMap((one) => withoutBraces(`${before}${one}${rest}`));
}

/** A file of the table that lies in a folder, with a letter for what is left open; undefined for a folder of which the table says nothing. */
export function secretFileBelow(folder: string): string | undefined {
	const places = [folder, ...(/^[~/]/.test(folder) ? [] : [`~/${folder}`])];
	const known = knownPlaces.find(({ place }) => places.includes(place))?.file;
	const found = known ?? plainPlaces().find((place) => places.some((one) => place.startsWith(`${one}/`)));
	if (found === undefined) return undefined;
	const path = found.replaceAll(/\*+/g, "x");
	return folder.startsWith("~") || folder.startsWith("/") ? path : path.replace(/^~\//, "");
}
