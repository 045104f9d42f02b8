/**
 * Lists that speak of a home folder that nobody knows. It may be any folder, so such a list is read twice: as what is surely meant, and as what may be. Where the
 * two disagree, nobody can say.
 */
import type { PathPattern } from "../../../language/policy/test.js";
import { normalise } from "../../../language/source/normal-path.js";
import { remembered } from "../../records/remembered.js";
import type { World } from "../../request/paths.js";
import type { Truth } from "./truth.js";

export interface HomeReadings {
	/** What is meant wherever the home folder lies. */
	readonly least: readonly PathPattern[];
	/** What is meant if it lies in one place or another. */
	readonly most: readonly PathPattern[];
	/** What may be taken out. */
	readonly out: readonly PathPattern[];
}

/** The two readings; undefined where the home folder is known, and where the list does not speak of it. */
export function homeReadings(
	patterns: readonly PathPattern[],
	{ home }: Pick<World, "home">,
): HomeReadings | undefined {
	if (home !== undefined || !patterns.some(isInHome)) return undefined;
	return remembered(readings, patterns, () => {
		const others = patterns.filter((one) => !isInHome(one));
		const [meant, out] = [false, true].map((isOut) =>
			patterns.filter((one) => isInHome(one) && one.negated === isOut).map(inAnyFolder),
		) as [PathPattern[], PathPattern[]];
		return {
			least: [...others, ...out],
			most: [...others, ...meant],
			out: out.map((one) => ({ ...one, negated: false })),
		};
	});
}

/** Both readings are asked about again and again, and each is a list by itself. */
const readings = new WeakMap<readonly PathPattern[], HomeReadings>();

/** The answer of both readings, if it is one. */
export const agreed = (least: Truth, most: Truth): Truth => (least === most ? least : "unknown");

export const isInHome = ({ text, told }: Pick<PathPattern, "text" | "told">): boolean =>
	told === undefined && (text === "~" || text.startsWith("~/"));

/** `~/.ssh` as `/**\/.ssh`. A link in the home folder can't be followed. */
function inAnyFolder(pattern: PathPattern): PathPattern {
	const { text, literal } = pattern;
	const segments = text.split("/").slice(1);
	const magic = literal ? -1 : segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
	const fixed = segments.slice(0, magic < 0 ? segments.length : magic);
	const plain = normalise(`/${fixed.join("/")}`).replace(/[^\w./-]/g, "\\$&");
	const varying = magic < 0 ? [] : segments.slice(magic);
	const parts = [...plain.split("/"), ...varying].filter((part) => part !== "");
	return { ...pattern, literal: false, text: ["", "**", ...parts].join("/") };
}
