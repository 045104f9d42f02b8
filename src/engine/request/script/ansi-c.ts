/** What `$'…'` stands for, after the table in bash(1), QUOTING. */

/** The text between the quotes decoded; undefined where shells differ or the value is no text: bytes beyond ASCII, NUL, what bash 5 only knows. */
export function decodeAnsiC(inner: string): string | undefined {
	let text = "";
	let at = 0;
	while (at < inner.length) {
		const character = inner[at] as string;
		if (character !== "\\") {
			text += character;
			at++;
			continue;
		}
		const found = escapes.find(({ form }) => {
			form.lastIndex = at + 1;
			return form.test(inner);
		});
		if (found === undefined) return undefined;
		const end = found.form.lastIndex;
		const value = found.value(inner.slice(at + 1, end));
		if (value === undefined) return undefined;
		text += value;
		at = end;
	}
	return text;
}

const letters: Readonly<Record<string, string>> = {
	a: "\u0007",
	b: "\b",
	e: "\u001b",
	E: "\u001b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "\t",
	v: "\v",
	"\\": "\\",
	"'": "'",
	'"': '"',
	"?": "?",
};

const escapes: readonly { readonly form: RegExp; readonly value: (text: string) => string | undefined }[] = [
	{ form: /[abeEfnrtv\\'"?]/y, value: (text) => letters[text] },
	{ form: /[0-7]{1,3}/y, value: (text) => ascii(Number.parseInt(text, 8) & 255) },
	{ form: /x[0-9A-Fa-f]{1,2}(?![{])/y, value: (text) => ascii(Number.parseInt(text.slice(1), 16)) },
	{ form: /u[0-9A-Fa-f]{1,4}/y, value: (text) => ascii(Number.parseInt(text.slice(1), 16)) },
	{ form: /U[0-9A-Fa-f]{1,8}/y, value: (text) => ascii(Number.parseInt(text.slice(1), 16)) },
];

function ascii(code: number): string | undefined {
	return code > 0 && code < 128 ? String.fromCharCode(code) : undefined;
}
