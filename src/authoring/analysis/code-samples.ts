/**
 * Programs in the languages that the engine reads, for the search: what is derived from a text is found only where such a text is tried. For each reader there is a
 * text for each power that it can find, alone, and for each way to name a file.
 */

interface Samples {
	/** The plainest first. */
	readonly plain: readonly string[];
	/** Texts that do it to a file, which stands in the place of `%`. */
	readonly read?: readonly string[];
	readonly write?: readonly string[];
}

const samples: Readonly<Record<string, Samples>> = {
	awk: {
		plain: [
			"1",
			'BEGIN{print ENVIRON["x"]}',
			'BEGIN{print ENVIRON["API_KEY"]}',
			'BEGIN{system("true")}',
			"@load x",
		].concat('BEGIN{print |& "/inet/tcp/0/x/80"}'),
		read: ['BEGIN{getline<"%"}'],
		write: ['BEGIN{print>"%"}'],
	},
	sed: { plain: ["p", "e true", "e"], read: ["r %"], write: ["w %"] },
	jq: { plain: [".", "env", "$ENV.HOME", "input_filename", 'import "x" as x; .'] },
	python: {
		plain: [
			...["x", "1", "import json", "import os; os.system('true')"],
			"import urllib.request; urllib.request.urlopen('http://x/')",
		],
		read: ["open('%')"],
		write: [
			"open('%','w')",
			"import os; os.remove('%')",
			"import shutil; shutil.rmtree('%')",
			"import os; os.rename('%','%')",
		],
	},
	node: {
		plain: ["x", "1", "require('child_process').execSync('true')"],
		read: ["require('fs').readFileSync('%')"],
		write: ["require('fs').writeFileSync('%','')", "require('fs').rmSync('%')", "require('fs').renameSync('%','%')"],
	},
	perl: { plain: ["x", "s/a/b/"] },
	ruby: { plain: ["x", "puts RUBY_VERSION"] },
	php: { plain: ["x", "echo PHP_VERSION;"] },
	sqlite3: {
		plain: ["x", "select 1", "drop table x", ".shell true", ".read x"],
		read: [".restore %"],
		write: [".output %", "attach '%' as y"],
	},
	psql: { plain: ["x", "select 1", "drop table x", "\\! true", "\\i x"] },
	mysql: { plain: ["x", "select 1", "drop table x", "\\! true", "source x"] },
	duckdb: { plain: ["x", "select 1", "drop table x", ".shell true", "install x"] },
};
const families: Readonly<Record<string, string>> = { gawk: "awk", mawk: "awk", nawk: "awk", gsed: "sed", gojq: "jq" };

function samplesFor(program: string): Samples {
	return samples[families[program] ?? program] ?? anyCode;
}
const anyCode: Samples = { plain: ["x"] };

const texts = new Map<string, readonly string[]>();

/** Texts that a program may be given as code, the plainest first. */
export function codeTexts(program: string): readonly string[] {
	let all = texts.get(program);
	if (all === undefined) {
		const { plain, read = [], write = [] } = samplesFor(program);
		all = [...plain, ...[...read, ...write].map((text) => withPath(text, "x"))];
		texts.set(program, all);
	}
	return all;
}

/** Texts that name this file, for this access. */
export function codeTextsFor(program: string, access: "read" | "write", path: string): readonly string[] {
	return (samplesFor(program)[access] ?? []).map((text) => withPath(text, path));
}

function withPath(text: string, path: string): string {
	return text.replaceAll("%", path);
}

/** Code that hands a line of one plain word to a shell; undefined where no such language is read. */
export function codeThatRuns(program: string, line: string): string | undefined {
	switch (families[program] ?? program) {
		case "awk":
			return `BEGIN{system("${line}")}`;
		case "sed":
			return `e ${line}`;
		default:
			return undefined;
	}
}
