/** Where records stand: in their own folders, and below the stand-ins that many homes and projects have in common. */
import type { Tree } from "../../engine/decide/tree.js";
import { remembered } from "../../engine/records/remembered.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { once } from "../../language/source/once.js";
import { latelyUsed } from "./lately-used.js";
import { type Recorded, worldOf } from "./log-records.js";
import { isDeep } from "./said.js";
import { type StandIn, standInsFor } from "./stand-in-home.js";
import type { Used } from "./watched-world.js";

export const allFolders: readonly Exclude<Used, "time">[] = ["folder", "workspace", "home"];

/** Where records stand: their folders, and the world that they see. */
export interface Standing {
	readonly own: World;
	readonly cwd: string | undefined;
	readonly around: Readonly<Record<Exclude<Used, "time">, string>>;
	/** All of them. */
	readonly whole: string;
	/** What of it every answer hangs on. */
	readonly head: string;
	/** Its folders, as a request may say them. */
	readonly texts: readonly string[];
}

/** The same for all homes and projects whose names tell nothing: below one stand-in, and below the other. */
export interface General extends Pick<StandIn, "names" | "isForTexts"> {
	readonly standing: Standing;
	readonly other: Standing;
}

export interface Spot {
	readonly real: () => Standing;
	readonly general: General | undefined;
}

/** What is known of where records stand before they are looked at. */
export interface SpotOptions {
	/** For those that do not say one. */
	readonly workspace?: string | undefined;
	/** There is more than one home, or there are many projects. */
	readonly isMany?: boolean;
}

/** Folders below stand-ins that are kept, and as many again that were asked for lately. */
const mostSpots = 50_000;
/** The same of folders as they are, each of which takes a kilobyte: making one anew takes far less than a decision. */
const mostWhole = 4_000;

type SpotOf = (record: Recorded, asked: Request) => Spot;

/** Tells where each record stands, and keeps it. */
export function spotsIn(tree: Tree, world: World, options: SpotOptions): SpotOf {
	const spots = latelyUsed<Spot>(mostWhole);
	const spotOf = spotting(tree, world, options);
	return (record, asked) =>
		remembered(spots, `${record.home}\n${record.workspace}\n${asked.cwd}`, () => spotOf(record, asked));
}

/** Tells where a record stands. */
export function spotting(tree: Tree, world: World, { workspace, isMany = false }: SpotOptions): SpotOf {
	/** What is below stand-ins, by its folders: ten thousand homes have few. */
	const generals = latelyUsed<Standing>(mostSpots);
	// To know all names takes a second, which a log of one machine need not wait for.
	const standInFor = once(() => standInsFor(tree, world));
	let firstHome: string | undefined;
	return (record, asked) => {
		const own = worldOf(record, asked, world, workspace);
		const { cwd } = asked;
		return { real: once(() => standing(own, cwd)), general: generalOf(own, cwd) };
	};

	/** The same below two stand-ins for the home folder and the project. */
	function generalOf(own: World, cwd: string | undefined): General | undefined {
		if (!isMany) firstHome ??= own.home;
		// What is ours in the home of here lies in that one alone.
		const isItself = own.home === world.home || own.home === firstHome;
		const standIn = own.home === undefined || isItself ? undefined : standInFor()(own.home, own.workspace);
		if (standIn === undefined || [own.workspace, own.home, cwd].some(isDeep)) return undefined;
		const [one, other] = standIn.renamings.map((renamed) => {
			const [home, project, folder] = [own.home as string, own.workspace, cwd ?? ""].map(renamed);
			if (home === undefined || project === undefined || folder === undefined) return undefined;
			const at = cwd === undefined ? undefined : folder;
			return remembered(generals, JSON.stringify([home, project, at]), () =>
				standing({ ...own, home, workspace: project }, at),
			);
		});
		if (one === undefined || other === undefined) return undefined;
		return { standing: one, names: standIn.names, other, isForTexts: standIn.isForTexts };
	}
}

function standing(own: World, cwd: string | undefined): Standing {
	const folder = cwd ?? own.workspace;
	const around = { folder, workspace: own.workspace, home: own.home ?? "" };
	const isAtRoot = folder === own.workspace;
	const said = [folder, own.workspace, ...(own.home === undefined ? [] : [own.home])];
	const texts = [...new Set(said.flatMap((path) => [path, inJson(path)]))];
	return {
		own,
		cwd,
		around,
		whole: allFolders.map((one) => around[one]).join("\n"),
		// A folder that is none is refused as such.
		head: `${own.home === undefined}${isAtRoot}${cwd === "" || cwd?.includes("\0") === true}`,
		texts,
	};
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
