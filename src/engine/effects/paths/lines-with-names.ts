/**
 * Files that are named in lines of a language that is read no further than for that: an editor's, TeX's, settings, and code: `vim -c 'w FILE'`,
 * `ed x <<< 'r FILE'`, `pdflatex '\input{FILE}'`, `yq 'load("FILE")'`.
 */
import type { Program } from "../../knowledge/program.js";
import { byName } from "../../records/by-name.js";
import type { Arguments } from "../../request/arguments/arguments.js";
import { codeInWords } from "../code-in-words.js";
import { type NamedPath, namedPath } from "./named-path.js";

/** The files that such lines name. */
export function pathsInLines(args: Arguments): readonly NamedPath[] {
	const { program, options, operands, input, informs } = args;
	const forms = program === undefined || informs ? undefined : formsOf.get(program.name);
	// What was read whole names its files itself.
	if (forms === undefined || codeInWords(args)?.kind === "read") return none;
	const words = [
		...operands.map(({ word }) => word),
		...options.flatMap(({ value }) => value ?? []),
		...(input === undefined ? [] : [input]),
	];
	return words.flatMap((word) =>
		word.kind !== "known" || word.text.length > longest
			? none
			: word.text.split("\n").flatMap((line) => forms.flatMap((one) => namesIn(line, one))),
	);
}

/** Are there lines among the words of the program? */
export function hasLines({ name }: Program): boolean {
	return formsOf.get(name) !== undefined;
}

const none: readonly NamedPath[] = [];

/** A line that is longer is no command that anybody writes. */
const longest = 65_536;

/** How a name stands in a line, in the first group, and what is done to the file. */
interface Form {
	readonly form: RegExp;
	readonly access: NamedPath["access"];
}

function namesIn(line: string, { form, access }: Form): readonly NamedPath[] {
	return [...line.matchAll(form)].flatMap(([, name]) => {
		const text = name?.trim().replace(/^(["'])(.*)\1$/s, "$2");
		return text === undefined || text === "" ? [] : [namedPath(access, text, { maybe: true })];
	});
}

const ofTex: readonly Form[] = [
	{
		form: /\\(?:input|include|InputIfFileExists|lstinputlisting|verbatiminput|includegraphics(?:\[[^\]]*\])?)\s*\{?\s*"?([^\s{}"|\\][^{}"\\]*)/g,
		access: "read",
	},
	{ form: /\\(?:openin|openout)\s*\\?[\w@]+\s*=?\s*\{?"?([^\s{}"|\\]+)/g, access: "both" },
];

const ofBuilds: readonly Form[] = [
	{ form: /(?:^|[:;])[\w.-]*(?:dir|path|directory|file|output|local|dest|destination)\w*=([^;]+)/gi, access: "write" },
];

/** Files that code writes, where it names them whole: `File.write("/there", x)`. What only looks like a path, such as an address's, is none. */
const ofCode: readonly Form[] = [
	/\b(?:write\w*|file_put_contents|append\w*|unlink\w*|rm|rm_rf|rm_r|rm_f|rmSync|rmdir\w*|rmtree|remove_tree|mkdir\w*|makedirs|mkpath|make_path|rename\w*|touch|symlink\w*|truncate\w*|delete\w*|remove\w*|sink|saveRDS)\s*\(?\s*\[?\s*["']((?:~|\/)[^"'\s]+)["']/g,
	/\bopen\w*\b[^"'\n]{0,40}["']\s*\+?>{1,2}\s*((?:~|\/)[^"'\s]+)["']/g,
	/\bopen\w*\b[^"'\n]{0,40}["']\s*\+?>{1,2}[^"']{0,20}["']\s*,\s*["']((?:~|\/)[^"'\s]+)["']/g,
	/\b(?:f?open|File\.new)\s*\(?\s*["']((?:~|\/)[^"'\s]+)["']\s*,\s*["'][^"']{0,8}[wax+]/g,
	/\b(?:cp\w*|copy\w*|mv|move\w*|link\w*)\s*\(?\s*["'][^"']*["']\s*,\s*["']((?:~|\/)[^"'\s]+)["']/g,
	/["']((?:~|\/)[^"'\s]+)["']\s*\)\s*\.(?:write\w*|unlink|mkdir|touch|rename|rmdir|symlink\w*)\b/g,
].map((form) => ({ form, access: "write" }));

const formsOf = byName<readonly Form[]>({
	ed: [
		{ form: /(?:^|[^a-zA-Z])[wW]q?\s+([^!\s].*)$/g, access: "write" },
		{ form: /(?:^|[^a-zA-Z])[rf]\s+([^!\s].*)$/g, access: "both" },
		{ form: /^[eE]\s+([^!\s].*)$/g, access: "both" },
	],
	vim: [
		{
			form: /(?:^|[|+:\s])[%\d,.$'<>]*(?:w(?:rite)?|wq|wn|wp|wa|x|xit|sav(?:eas)?|up(?:date)?|mk(?:exrc|vimrc|session|s|view|vie|spell)|redir?|wundo|wviminfo|wv|prof(?:ile)?\s+start)!?(?:\s+|\s*(?=>))(?:>+\s*)?(?:\+\+\S+\s+)*([^!|\s][^|]*)/g,
			access: "write",
		},
		{
			form: /(?:^|[|+:\s])\d*(?:r(?:ead)?|e(?:dit)?|sp(?:lit)?|vs(?:plit)?|new|vnew|tabe(?:dit)?|tabnew|vie(?:w)?|sv(?:iew)?|n(?:ext)?|ar(?:gs)?|arge(?:dit)?|fin(?:d)?|diffs(?:plit)?|diffp(?:atch)?|so(?:urce)?|ru(?:ntime)?|lua?f(?:ile)?|pyf(?:ile)?|py3f(?:ile)?|rubyf(?:ile)?|wv|rv(?:iminfo)?|rundo)!?\s+(?:\+\+\S+\s+)*([^!|\s][^|]*)/g,
			access: "both",
		},
		// `writefile([], '/there')`
		{ form: /["']((?:~|\.{0,2}\/)[^"']+)["']/g, access: "both" },
	],
	ruby: ofCode,
	perl: ofCode,
	php: ofCode,
	lua: ofCode,
	Rscript: ofCode,
	groovy: ofCode,
	julia: ofCode,
	python: ofCode,
	node: ofCode,
	bun: ofCode,
	deno: ofCode,
	pdflatex: ofTex,
	xelatex: ofTex,
	lualatex: ofTex,
	latexmk: ofTex,
	// `-p:OutDir=DIR`, `-Dmaven.repo.local=DIR`: settings whose names say that something is put there.
	dotnet: [...ofBuilds, { form: /^[-/]{1,2}(?:bl|binaryLogger)[:=](.+)$/gi, access: "write" }],
	mvn: ofBuilds,
	gradle: ofBuilds,
	make: [{ form: /^DESTDIR[:?]*=(.+)$/g, access: "write" }],
	yq: [{ form: /\bload(?:_\w+)?\(\s*"([^"]+)"/g, access: "read" }],
});
