/** Where patterns of paths begin: what of each stands fixed, and what varies behind it. */
import type { Minimatch } from "minimatch";
import type { PathPattern } from "../../../language/policy/test.js";
import { remembered } from "../../records/remembered.js";
import type { World } from "../../request/paths.js";
import { joinPath, normalise, resolveLinks } from "../../request/paths.js";
import type { Glob } from "./path-matchers.js";
import { globOf } from "./path-matchers.js";

/** `within`: every place that the path may mean must lie inside. `touching`: one is enough. */
export type Sense = "within" | "touching";

/** A pattern, in whatever world. */
export interface Shape {
	readonly negated: boolean;
	readonly told: PathPattern["told"];
	readonly from: "root" | "home" | "workspace";
	/** Its fixed beginning, as written: an absolute path, or what stands behind the home folder or the workspace. */
	readonly fixed: string;
	readonly glob: Glob | undefined;
	readonly itself: boolean;
	readonly anywhere: Start["anywhere"];
}

export function shapeOf(pattern: PathPattern, sense: Sense): Shape {
	const { text, literal, negated, told } = pattern;
	const isInHome = text === "~" || text.startsWith("~/");
	// What must stay out of sight stays out of sight anywhere, not only in the workspace.
	const isFromRoot = !literal && sense === "touching" && /^\*\*(\/|$)/.test(text);
	const segments = text.split("/");
	const magic = literal ? -1 : segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
	const fixed = magic < 0 ? text : segments.slice(0, magic).join("/");
	const behind = segments.slice(magic).filter((segment) => segment !== "" && segment !== ".");
	const isAnywhere = magic >= 0 && behind[0] === "**" && behind.length > 1;
	const itself = pattern.itself === true;
	const shape = {
		...{ negated, told, itself },
		glob: magic < 0 ? undefined : { tail: behind.join("/"), holdsBelow: !itself },
		anywhere: isAnywhere ? behind.slice(1) : undefined,
	};
	if (isInHome) return { ...shape, from: "home", fixed: fixed.slice(1) };
	if (isFromRoot || text.startsWith("/")) return { ...shape, from: "root", fixed: isFromRoot ? "/" : fixed || "/" };
	return { ...shape, from: "workspace", fixed };
}

/** The places that a pattern stands for: its own, or those that the world tells. */
export function startsOf(shape: Shape, world: Omit<World, "linkAt">): readonly Start[] {
	const { told } = shape;
	if (told === undefined) return [startIn(shape, world)].filter((one) => one !== undefined);
	const paths = (told === "policy" ? world.policy : world.own?.[told]) ?? [];
	const plain = { negated: false, walked: undefined, glob: undefined, itself: false, anywhere: undefined };
	return paths.map((path) => ({ ...plain, normal: normalise(path), alone: [normalise(path)] }));
}

/** The fixed beginning of a pattern, and the glob behind it. */
export interface Start {
	readonly negated: boolean;
	/** The beginning without `.` and `..`. */
	readonly normal: string;
	/** That beginning, as a list. */
	readonly alone: readonly string[];
	/** The beginning as written, where a `..` in it may lead elsewhere: up from where a link led. */
	readonly walked: string | undefined;
	readonly glob: Glob | undefined;
	/** Nothing below it is meant. */
	readonly itself: boolean;
	/** The parts of the glob behind a leading `**`, which fit in any folder below the beginning. */
	readonly anywhere: readonly string[] | undefined;
}

/** Where a pattern begins to vary; undefined where nobody knows the home folder. */
export const startOf = (pattern: PathPattern, sense: Sense, world: Folders): Start | undefined =>
	startIn(shapeOf(pattern, sense), world);

type Folders = Pick<World, "workspace" | "home">;

export function startIn(shape: Shape, { workspace, home }: Folders): Start | undefined {
	const { negated, from, fixed, glob, itself, anywhere } = shape;
	if (from === "home" && home === undefined) return undefined;
	const absolute = from === "home" ? home + fixed : from === "root" ? fixed : joinPath(workspace, fixed);
	const normal = normalise(absolute);
	// equivalent: without `..`, it leads where the beginning leads
	const walked = absolute.includes("..") ? absolute : undefined;
	return { negated, normal, alone: [normal], walked, glob, itself, anywhere };
}

/** The folders, or files, that the fixed beginning means: as its text says, and where it leads through links. */
export function basesOf({ normal, walked }: Start, world: World): readonly string[] {
	const known = remembered(basesByWorld, world, () => new Map());
	// Many patterns begin in the same folder.
	return remembered(known, `${normal}\0${walked}`, () => lookedUp(normal, walked, world));
}

/** As long as the world lives, as for lists. */
const basesByWorld = new WeakMap<World, Map<string, readonly string[]>>();

function lookedUp(normal: string, walked: string | undefined, { linkAt }: World): readonly string[] {
	const real = resolveLinks(normal, linkAt) ?? normal;
	const other = walked === undefined ? real : (resolveLinks(walked, linkAt) ?? normal);
	return [...new Set([normal, other, real])];
}

/** The folder that the fixed beginning means where no link leads elsewhere. */
export const asItStands = ({ alone }: Start): readonly string[] => alone;

/** The glob behind a pattern's beginning, made once. */
export const globBehind = (glob: Glob): Minimatch => remembered(globs, glob, () => globOf(glob.tail));
const globs = new WeakMap<Glob, Minimatch>();
