/** Addresses with braces and brackets, as curl takes them: `http://h/{a,b}/f[01-20:2].txt` stands for several, and so does the name of an upload. */

/** More texts than this are not told apart. */
const mostTexts = 256;

/** A text that stands for several, and what stood in its braces and brackets, in their order: `#1` is the first. */
export interface GlobMatch {
	readonly text: string;
	readonly parts: readonly string[];
}

/** All texts that one stands for; undefined where they can't be told. */
export function globMatches(glob: string): readonly GlobMatch[] | undefined {
	let found: readonly GlobMatch[] = [{ text: "", parts: [] }];
	for (let at = 0; at < glob.length; ) {
		const rest = glob.slice(at);
		const [, plain] = /^((?:\\[{}[\]]|[^{}[\]])+)/s.exec(rest) ?? [];
		if (plain !== undefined) {
			const text = plain.replace(/\\([{}[\]])/g, "$1");
			found = found.map((one) => ({ ...one, text: one.text + text }));
			at += plain.length;
			continue;
		}
		// An address of IPv6 stands in brackets, too.
		const [literal] = /^\[[0-9a-fA-F:.%]*:[0-9a-fA-F:.%]*\](?=[:/?#]|$)/.exec(rest) ?? [];
		if (literal !== undefined) {
			found = found.map((one) => ({ ...one, text: one.text + literal }));
			at += literal.length;
			continue;
		}
		const choice = setOf(rest) ?? rangeOf(rest);
		if (choice === undefined || found.length * choice.items.length > mostTexts) return undefined;
		found = found.flatMap(({ text, parts }) =>
			choice.items.map((item) => ({ text: text + item, parts: [...parts, item] })),
		);
		at += choice.length;
	}
	return found;
}

interface Choice {
	readonly items: readonly string[];
	/** Characters that it takes. */
	readonly length: number;
}

/** `{a,b}`; nothing is nested in it. */
function setOf(text: string): Choice | undefined {
	const [whole, inside] = /^\{((?:\\.|[^{}[\]\\])*)\}/s.exec(text) ?? [];
	if (whole === undefined || inside === undefined) return undefined;
	const items = [...inside.matchAll(/((?:\\.|[^,\\])*)(?:,|$)/gs)].map(([, item = ""]) =>
		item.replace(/\\(.)/gs, "$1"),
	);
	// The last match is the end of the text.
	return { items: inside.endsWith(",") || inside === "" ? items : items.slice(0, -1), length: whole.length };
}

/** `[1-5]`, `[01-99:3]`, `[a-z]` */
function rangeOf(text: string): Choice | undefined {
	const [whole, from, to, step] = /^\[(\d+|[A-Za-z])-(\d+|[A-Za-z])(?::(\d+))?\]/.exec(text) ?? [];
	if (whole === undefined || from === undefined || to === undefined) return undefined;
	const by = step === undefined ? 1 : Number(step);
	const isNumber = /^\d/.test(from);
	if (isNumber !== /^\d/.test(to) || by < 1) return undefined;
	const [first, last] = isNumber ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
	if (last < first || (last - first) / by >= mostTexts) return undefined;
	const items: string[] = [];
	for (let at = first; at <= last; at += by)
		items.push(isNumber ? String(at).padStart(from.startsWith("0") ? from.length : 1, "0") : String.fromCharCode(at));
	return { items, length: whole.length };
}
