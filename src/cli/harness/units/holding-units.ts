/** Has systemd hold the resident's socket, or hold it no more. */
import { readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { engine } from "../../../language/source/engine.js";
import type { FileChange } from "../../../runtime/harnesses/install/plan.js";
import { askingConnection } from "../../../runtime/servers/resident/asker.js";
import { socketIn } from "../../../runtime/servers/resident/folder.js";
import type { ShownChange } from "../render-changes.js";
import { stateAt } from "../resident-check.js";
import { applyChanges, settingsText } from "../settings-change.js";
import { serviceUnit, socketUnit, type UnitsPlan, unitsFolder } from "./resident-units.js";
import { systemctl } from "./systemctl.js";

/** Does what was planned. `note`: what came out otherwise; `changes`: what changed in the end. */
export async function applyUnits(plan: UnitsPlan, folder = ""): Promise<Omit<UnitsPlan, "isWanted">> {
	const { changes, isWanted } = plan;
	if (changes.length === 0) return plan;
	if (!isWanted) {
		const fault = takeAway(changes);
		return fault === undefined ? plan : { changes: [], note: `units of systemd could not be taken away: ${fault}` };
	}
	const fault = await holdingFault(changes, folder);
	if (fault === undefined) return plan;
	takeAway(changes.map((change) => ({ ...change, before: change.after, after: undefined })));
	return {
		changes: changes.flatMap((change) =>
			change.before === undefined ? [] : [{ ...change, after: settingsText(change.path) }],
		),
		note: `systemd does not hold the resident's socket (${fault}): hooks' own processes start it`,
	};
}

/** As people are shown them. */
export function shownUnits({ changes }: Pick<UnitsPlan, "changes">): readonly ShownChange[] {
	return changes.map((change) => ({
		...change,
		means:
			change.after === undefined
				? "systemd holds the resident's socket no more"
				: "systemd holds the resident's socket",
	}));
}

/** Why systemd does not hold the socket, or holds it for one that is of no use here. */
async function holdingFault(changes: readonly FileChange[], folder: string): Promise<string | undefined> {
	try {
		applyChanges(changes.filter(({ before, after }) => before !== after));
	} catch (error) {
		return (error as Error).message;
	}
	const isOther = changes.some(
		({ path, before, after }) => basename(path) === serviceUnit && before !== undefined && before !== after,
	);
	for (const words of [
		["daemon-reload"],
		...(isOther ? [["stop", serviceUnit]] : []),
		["enable", "--now", socketUnit],
	]) {
		const { isDone, text } = systemctl(...words);
		if (!isDone) return `\`systemctl --user ${words.join(" ")}\`: ${text}`;
	}
	const state = await stateAt(socketIn(folder), startPatience);
	if (state === undefined) return "the one that it starts does not answer";
	if (state.version !== engine) return "the one that answers is another version";
	try {
		// As that one would look at who asks.
		const connection = askingConnection();
		const seen = connection.askingProcess(readFileSync(`/proc/${state.pid}/stat`, "latin1"));
		connection.close();
		return "why" in seen ? `the one that it starts is none for hooks of yours: ${seen.why}` : undefined;
	} catch {
		return "the one that it starts can't be looked at";
	}
}

/** How long one may take to start and answer. Milliseconds. */
const startPatience = 8_000;

/** Why it can't be done. */
function takeAway(changes: readonly FileChange[]): string | undefined {
	systemctl("disable", "--now", socketUnit);
	systemctl("stop", serviceUnit);
	try {
		applyChanges(changes.filter(({ path }) => settingsText(path) !== undefined));
		// Where systemd could not be asked.
		rmSync(join(unitsFolder(), "sockets.target.wants", socketUnit), { force: true });
	} catch (error) {
		return (error as Error).message;
	}
	systemctl("daemon-reload");
	systemctl("reset-failed", socketUnit, serviceUnit);
	return undefined;
}
