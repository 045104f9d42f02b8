/** A rule refuses one device by its name, and others of its sort are open: `/dev/sda`, and not `/dev/sda1` or `/dev/nvme0n1`. */

import { type DeviceFamily, deviceFamilies } from "../../../engine/knowledge/devices.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { isAllowed, sampleOf } from "../meaning/grants.js";
import { commandOn } from "../powers/path-commands.js";
import { pathsOfStatement, type WrittenPath } from "../reading/written-paths.js";

export function devicesLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	return inPaths(stated, subject) ?? inPatterns(stated, subject);
}

function inPaths({ statement, agents }: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	for (const list of pathsOfStatement(statement, subject)) {
		if (list.keyword !== "touching") continue;
		for (const path of list.paths) {
			const family = familyOf(path.text);
			// Who names several knows which there are.
			if (family === undefined || path.negated || list.paths.filter((one) => isOf(one, family)).length > 1) continue;
			for (const { agent } of agents)
				for (const other of family.others) {
					const sample = opened(other, agent, subject);
					if (sample !== undefined) return deviceFinding(path, family, [other], sample);
				}
		}
	}
	return undefined;
}

function inPatterns({ statement, agents }: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	for (const { words } of statement.patterns) {
		if (words.some(({ kind }) => kind !== "plain" && kind !== "quoted")) continue;
		const texts = words.map(({ text }) => text);
		for (const [at, word] of words.entries()) {
			const [, before = "", device = ""] = /^([\w-]+=)?(\/dev\/.*)$/.exec(word.text) ?? [];
			const family = at === 0 ? undefined : familyOf(device);
			if (family === undefined || texts.some((one, place) => place !== at && /[*?]/.test(one))) continue;
			for (const { agent } of agents)
				for (const other of family.others) {
					const sample = sampleOf(texts.with(at, `${before}${other}`));
					if (isAllowed(sample, subject.settingOf(agent)))
						return deviceFinding({ text: device, span: word.span }, family, [other], sample);
				}
		}
	}
	return undefined;
}

function familyOf(text: string): DeviceFamily | undefined {
	return deviceFamilies.find(({ single }) => single.test(text));
}

function isOf({ text }: WrittenPath, { single, all }: DeviceFamily): boolean {
	return single.test(text) || all.some((one) => text.startsWith(one.replace(/\*+$/, "")));
}

/** An allowed command that reads or writes the device. */
function opened(device: string, agent: string, subject: ValidPolicyContext): Witness | undefined {
	const setting = subject.settingOf(agent);
	const usual = [
		["dd", "if=x", `of=${device}`],
		["dd", `if=${device}`],
		["cat", device],
	].map(sampleOf);
	return (
		usual.find((sample) => isAllowed(sample, setting)) ??
		commandOn(device, "write", agent, subject)?.sample ??
		commandOn(device, "read", agent, subject)?.sample
	);
}

function deviceFinding(
	{ text, span }: Pick<WrittenPath, "text" | "span">,
	{ what, all }: DeviceFamily,
	others: readonly string[],
	sample: Witness,
): Finding {
	return {
		message: `\`${text}\` is one ${what} of many names, and ${joinWords(others)} is left open: \`${witnessCommandLine(sample)}\` is allowed`,
		span,
		help: `name them all: \`${all.join(", ")}\``,
		witness: witnessCommandLine(sample),
	};
}
