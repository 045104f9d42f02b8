/** What whoever reads a log is told of its chain: that it is broken, and where, or that nobody looked. */
import { statSync } from "node:fs";
import { visible } from "../../language/diagnostic/render-visible.js";
import { isSealed } from "../../runtime/audit/head.js";
import { filesOf } from "../../runtime/audit/parts.js";
import { verifyAuditLog } from "../../runtime/audit/verify.js";
import type { ChosenLog } from "./audit-log-choice.js";
import { placeText } from "./render-record.js";

/** A larger log is not verified by whoever only reads it: that would take longer than the reading. Bytes, with all its files. */
const largestVerified = 48 << 20;

/** For standard error; empty where the chain is whole. Of what comes by a pipe nothing is said: it can't be read twice, and is often a part of a log. */
export function chainWarning({ path, key }: ChosenLog): string {
	if (path === "-") return "";
	const unverified = (why: string): string =>
		`note: the chain of \`${visible(path)}\` was not verified: ${why}. \`rules audit verify\` does so\n`;
	try {
		const stats = filesOf(path).map((file) => statSync(file));
		if (!stats.every((one) => one.isFile())) return "";
		if (stats.reduce((sum, { size }) => sum + size, 0) > largestVerified)
			return unverified(`it has more than ${largestVerified >> 20} MiB`);
		if (key === undefined && isSealed(path)) return unverified("it has a key, which settings (`NAME.audit.yaml`) say");
		const found = verifyAuditLog(path, key === undefined ? {} : { key });
		return found.kind === "whole"
			? ""
			: `warning: the chain is broken, so what this log says may not be what happened: ${placeText(found.place)}: ${visible(found.why)}\n`;
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		return unverified(
			code === undefined ? `verifying it failed (${visible(message)})` : `it can't be read (${visible(code)})`,
		);
	}
}
