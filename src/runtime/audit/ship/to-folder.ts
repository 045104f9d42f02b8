/**
 * Sends a log into a folder, such as one that machines share: `MACHINE/LOG-HASH/PART-PLACE.jsonl`. A file is named by where its first line stands, so what
 * is sent again takes the place of what was sent before.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolders } from "../../load/make-folders.js";
import { replaceWhole } from "./cursor.js";
import { type Destination, Unsendable } from "./ship.js";

/** A folder as a destination. `log`: the path of the log, whose name stands in it. */
export function folderDestination(folder: string, log: string): Destination {
	return {
		name: folder,
		most: { lines: 200_000, bytes: 32 << 20 },
		send: async ({ lines, log: id, machine }) => {
			const [first] = lines;
			if (first === undefined) return { accepted: 0, rejected: [] };
			const place = join(folder, plain(machine), `${plain(basename(log))}-${id.slice(0, 12)}`);
			const name = `${String(first.part).padStart(6, "0")}-${String(first.start).padStart(12, "0")}`;
			try {
				makeFolders(place);
				put(join(place, name), Buffer.concat(lines.flatMap(({ bytes }) => [bytes, newline])));
			} catch (error) {
				const code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
				throw new Unsendable(`\`${folder}\` can't be written (${code})`, "later");
			}
			return { accepted: lines.length, rejected: [] };
		},
	};
}

const newline = Buffer.from("\n");

/** Puts lines under a name. What was sent is never lost: lines that do not go on from those that are there get a name of their own. */
function put(path: string, lines: Buffer): void {
	const there = contentOf(`${path}.jsonl`);
	if (there === undefined || lines.subarray(0, there.length).equals(there)) replaceWhole(`${path}.jsonl`, lines);
	else if (!there.subarray(0, lines.length).equals(lines))
		replaceWhole(`${path}-${createHash("sha256").update(lines).digest("hex").slice(0, 12)}.jsonl`, lines);
}

function contentOf(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

/** A name that means nothing to a file system. What was changed is told apart by its hash. */
function plain(name: string): string {
	const safe = name.replaceAll(/[^A-Za-z0-9._-]/g, "_").slice(0, 100);
	if (safe === name && !name.startsWith(".")) return name;
	return `${safe.replace(/^\.+/, "_")}-${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
}
