/** Modules that come with Python and are programs of their own: `python -m zipfile -e a.zip DIR` writes as `unzip` does. */
import type { Arguments } from "../../request/arguments/arguments.js";
import type { Word } from "../../request/request.js";
import { type NamedPath, namedPath, pathWith } from "./named-path.js";

/** Modules whose words are read here. */
export const knownModules = [
	...["zipfile", "tarfile", "zipapp", "json.tool", "json", "venv", "virtualenv", "compileall", "ensurepip"],
	...["lib2to3", "py_compile", "gzip", "base64", "quopri", "uu", "trace", "cProfile", "profile", "http.server"],
	...["uploadserver", "pyftpdlib", "updog", "SimpleHTTPServer", "CGIHTTPServer", "RangeHTTPServer", "twisted"],
] as const;

/** The paths that such a module takes; nothing for other modules, whose code nobody sees. */
export function pathsOfModule({ program, options, operands }: Arguments): readonly NamedPath[] {
	if (program?.name !== "python") return none;
	const module = options.find(({ name }) => name === "-m")?.value;
	if (module?.kind !== "known") return none;
	const words = operands.map(({ word }) => word);
	// Whether an option has a value stands in no table: what follows one may be an operand.
	const names = words.filter((word) => word.kind !== "known" || !word.text.startsWith("-"));
	const has = (...flags: readonly string[]): boolean =>
		words.some(
			(word) => word.kind !== "known" || flags.some((flag) => word.text === flag || word.text.startsWith(`${flag}=`)),
		);
	const known = knownModules.find((one) => one === module.text);
	switch (known) {
		case "zipfile":
		case "tarfile":
			if (has("-e", "--extract"))
				return names.length > 1
					? below(names.slice(-1), "somewhere")
					: [namedPath("write", ".", { reach: "somewhere" })];
			return has("-c", "--create") ? [...written(names.slice(0, 1)), ...below(names.slice(1), "below")] : read(names);
		case "zipapp":
			return [...below(names.slice(0, 1), "below"), ...written(names.slice(1))];
		case "json.tool":
		case "json":
			return [...read(names.slice(0, 1)), ...written(names.slice(1))];
		case "venv":
		case "virtualenv":
		case "compileall":
			return below(names, "somewhere");
		case "ensurepip":
			return below(names, "somewhere");
		case "lib2to3":
			return names.flatMap((word) => [
				...below([word], "below"),
				...(has("-w", "--write") ? below([word], "somewhere") : []),
			]);
		case "py_compile":
			return written(names);
		case "gzip":
		case "base64":
		case "quopri":
		case "uu":
			return [...read(names), ...written(names.slice(1)), ...unpacked(names)];
		case "trace":
		case "cProfile":
		case "profile":
			return names.map((word) => pathOf(word, "both"));
		case "http.server":
		case "uploadserver":
		case "pyftpdlib":
		case "updog": {
			const served = servedBy(words, isFolderGiven(words));
			// Whoever asks may leave files, too.
			const takes = known !== "http.server" && (known !== "pyftpdlib" || has("-w", "--write"));
			const filled = served.map((path) => pathWith(path, { access: "write", reach: "somewhere" }));
			return takes ? [...served, ...filled] : served;
		}
		case "SimpleHTTPServer":
		case "CGIHTTPServer":
		case "RangeHTTPServer":
			return servedBy(words, false);
		case "twisted":
			return servedBy(words, true);
		case undefined:
			return none;
	}
}

const none: readonly NamedPath[] = [];

/** A server gives whatever is asked for, hidden or behind a link: of the folder that it runs in, where it is given no other. */
function servedBy(words: readonly Word[], isGiven: boolean): readonly NamedPath[] {
	const here = isGiven ? [] : [namedPath("read", ".", { maybe: true })];
	return [...here, ...read(words.map(withoutOption))].map((path) => pathWith(path, { reach: "links" }));
}

/** `-d DIR`, `-dDIR`, `--dir=DIR`: is there surely one? An empty one is none. */
function isFolderGiven(words: readonly Word[]): boolean {
	const texts = words.map((word) => (word.kind === "known" ? word.text : ""));
	return texts.some((text, at) => {
		const [, name = "-", sign, glued = ""] = /^(-d|--\w+)(=?)(.*)$/s.exec(text) ?? [];
		const isFolder = name === "-d" || (name.length > 2 && "--directory".startsWith(name));
		return isFolder && (sign === "" && glued === "" ? (texts[at + 1] ?? "") : glued) !== "";
	});
}

/** `--directory=DIR` as `DIR`. */
const withoutOption = (word: Word): Word =>
	word.kind === "known" ? { ...word, text: word.text.replace(/^-(?:d=?(?=.)|-\w+=)/, "") } : word;

function pathOf(word: Word, access: NamedPath["access"]): NamedPath {
	return namedPath(access, word.kind === "known" ? word.text : undefined);
}

function read(words: readonly Word[]): readonly NamedPath[] {
	return words.map((word) => pathOf(word, "read"));
}

function written(words: readonly Word[]): readonly NamedPath[] {
	return words.map((word) => pathOf(word, "write"));
}

function below(words: readonly Word[], reach: "below" | "somewhere"): readonly NamedPath[] {
	return words.map((word) => pathWith(pathOf(word, reach === "below" ? "read" : "write"), { reach }));
}

/** `a.gz` becomes `a`, and `a` becomes `a.gz`. */
function unpacked(words: readonly Word[]): readonly NamedPath[] {
	return words.flatMap((word): readonly NamedPath[] =>
		word.kind === "known"
			? [word.text.replace(/\.\w+$/, ""), `${word.text}.gz`].map((text) => namedPath("write", text))
			: [namedPath("write")],
	);
}
