/** Modules that come with Python and Ruby and are programs of their own: `python -m zipfile -e a.zip DIR` writes as `unzip` does. */
import type { Arguments } from "../../request/arguments/arguments.js";
import type { Word } from "../../request/request.js";
import { type NamedPath, namedPath, pathWith } from "./named-path.js";

/** The paths that such a module takes; nothing for other modules, whose code nobody sees. */
export function pathsOfModule(args: Arguments): readonly NamedPath[] {
	const { program, options, operands } = args;
	if (program?.name === "ruby") return pathsOfRubyCommand(args);
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
		case "CGIHTTPServer":
		case "RangeHTTPServer":
		case "uploadserver":
		case "pyftpdlib": {
			// It gives whatever is asked for, hidden or behind a link.
			const told = words.map((word) =>
				word.kind === "known" ? /^-(?:d|-d\w*=)(.+)$/.exec(word.text)?.[1] : undefined,
			);
			const folders = told.flatMap((text): Word[] => (text === undefined ? [] : [{ kind: "known", text }]));
			const here = namedPath("read", ".", { reach: "links", maybe: true });
			return [here, ...[...names, ...folders].map((word) => pathWith(pathOf(word, "read"), { reach: "links" }))];
		}
		default:
			return none;
	}
}

const none: readonly NamedPath[] = [];

/** `ruby -run -e httpd DIR`, `ruby -run -e cp -- A B`. */
function pathsOfRubyCommand({ options, operands }: Arguments): readonly NamedPath[] {
	const has = (name: string, isIt: (text: string) => boolean): boolean =>
		options.some((one) => one.name === name && (one.value?.kind !== "known" || isIt(one.value.text)));
	if (!has("-r", (text) => text === "un")) return none;
	const words = operands.map(({ word }) => word);
	const served = [namedPath("read", ".", { maybe: true }), ...read(words)];
	if (has("-e", (text) => text.trim() === "httpd")) return served.map((path) => pathWith(path, { reach: "links" }));
	return [...below(words, "below"), ...below(words, "somewhere")];
}

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
