/** What a registration needs that asks a resident first, or why it can't. */
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { type ResidentStart, systemFolders } from "../../runtime/harnesses/install/resident-script.js";
import { processName } from "../../runtime/history/harness-process.js";
import { folderFault, usualFolder } from "../../runtime/servers/resident/folder.js";
import { WrongQuestion } from "../terminal/exit.js";

/** `not`: why this harness asks none. Throws WrongQuestion. */
export function residentFor(
	harness: string,
	not: string | undefined,
	{ program, dryRun }: { readonly program?: string; readonly dryRun?: true },
): ResidentStart {
	const refused = (why: string, help: string): WrongQuestion =>
		new WrongQuestion(`no resident can be asked: ${why}`, help);
	const without = "leave `--resident` out: the hook's own process answers the same";
	if (not !== undefined) throw refused(`${harness} ${not}`, without);
	if (program !== undefined && !isAbsolute(program))
		throw refused("`--program` has to be a whole path, by which the resident knows its own hooks", without);
	if (processName() === undefined) throw refused("this system does not tell which process asks", without);
	const folder = usualFolder();
	if (folder === undefined) throw refused("there is no home folder", without);
	const fault = dryRun === true ? undefined : folderFault(folder);
	if (fault !== undefined) throw new WrongQuestion(fault.message, fault.help);
	return { harness, folder, curl: ofSystem("curl"), rm: ofSystem("rm") };

	function ofSystem(name: string): string {
		const found = systemFolders.map((place) => `${place}/${name}`).find((path) => existsSync(path));
		if (found !== undefined) return found;
		throw refused(`there is no \`${name}\` in \`${systemFolders.join("`, `")}\``, `install \`${name}\`, or ${without}`);
	}
}
