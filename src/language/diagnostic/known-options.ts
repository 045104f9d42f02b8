/** Options that somebody gives a function of the library: from JavaScript a misspelt one would be passed over without a word. */
import { nearest } from "./suggest.js";

/** All names of such options. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** Throws a `TypeError` for what are no options, and for one that `who` does not know. */
export function checkOptions<Options>(who: string, options: Options, names: OptionNames<Options>): void {
	if (typeof options !== "object" || options === null || Array.isArray(options))
		throw new TypeError(`the options of \`${who}\` are an object`);
	for (const name of Object.keys(options)) {
		if (Object.hasOwn(names, name)) continue;
		const near = nearest(name, Object.keys(names));
		const help = near === undefined ? `there is \`${Object.keys(names).join("`, `")}\`` : `did you mean \`${near}\`?`;
		throw new TypeError(`\`${who}\` has no option \`${name}\`: ${help}`);
	}
}
