/** Requests that mean a name which does not stand in them: a shell, or a language, puts it together. */
import fc from "fast-check";

/** By two parts of the name: lines that a shell runs first, and the word. */
type Way = (one: string, other: string) => readonly [before: string, word: string];

const code = (text: string, form: (code: number) => string): string =>
	Array.from(text, (letter) => form(letter.charCodeAt(0))).join("");
const hex = (text: string): string => code(text, (one) => `\\x${one.toString(16)}`);
const braced = (text: string): string => code(text, (one) => `\\u{0${one.toString(16)}}`);
const octal = (text: string): string => code(text, (one) => `\\${one.toString(8)}`);
const long = (text: string): string => code(text, (one) => `\\u00${one.toString(16)}`);

const words: readonly Way[] = [
	(one, other) => ["", `${one}''${other}`],
	(one, other) => ["", `${one}'${other}'`],
	(one, other) => ["", `"${one}"'${other}'`],
	(one, other) => ["", `${one}\\${other}`],
	(one, other) => ["", `${one}$'${hex(other)}'`],
	(one, other) => ["", `$'${octal(one)}'${other}`],
	(one, other) => ["", `$'${long(one)}${other}'`],
	(one, other) => ["", `{zz,${one}}${other}`],
	(one, other) => ["", `${one}{,yy,}${other}`],
	(one, other) => ["", `${one}{${other},x}`],
	(one, other) => [`x=${one}; `, `\${x}${other}`],
	(one, other) => [`x=${other}; `, `${one}$x`],
	(one, other) => [`x=${one}; y='${other}'; `, `"$x$y"`],
	(one, other) => [`for x in zz ${one}; do true; done; `, `\${x}${other}`],
];

/** Whole lines, below a folder and below a home. */
const lines: readonly ((one: string, other: string) => string)[] = [
	...words.flatMap((way) => [
		(one: string, other: string) => {
			const [before, word] = way(one, other);
			return `${before}rm -rf /home/${word}/x`;
		},
		(one: string, other: string) => {
			const [before, word] = way(one, other);
			return `${before}cat ~/src/${word}/x`;
		},
		(one: string, other: string) => {
			const [before, word] = way(one, other);
			return `${before}cd /home && tee -a ${word}/x`;
		},
	]),
	(one, other) => `for d in ${other} zz; do rm -rf /home/${one}$d/x; done`,
	(one, other) => `printf '/home/%s${other}/x' ${one} | xargs rm`,
	(one, other) => `printf '/home/%-1s${other}/x' ${one} | xargs rm`,
	(one, other) => `echo ${one} | xargs -I{} rm /home/{}${other}/x`,
	(one, other) => `echo ${one} | xargs -IX rm /home/X${other}/x`,
	(one, other) => `echo ${one} | xargs -t \\\n  -I X rm /home/X${other}/x`,
	(one, other) => `echo ${one} | xargs --replace=X rm /home/X${other}/x`,
	(one, other) => `echo ${one} | xargs --repl=X rm /home/X${other}/x`,
	(one, other) => `echo ${one} | xargs -I '{}' rm /home/{}${other}/x`,
	(one, other) => `echo ${one} | xargs -i rm /home/{}${other}/x`,
	(one, other) => `echo ${one} | xargs -I@ -t rm /home/@${other}/x`,
	(one, other) => `echo ${one} | xargs -I{z rm /home/{z${other}/x`,
	(one, other) => `printf '/home/${one}${hex(other)}/x' | xargs rm`,
	(one, other) => `echo -e /home/${one}'${hex(other.slice(0, 1))}'${other.slice(1)}/x | xargs rm`,
	(one, other) => `echo -e "/home/${one}\\0${octal(other.slice(0, 1)).slice(1)}${other.slice(1)}/x" | xargs rm`,
	(one, other) => `echo /home/${one}{${other},t}/x | xargs rm`,
	(one, other) => `xargs rm <<< /home/${one}"${other}"/x`,
	(one, other) => `eval "rm /home/${one}'${other}'/x"`,
	(one, other) => `cd /home; tar -xf${one}''${other}`,
	(one, other) => `git -C /home/${one}'${other}' status`,
	(one, other) => `curl 'https://x.example/{${one},zz}${other}' -o '/home/#1${other}/x'`,
	(one, other) => `python3 -c "open('/home/${one}' '${other}/x').read()"`,
	(one, other) => `python3 -c "open('/home/${hex(one)}${other}/x').read()"`,
	(one, other) => `python3 -c "open('/home/${octal(one)}${other}/x').read()"`,
	(one, other) => `node -e "require('fs').rmSync('/home/${one}${hex(other)}/x')"`,
	(one, other) => `node -e "require('fs').rmSync('/home/${braced(one)}${other}/x')"`,
	(one, other) => `cat ~/../${one}'${other}'/x`,
];

/** A request that means this name, and does not say it. */
export const spelling = (name: string): fc.Arbitrary<string> =>
	fc
		.tuple(fc.constantFrom(...lines), fc.integer({ min: 1, max: name.length - 1 }))
		.map(([line, at]) => line(name.slice(0, at), name.slice(at)));

/** One request of each sort. */
export const eachSpelled = (name: string): readonly string[] => {
	const half = name.length >> 1;
	return lines.map((line) => line(name.slice(0, half), name.slice(half)));
};
