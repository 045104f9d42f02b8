/** A file's ending, a device or a file of a process that there is not, one slip away from one that there is: `*.keystroe`, `/dev/ttyUSB`, `/proc/*\/environment`. */
import { numberedDevices } from "../../../../engine/knowledge/devices.js";
import { knownEndings } from "../../../../engine/knowledge/file-endings.js";
import { slipOf } from "../../reading/words/typing-slips.js";

/** What is told of a path, and how the whole path is meant. */
export interface MeantEnd {
	readonly instead: string;
	readonly message: string;
}

/** `own`: how often the policy's paths end in each ending. */
export function endMeant(text: string, own: ReadonlyMap<string, number>): MeantEnd | undefined {
	return deviceMeant(text) ?? processFileMeant(text) ?? endingMeant(text, own);
}

/** The letters behind the last dot. */
export function endingOf(text: string): string | undefined {
	return /[\w*\]})]\.([a-z][a-z0-9]{2,})$/.exec(text)?.[1];
}

function endingMeant(text: string, own: ReadonlyMap<string, number>): MeantEnd | undefined {
	const ending = endingOf(text);
	// Whoever writes an ending again and again has such files.
	if (ending === undefined || knownEndings.has(ending) || (own.get(ending) ?? 0) >= customary) return undefined;
	const meant = slipOf(ending, knownEndings) ?? sparse.find((one) => isWithoutOne(ending, one));
	if (meant === undefined) return undefined;
	return misspelt(text, `${text.slice(0, -ending.length)}${meant}`);
}

const customary = 3;

/** Endings of four letters and more that are no others without one inside. */
const sparse: readonly string[] = "json toml yaml xlsx docx pptx java".split(" ");

function isWithoutOne(word: string, whole: string): boolean {
	return [...whole].some(
		(_, at) => at > 0 && at < whole.length - 1 && whole.slice(0, at) + whole.slice(at + 1) === word,
	);
}

/** `/dev/ttyUSB` is no device: each has a number. `/dev/mmblk*`: none begins so. */
function deviceMeant(text: string): MeantEnd | undefined {
	const [, name = "", rest = ""] =
		/^\/dev\/((?:input\/|usb\/)?[A-Za-z]+[0-9]?[A-Za-z-]*?)([0-9*?[{].*)?$/.exec(text) ?? [];
	if (name === "") return undefined;
	if (numberedDevices.has(name))
		return rest === ""
			? {
					instead: `${text}*`,
					message: `no device is called \`${text}\`: a number or a letter follows, and \`${text}*\` names them all`,
				}
			: undefined;
	if (rest === "" || name.length < shortest) return undefined;
	const meant = slipOf(name, numberedDevices);
	return meant === undefined ? undefined : misspelt(text, `/dev/${meant}${rest}`);
}

const shortest = 4;

/** What stands in the folder of a process: `/proc/PID/environ`. */
function processFileMeant(text: string): MeantEnd | undefined {
	const [, before = "", name = ""] = /^(\/proc\/[^/]+\/)([a-z_]+)$/.exec(text) ?? [];
	if (name === "" || /^\/proc\/(?:sys|net|driver|fs|irq|bus|tty|scsi|acpi)\//.test(text) || processFiles.has(name))
		return undefined;
	const meant = longForms.get(name) ?? slipOf(name, processFiles, { atEnd: true });
	return meant === undefined ? undefined : misspelt(text, `${before}${meant}`);
}

const processFiles: ReadonlySet<string> = new Set(
	"environ cmdline maps mem fd fdinfo root cwd exe status stat statm task limits mounts mountinfo io smaps stack syscall wchan comm cgroup ns attr auxv oom_score oom_score_adj pagemap sched".split(
		" ",
	),
);
const longForms: ReadonlyMap<string, string> = new Map([
	["environment", "environ"],
	["env", "environ"],
	["command", "cmdline"],
	["memory", "mem"],
]);

function misspelt(text: string, instead: string): MeantEnd {
	return { instead, message: `\`${text}\` reads as \`${instead}\`, misspelt` };
}
