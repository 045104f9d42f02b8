/** Paths as harnesses have them in their permissions, as paths of ours. */

/**
 * How a pattern is read there. `ignore`: as git reads its ignore files, with `//` for the root and `/` for the folder that the settings are for. `glob`: as shells do.
 * `text`: a star stands for any text, slashes included.
 */
export type PathDialect = "ignore" | "glob" | "text";

export interface CallPaths {
	/** As a policy writes them; none: every path. */
	readonly paths: readonly string[];
	/** They stand for more than was said, or for less. */
	readonly isOther: boolean;
}

/** For a grant no more than the pattern stands for, for a restriction no less; or why there is none. */
export function callPaths(kind: "allow" | "ask" | "deny", pattern: string, dialect: PathDialect): CallPaths | string {
	const isGrant = kind === "allow";
	if (pattern.length > longest || /[\p{Cc}\\]/u.test(pattern)) return "no path of a policy is written so";
	if (isGrant && (/^!/.test(pattern) || (dialect === "ignore" && /[[\]{}]/.test(pattern))))
		return "a sign in it means something else in paths of a policy";
	const [root, rest] = rooted(pattern, dialect);
	const texts = dialect === "text" ? [rest] : braced(rest);
	const found = texts.map((text) => pathsOf(text, root, dialect, isGrant));
	const isWhole = found.some((one) => one.paths.length === 0);
	return {
		paths: isWhole ? [] : [...new Set(found.flatMap(({ paths }) => paths))],
		isOther: found.some(({ isOther }) => isOther),
	};
}
const longest = 1000;

/** Where it begins, and what stands behind that. */
function rooted(pattern: string, dialect: PathDialect): readonly ["/" | "~/" | "./" | "", string] {
	if (/^(?:~|\$HOME)(?:\/|$)/.test(pattern)) return ["~/", pattern.replace(/^(?:~|\$HOME)\/?/, "")];
	if (dialect === "ignore" && pattern.startsWith("//")) return ["/", pattern.slice(2)];
	if (pattern.startsWith("/")) return [dialect === "ignore" ? "./" : "/", pattern.slice(1)];
	return pattern.startsWith("./") ? ["./", pattern.slice(2)] : ["", pattern];
}

function pathsOf(text: string, root: string, dialect: PathDialect, isGrant: boolean): CallPaths {
	const bare = text.replace(/\/+$/, "");
	const before = root === "./" ? "" : root;
	if (bare === "" || /^\*+(?:\/\*+)*$/.test(bare)) {
		const isShallow = dialect !== "text" && bare === "*";
		if (root === "/" || (root === "" && dialect === "text")) return { paths: [], isOther: false };
		// A star alone may be all there is, or all that lies here.
		return { paths: [root === "~/" ? "~" : isGrant || root === "./" ? "." : "/"], isOther: isShallow };
	}
	if (dialect === "text") return textPaths(bare, before, isGrant);
	// One sign of several is any sign; of what is no glob of ours the folder is left.
	const plain = isGrant ? bare : bare.replaceAll(/\[[^[\]/]+\]/g, "?");
	const cut = isGrant ? bare : plain.replace(/(?:^|\/)[^/]*[[\]{}!].*$/s, "");
	if (cut === "") return { paths: before === "" ? [] : [before === "~/" ? "~" : "/"], isOther: true };
	// Without a slash in it a pattern may hold in every folder.
	const isAnywhere = !cut.includes("/") && root !== "/" && root !== "~/" && !isGrant;
	const isElsewhere = isGrant && !cut.includes("/") && root === "" && dialect === "ignore";
	return { paths: [`${isAnywhere ? "**/" : before}${written(cut)}`], isOther: cut !== bare || isElsewhere };
}

/** A star that may hold slashes is, in the midst of a name, two patterns: one without folders between, and one with them. */
function textPaths(text: string, before: string, isGrant: boolean): CallPaths {
	const parts = text.split(/\*+/);
	if (parts.length - 1 > mostStars) {
		if (isGrant) return { paths: [`${before}${written(text)}`], isOther: true };
		const folder = (parts[0] ?? "").replace(/\/?[^/]*$/, "");
		return { paths: folder === "" ? (before === "" ? [] : [before]) : [before + written(folder)], isOther: true };
	}
	const paths = parts.reduce<readonly string[]>((begun, part, at) => {
		if (at === 0) return [before + written(part)];
		const isOpen = part === "" && at === parts.length - 1;
		return begun.flatMap((one) => starsBehind(one, part, isOpen).map((star) => one + star + written(part)));
	}, []);
	return { paths, isOther: false };
}

function starsBehind(begun: string, next: string, isOpen: boolean): readonly string[] {
	// A folder means what lies below it.
	if (isOpen) return ["*"];
	if (next.startsWith("/")) return ["*/**"];
	return begun === "" || begun.endsWith("/") ? ["**/*"] : ["*", "*/**/*"];
}
const mostStars = 3;

/** `{a,b}` as two texts; braces in braces stay. */
function braced(text: string): readonly string[] {
	const found = /^([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/s.exec(text);
	if (found === null) return [text];
	const [, before = "", choices = "", behind = ""] = found;
	return choices.split(",").map((choice) => before + choice + behind);
}

/** With what a policy would read as something else behind a backslash. */
function written(text: string): string {
	return text.replaceAll(/[\s,()[\]{}"'#;!|&<>$`^]/gu, (sign) => `\\${sign}`);
}
