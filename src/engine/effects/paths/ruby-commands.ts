/** Commands that come with Ruby: `ruby -run -e httpd DIR` serves a folder, `ruby -run -e cp -- -r DIR x` copies one. */
import type { Arguments } from "../../request/arguments/arguments.js";
import { type NamedPath, namedPath, pathWith } from "./named-path.js";
import { pathOf } from "./path-of-word.js";

/** The paths that such a command takes; nothing for other code, which nobody here reads. */
export function pathsOfRubyCommand({ program, options, operands }: Arguments): readonly NamedPath[] {
	if (program?.name !== "ruby") return [];
	const code = options.find(({ name }) => name === "-e")?.value;
	const name = code?.kind === "known" ? /^\s*([a-z]+)\s*;?\s*$/.exec(code.text)?.[1] : undefined;
	const words = operands.map(({ word }) => word);
	const whole = words.map((word) => pathWith(pathOf(word, "read"), { reach: name === "httpd" ? "links" : "below" }));
	if (name === "cp" || name === "mv" || name === "rm" || name === "install")
		return whole.map((path) => pathWith(path, { access: "both", maybe: true }));
	if (name !== "httpd") return [];
	// What follows an option may be its value, and no folder.
	const isGiven = words.some((word, at) => {
		const [own, before] = [word, words[at - 1]].map((one) => (one?.kind === "known" ? one.text : "-"));
		return !own?.startsWith("-") && (at === 0 || !/^-(?:.|-[^=]*)?$/.test(before ?? ""));
	});
	return isGiven ? whole : [...whole, namedPath("read", ".", { reach: "links" })];
}
