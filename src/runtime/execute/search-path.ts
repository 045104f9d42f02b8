/**
 * In which folders programs are looked for: those that the policy trusts, then those of the harness. Never the agent's.
 */
import { isAbsolute } from "node:path";
import type { Permitted } from "../../engine/decide/permit.js";

/** Where nothing is known of any folder, as the system itself has it. */
const systemFolders: readonly string[] = ["/usr/bin", "/bin"];

/**
 * The folders, with colons between. What the policy sets as PATH is its own word on it. Else trusted folders go first: a bare name was decided as what lies
 * there. Relative and empty entries mean the current folder, where anybody may have put a file, and are left out.
 */
export function searchPath(
	{ environment, trust }: Pick<Permitted, "environment" | "trust">,
	base: string | undefined,
): string {
	const said = environment.set.PATH;
	const folders = said === undefined ? [...trust, ...(base ?? "").split(":")] : said.split(":");
	const absolute = [...new Set(folders.filter((folder) => isAbsolute(folder)))];
	return (absolute.length === 0 ? systemFolders : absolute).join(":");
}
