/** `rules audit verify`: whether a log is whole, and where it is not. */

import { visible } from "../../language/diagnostic/render-visible.js";
import { type Verification, verifyAuditLog, verifyOpen, type WholeLog } from "../../runtime/audit/verify.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import { chosenLog, keyIn, type LogQuestion } from "./audit-log-choice.js";
import { counted, placesText as places, placeText } from "./render-record.js";

/** Verifies a log, prints what was found, and gives the exit code. */
export async function auditVerify(question: LogQuestion, terminal: Terminal): Promise<number> {
	const { log, json, holds } = question;
	if (holds !== undefined && !/^[0-9a-f]{64}$/.test(holds))
		throw new WrongQuestion(
			`\`${holds}\` is no hash`,
			"it has 64 digits and small letters from `a` to `f`, as `verify` prints it",
		);
	const chosen = await chosenLog(log);
	const key = (await keyIn(question.key)) ?? chosen.key;
	const options = { ...(key === undefined ? {} : { key }), ...(holds === undefined ? {} : { holds }) };
	const found = verified(chosen.path, options);
	await terminal.print(json === true ? `${JSON.stringify(found, null, 2)}\n` : verificationText(found, log));
	return found.kind === "whole" ? exit.yes : exit.no;
}

function verified(path: string, options: Parameters<typeof verifyAuditLog>[1]): Verification {
	try {
		return path === "-" ? verifyOpen(0, options) : verifyAuditLog(path, options);
	} catch (error) {
		throw refusedBySystem(error, path, "read");
	}
}

function verificationText(found: Verification, log: string): string {
	switch (found.kind) {
		case "broken":
			return `broken: ${placeText(found.place)}: ${visible(found.why)}\n`;
		case "whole":
			return [
				`whole: ${counted(found.lines, "line")} in ${counted(found.files.length, "file")}, the last with the hash ${found.last}\n`,
				...notes(found, log).map((note) => `note: ${note}\n`),
			].join("");
	}
}

/** What a chain that is whole does not say. */
function notes({ first, torn, tornCount, unguarded, head, lines }: WholeLog, log: string): readonly string[] {
	return [
		...(first > 1
			? [
					`the log begins with its file number ${first}: ${counted(first - 1, "older file")} ${first === 2 ? "is" : "are"} not here`,
				]
			: []),
		...(tornCount > 0
			? [
					`${counted(tornCount, "line")} ${tornCount === 1 ? "was" : "were"} torn when a writer stopped, and passed over: ${places(torn, tornCount)}`,
				]
			: []),
		...(unguarded.length > 0
			? [
					`what said how the log ended was gone before ${places(unguarded)}: whether lines were cut off there is not known`,
				]
			: []),
		...(head === "missing" && lines > 0
			? [
					log === "-"
						? "whether lines were cut off the end is not known"
						: `\`${visible(log)}.head\` is not there: whether lines were cut off the end is not known`,
				]
			: []),
	];
}
