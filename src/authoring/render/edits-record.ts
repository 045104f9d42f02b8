/** Edits for programs: what to change, and what that changes besides. */

import type { Edit, Edits } from "../analysis/edits/smallest-edit.js";
import { witnessCommandLine } from "../analysis/witness.js";

/** The edits as plain data, their fields in a fixed order. */
export function editsRecord({ to, edits, why, help, locked }: Edits): object {
	return {
		to,
		edits: edits.map(editRecord),
		...(why === undefined ? {} : { why }),
		...(help === undefined ? {} : { help }),
		locked,
	};
}

/** One edit, and what it changes besides. */
export function editRecord({ changes, besides: { commands, settings, others, settled } }: Edit): object {
	return {
		changes: changes.map(({ action, agent, file, line, before, after }) => ({
			action,
			agent,
			file,
			line,
			...(before === undefined ? {} : { before }),
			...(after === undefined ? {} : { after }),
		})),
		besides: {
			commands: commands.map(({ agent, sample, before, after }) => ({
				agent,
				command: witnessCommandLine(sample),
				forced: sample.forced,
				...(sample.tools === undefined ? {} : { tools: sample.tools }),
				...(sample.facts === undefined ? {} : { facts: sample.facts }),
				...(sample.at === undefined ? {} : { at: sample.at }),
				before,
				after,
			})),
			settings: settings.map(({ agent, setting, before, after }) => ({ agent, setting, before, after })),
			others,
			settled,
		},
	};
}
