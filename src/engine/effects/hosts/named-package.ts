/** Where a package or an image lies, as far as its name says it. */
import { hostOfAddress, hostOfRemote, hostOfWord, type Named } from "./named-host.js";

/** The hosts of a package that is named by where it lies. None: it is named by its name alone, or lies on the machine itself. */
export function hostsOfPackage(text: string): readonly Named[] {
	if (isLocal(text)) return [];
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [hostOfAddress(text, false)];
	const [, short] = shorthand.exec(text) ?? [];
	if (short !== undefined) return (hostsOfShorthand[short] ?? []).map(hostOfWord);
	if (isName(text)) return [];
	// `NAME@WHERE`, `NAME @ WHERE`
	const [, name, where] = /^(@?[^@\s:]+?)\s*@\s*(.*)$/s.exec(text) ?? [];
	if (
		name !== undefined &&
		where !== undefined &&
		isName(name) &&
		(shorthand.test(where) || !isRemote(text)) &&
		/[:/]/.test(where)
	)
		return hostsOfPackage(where);
	if (/^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(text)) return (hostsOfShorthand.github as readonly string[]).map(hostOfWord);
	return [isRemote(text) ? hostOfRemote(text) : "unknown"];
}

const shorthand = /^(github|gitlab|bitbucket|gist|jsr|npm|pypi|workspace|catalog|link|portal|patch|file):/;

const hostsOfShorthand: { readonly [Short in string]?: readonly string[] } = {
	github: ["github.com", "codeload.github.com"],
	gitlab: ["gitlab.com"],
	bitbucket: ["bitbucket.org"],
	gist: ["gist.github.com"],
	jsr: ["npm.jsr.io"],
};

function isLocal(text: string): boolean {
	return /^(?:\.{0,2}\/|~\/|\.{0,2}$)/.test(text) || (!/[:@]/.test(text) && /\.(?:tgz|tar\.gz|whl|zip)$/.test(text));
}

/** `name`, `@scope/name`, `name[extra]`, with versions or without; versions alone. */
function isName(text: string): boolean {
	return (
		/^[\w.*+^~<>=!|, -]*$/.test(text) ||
		/^(?:@[\w.~-]+\/)?[\w.-]+(?:\[[\w,. -]*\])?\s*(?:@?[\w.*+^~<>=!|, -]*)$/.test(text)
	);
}

function isRemote(text: string): boolean {
	return /^(?:[^@/:\s]+@)?[\w.-]+:[^\s]+$/.test(text);
}

/** The registry that an image is taken from, where its name begins with one. */
export function registryOfImage(text: string): Named {
	if (/[\s\p{Cc}\\]|:\/\//u.test(text)) return "unknown";
	const [, first] = /^([^/]*)\//.exec(text) ?? [];
	return first !== undefined && (/[.:]/.test(first) || first === "localhost") ? hostOfWord(first) : undefined;
}
