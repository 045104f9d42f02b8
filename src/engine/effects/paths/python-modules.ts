/** Modules that come with Python and are programs of their own: `python -m zipfile -e a.zip DIR` writes as `unzip` does. */
import type { Arguments } from "../../request/arguments/arguments.js";
import type { Word } from "../../request/request.js";
import { type NamedPath, namedPath, pathWith } from "./named-path.js";

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
	switch (module.text) {
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
		case "SimpleHTTPServer":
		case "uploadserver":
			// It gives whatever is asked for, hidden or behind a link. Its folder may stand in the option.
			return [namedPath("read", ".", { maybe: true }), ...read(words.map(withoutOption))].map((path) =>
				pathWith(path, { reach: "links" }),
			);
		default:
			return none;
	}
}

const none: readonly NamedPath[] = [];

/** `--directory=DIR` as `DIR`. */
const withoutOption = (word: Word): Word =>
	word.kind === "known" ? { ...word, text: word.text.replace(/^-(?:d(?=.)|-d\w*=)/, "") } : word;

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
