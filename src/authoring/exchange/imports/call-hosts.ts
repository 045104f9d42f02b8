/** Hosts as harnesses have them in their permissions, as patterns for calls that fetch an address. */

/** For a grant addresses that are surely of the host, for a restriction all that may be; undefined where no pattern says it. `*.` before it: every name below. */
export function hostPatterns(kind: "allow" | "ask" | "deny", host: string): readonly string[] | undefined {
	const [, below, name = ""] = /^(\*\.)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)$/.exec(host) ?? [];
	if (name === "") return undefined;
	const text = [...name.toLowerCase()].map((sign) => (sign === "." ? "\\." : sign));
	if (kind === "allow")
		return [
			`exactly web.fetch /https?:\\/\\/${below === undefined ? "" : "[A-Za-z0-9.-]+\\."}${text.join("")}(?:[\\/?#].*)?/`,
		];
	const anyCase = text.map((sign) => (/[a-z]/.test(sign) ? `[${sign}${sign.toUpperCase()}]` : sign)).join("");
	// What stands for a letter by a code, or is dropped when the address is read, may spell any host.
	return [`web.fetch /.*${anyCase}.*/`, "web.fetch /[^:]*:?[\\/]*[^\\/?#]*[^\\/?#A-Za-z0-9.:@_-].*/"];
}
