/** One of a few words: the strictest of what is said holds. What is inherited counts too, unless a line overrides it. */
import type { ComparedValues, SettingLine } from "../setting.js";
import { tellLoosening } from "./loosening.js";

/** `choices`: the loosest first. `help`: what to do about another word. `wrong`: what is said of it. */
export function strictest<const Choice extends string>(
	choices: readonly Choice[],
	help: (text: string) => string | undefined,
	{ wrong = "says nothing", unsaidRank = -1 }: { readonly wrong?: string; readonly unsaidRank?: number } = {},
): ComparedValues<Choice> {
	const saidIn = ({ words: [word] }: SettingLine): Choice | undefined => choices.find((one) => one === word?.text);
	const rank = (value: Choice | undefined): number => (value === undefined ? unsaidRank : choices.indexOf(value));
	const stricter = (a: Choice, b: Choice): Choice => (rank(a) >= rank(b) ? a : b);
	const all = (values: readonly Choice[], base: Choice | undefined): Choice | undefined =>
		values.reduce((a: Choice | undefined, b) => (a === undefined ? b : stricter(a, b)), base);
	return {
		onTop: (heading, inherited, lines, faults) => {
			const read = lines.flatMap((line) => {
				const said = saidIn(line);
				if (said !== undefined) return [{ line, said }];
				for (const { text, span } of line.words)
					faults.error("bad-setting", span, `\`${heading} ${text}\` ${wrong}`, help(text));
				return [];
			});
			const overriding = read.filter(({ line }) => line.override).map(({ said }) => said);
			const base = overriding.length === 0 ? inherited : all(overriding, undefined);
			const plain = read.filter(({ line }) => !line.override);
			for (const { line, said } of plain)
				if (base !== undefined && rank(said) < rank(base)) tellLoosening(heading, line.span, faults);
			return all(
				plain.map(({ said }) => said),
				base,
			);
		},
		join: stricter,
		holds: (line, value) => saidIn(line) === value,
		staysAbove: (inherited, lines, value) => !lines.some(({ override }) => override) && inherited === value,
		isLooser: (before, after) => rank(after) < rank(before),
	};
}
