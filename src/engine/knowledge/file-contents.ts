/** What programs do to the files that they name, where their tables say no more than that they read or write. */
import { waysTo } from "./acts/acts.js";

/** The program, its options and its own words, then the file. */
const shows = /^\w+(?: (?:[^\s/.{$"]+|\.|'[^']*'))*(?: < | @| | [a-z]+=)\{file\}/;

/** Does a program give away what stands in the files that it reads? No table says that: `ls FILE` reads, and tells no more than the name. */
export function showsContents(program: string): boolean {
	return readers.has(program);
}

/** Those that show a file which is an operand of theirs, or their input. What finds, wraps or runs others shows nothing by itself. */
const readers = new Set(
	waysTo("read").flatMap(({ by, lines: [line = ""] }) =>
		line.startsWith(`${by} `) && !/ -exec |\bxargs\b/.test(line) && shows.test(line) ? [by] : [],
	),
);

/**
 * How a program puts other contents into a file that is there: by an operand, with the options that this takes, or by an option's value. No table says that:
 * `mkdir FILE` fails, `touch FILE` changes a time, and a formatter leaves what it can't read.
 */
export function overwrites(program: string): {
	readonly operand: readonly string[] | undefined;
	readonly option: (names: readonly string[]) => boolean;
	/** What has to stand behind the option for the program to write at all; `…` is a program that it runs. */
	readonly along: readonly string[];
} {
	return {
		operand: byOperand.get(program),
		option: (names) => byOption.has(program) && names.some((name) => outputs.has(name)),
		along: wanted.get(program) ?? [],
	};
}

const byOperand = new Map<string, readonly string[]>([
	..."cp mv install tee sponge rsync scp shred dos2unix unix2dos uniq xxd patch"
		.split(" ")
		.map((name): [string, readonly string[]] => [name, []]),
	["ln", ["-f"]],
	["sed", ["-i", "s/a/b/"]],
	["truncate", ["-s", "0"]],
	["sd", ["a", "b"]],
]);

const byOption = new Set(
	"sort shuf curl wget dd iconv base64 dot find tree xmllint openssl pandoc strace ltrace sdiff time git hg jq psql pg_dump http yt-dlp".split(
		" ",
	),
);

const wanted = new Map<string, readonly string[]>([
	..."curl wget http yt-dlp".split(" ").map((name): [string, readonly string[]] => [name, ["https://example.com/x"]]),
	..."strace ltrace time".split(" ").map((name): [string, readonly string[]] => [name, ["…"]]),
]);

const outputs = new Set("-o -O -out of= -fprint -fprint0 -fls --output --output-file --output-document".split(" "));
