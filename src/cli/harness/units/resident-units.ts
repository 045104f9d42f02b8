/**
 * The two units by which a person's own systemd holds the resident's socket and starts a resident when somebody asks. Where there is no such systemd, or
 * anything of it fails, hooks' own processes start the resident as they do without.
 */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { hookedHarnesses } from "../../../runtime/harnesses/harnesses.js";
import type { FileChange, PlannedFile } from "../../../runtime/harnesses/install/plan.js";
import { registeredHooks } from "../../../runtime/harnesses/install/registered.js";
import type { Places } from "../../../runtime/harnesses/install/registration.js";
import { socketIn } from "../../../runtime/servers/resident/folder.js";
import { settingsText } from "../settings-change.js";
import { systemctl } from "./systemctl.js";

export const socketUnit = "bylaw-hooks.socket";
export const serviceUnit = "bylaw-hooks.service";

/** What becomes of the units. */
export interface UnitsPlan {
	readonly changes: readonly FileChange[];
	/** Why there are none where there could be some. */
	readonly note?: string;
	/** They are to hold the socket; else they go. */
	readonly isWanted: boolean;
}

/** Where a person's own units lie. */
export function unitsFolder(): string {
	return join(homedir(), ".config", "systemd", "user");
}

const head = "# Written by `rules install --resident`, taken away by `rules uninstall`.\n";

function socketText(folder: string): string {
	return `${head}[Unit]
Description=Socket of the resident that answers hooks of harnesses (Bylaw)

[Socket]
ListenStream=${socketIn(folder)}
SocketMode=0600
DirectoryMode=0700
RemoveOnStop=yes

[Install]
WantedBy=sockets.target
`;
}

/** `words`: the program. What makes it load something else is taken out of its variables. */
function serviceText(words: readonly string[], folder: string): string {
	return `${head}[Unit]
Description=Resident that answers hooks of harnesses (Bylaw)

[Service]
ExecStart=${[...words, "serve", "--hooks", folder].map((word) => `"${word}"`).join(" ")}
UnsetEnvironment=LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT NODE_OPTIONS NODE_PATH
`;
}

/** This program, as a registration of ours names it. */
export function ownProgram(): readonly string[] {
	return [realpathSync(process.execPath), realpathSync(process.argv[1] as string)];
}

/** The program that a service of ours starts; undefined where it is somebody else's. */
export function programOf(text: string): readonly string[] | undefined {
	const words = [...(/^ExecStart=(.*)$/m.exec(text)?.[1] ?? "").matchAll(/"([^"]*)"/g)].map(
		([, word]) => word as string,
	);
	const program = words.slice(0, -3);
	return text === serviceText(program, words.at(-1) ?? "") ? program : undefined;
}

/** What a unit's file holds; undefined where there is none. What can't be read is a text of somebody else's. */
export function unitText(name: string): string | undefined {
	try {
		return settingsText(join(unitsFolder(), name));
	} catch {
		return "";
	}
}

export function isOwn(name: string, text: string): boolean {
	if (name === serviceUnit) return programOf(text) !== undefined;
	return text === socketText(/^ListenStream=(.*)\/socket$/m.exec(text)?.[1] ?? "");
}

/** What a unit's file can say as it is, between quotes: nothing that systemd reads as more. */
const isPlain = (word: string): boolean => /^[^\p{Cc}"\\$%]+$/u.test(word);

/** Units for a resident in this folder. Absent: its user's systemd can't be asked, or does not look where they would lie. */
export function plannedUnits(folder: string, program: string | undefined): UnitsPlan {
	const none = (note?: string): UnitsPlan => ({
		changes: [],
		isWanted: false,
		...(note === undefined ? {} : { note }),
	});
	const words = ownProgram();
	// What else is named may be a script that looks for Node where systemd finds none.
	if (program !== undefined || ![folder, ...words].every(isPlain) || !looksInOurFolder()) return none();
	const texts = { [socketUnit]: socketText(folder), [serviceUnit]: serviceText(words, folder) };
	const changes = Object.entries(texts).map(([name, after]): FileChange => {
		const path = join(unitsFolder(), name);
		return { path, before: unitText(name), after };
	});
	const [others] = changes.filter(({ path, before }) => before !== undefined && !isOwn(basename(path), before));
	return others === undefined
		? { changes, isWanted: true }
		: none(
				`\`${others.path}\` is not ours, and stays as it is: systemd does not hold the resident's socket; hooks' own processes start it`,
			);
}

/** The units that are there and ours, to be taken away. */
function unitsTaken(): UnitsPlan {
	const changes = [socketUnit, serviceUnit].flatMap((name): readonly FileChange[] => {
		const path = join(unitsFolder(), name);
		const before = unitText(name);
		return before !== undefined && isOwn(name, before) ? [{ path, before, after: undefined }] : [];
	});
	return { changes, isWanted: false };
}

/** What becomes of the units when these files change and no resident is asked for: they go with the last registration that is known here and asks one. */
export function leftUnits(
	harness: string,
	files: readonly PlannedFile[],
	changes: readonly FileChange[],
	around: Places,
): UnitsPlan {
	const changed = new Map(changes.map((change) => [change.path, change]));
	const isAsked = (file: PlannedFile): boolean => asksResident(harness, file, changed.get(file.path)?.after);
	const wasAsked = files.some((file) => asksResident(harness, file, changed.get(file.path)?.before));
	const others = hookedHarnesses.flatMap(({ name, registration }) =>
		registration.files.flatMap((file) =>
			[file.path("project", around), file.path("user", around)].flatMap((path) =>
				path === undefined || (name === harness && changed.has(path)) ? [] : [{ name, file, path }],
			),
		),
	);
	const isLast =
		wasAsked && !files.some(isAsked) && !others.some(({ name, file, path }) => mayAsk(name, { path, file }));
	return isLast ? unitsTaken() : { changes: [], isWanted: false };
}

/** What can't be read may ask it. */
function mayAsk(harness: string, file: PlannedFile): boolean {
	try {
		return asksResident(harness, file, settingsText(file.path));
	} catch {
		return true;
	}
}

function asksResident(harness: string, { path, file }: PlannedFile, text: string | undefined): boolean {
	if (text === undefined) return false;
	const hooks = registeredHooks(harness, file, path, text, 1);
	return !("message" in hooks) && hooks.some(({ words }) => words.includes("--resident"));
}

/** Does the user's own systemd run, and look where units would be written? */
function looksInOurFolder(): boolean {
	if (process.platform !== "linux") return false;
	const { isDone, text } = systemctl("show", "--property=UnitPath", "--value");
	return isDone && text.split(/\s+/).includes(unitsFolder());
}
