/** What an export is, and the words that several of them share. */
import type { Remark } from "../imported.js";
import type { Region } from "./exportable.js";

export interface Exported {
	readonly text: string;
	readonly remarks: readonly Remark[];
}

export function whole(verdict: Remark["verdict"], message: string): Remark {
	return { verdict, place: "the whole", source: "", message };
}

/** Signs that a shell takes as they stand; a dash begins options. */
export const plainSigns = "A-Za-z0-9_./:@%+=,";

export const onlyPlain =
	"only single commands of plain words are allowed: no quotes, no pipes and nothing else of a shell, whatever the policy's `syntax` says";

/** What may stand behind the words of a region, as an expression. */
export function behind({ reach }: Region): string {
	switch (reach) {
		case "any":
			return `( +[${plainSigns}-]+)*`;
		case "operands":
			return `( +[${plainSigns}]+)*`;
		case "exact":
			return "";
	}
}

/** Regions that go out without further words, where a pattern can't keep these in. */
export function wordsLost(regions: readonly Region[], isLost: (region: Region) => boolean, why: string) {
	return regions
		.filter(isLost)
		.map(({ words }): Remark => ({ verdict: "tighter", place: "a rule", source: words.join(" "), message: why }));
}

/** What the harness lets stand around commands that are allowed, and the policy does not. */
export function lines(syntax: readonly string[], harness: string, free: readonly string[]): readonly Remark[] {
	const beyond = free.filter((feature) => !syntax.includes(feature));
	if (beyond.length === 0) return [];
	const message = `${harness} takes ${beyond.join(", ")} of what is allowed, and the policy's \`syntax\` does not`;
	return [whole("looser", message)];
}
