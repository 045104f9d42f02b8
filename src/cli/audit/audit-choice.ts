/** Where decisions go on record, as `--audit` says it: a log, standard output, or a file of settings that names them. */
import { type Audit, openAudit } from "../../runtime/audit/audit.js";
import type { ReadSettings } from "../../runtime/audit/settings.js";
import { namesSettings } from "../../runtime/audit/sinks.js";
import { WrongQuestion } from "../terminal/exit.js";

/** Opens what `--audit` names; without it nothing is recorded, and what must be is denied. */
export async function chosenAudit(name: string | undefined): Promise<Audit> {
	if (name === undefined) return openAudit({ to: [] });
	return openAudit(namesSettings(name) ? await settingsIn(name) : { to: [name] });
}

/** The audit settings in a file. */
export async function settingsIn(name: string): Promise<ReadSettings> {
	return (await settingsReader())(name);
}

/** Reads audit settings. What reads YAML is slow to start, and is there when this has come. The function throws WrongQuestion where settings can't be used. */
export async function settingsReader(): Promise<(name: string) => ReadSettings> {
	const { readAuditSettings } = await import("../../runtime/audit/settings.js");
	return (name) => {
		const settings = readAuditSettings(name);
		if ("fault" in settings)
			throw new WrongQuestion(`the audit settings \`${name}\` can't be used: ${settings.fault}`, settings.help);
		return settings;
	};
}
