/** What `rules bundle` does. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BundleError } from "../../authoring/bundle/bundle-error.js";
import { prepareBundle } from "../../authoring/bundle/prepare-bundle.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { bundleStatus } from "../../runtime/bundle/status.js";
import { type BundleVerification, verifyRepository } from "../../runtime/bundle/verify.js";
import { isChannel, sourceOf } from "../../runtime/load/bundle-settings.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import type { BundleQuestion } from "./bundle-question.js";
import { refreshed, settingsIn, statusText } from "./machine-actions.js";
import { audienceText, built, delegated, made, renewed, rolledOut, rotated } from "./repository-actions.js";

/** Answers, prints it, and gives the exit code. */
export async function answerBundle(question: BundleQuestion, terminal: Terminal): Promise<number> {
	try {
		return await answered(question, terminal);
	} catch (error) {
		if (error instanceof BundleError) throw new WrongQuestion(error.message, error.help);
		throw refusedBySystem(error, question.where, "used");
	}
}

async function answered({ action, where, options }: BundleQuestion, terminal: Terminal): Promise<number> {
	switch (action) {
		case "keys":
			return made(where, options, terminal);
		case "build":
			return built(where, options, terminal);
		case "rollout":
			return rolledOut(where, options, terminal);
		case "renew":
			return renewed(where, options, terminal);
		case "rotate":
			return rotated(where, options, terminal);
		case "delegate":
			return delegated(where, options, terminal);
		case "verify":
			return verified(where, options, terminal);
		case "refresh":
			return refreshed(where, options, terminal);
		case "status": {
			const status = bundleStatus(settingsIn(where), Date.now());
			await terminal.print(options.json === true ? `${JSON.stringify(status, null, 2)}\n` : statusText(status));
			return status.state === "fresh" || status.state === "stale" ? exit.yes : exit.no;
		}
	}
}

type Options = BundleQuestion["options"];

async function verified(where: string, { root, channel, json }: Options, terminal: Terminal): Promise<number> {
	const from = sourceOf(where, process.cwd());
	if (from === undefined)
		throw new WrongQuestion(
			`\`${where}\` is no address that can be read`,
			"write `https://…`, `http://…` or the path of a folder",
		);
	if (channel !== undefined && !isChannel(channel))
		throw new WrongQuestion(
			`\`${channel}\` is no channel`,
			"a channel is called like `stable`, one of a team `payments/stable`",
		);
	const first = join(where, "metadata", "1.root.json");
	const trusted = root ?? (from.startsWith("file:") ? first : undefined);
	if (trusted === undefined)
		throw new WrongQuestion(
			"it is not said which root is trusted",
			"name the file that you were given, not one from that server: `--root root.json`",
		);
	if (!existsSync(trusted))
		throw new WrongQuestion(`there is no root \`${trusted}\``, "name the file that you were given: `--root root.json`");
	const found = await verifyRepository(from, trusted, channel, prepareBundle);
	await terminal.print(json === true ? `${JSON.stringify(found, null, 2)}\n` : verificationText(found));
	return found.verified ? exit.yes : exit.no;
}

function verificationText(found: BundleVerification): string {
	if (!found.verified) return `refused: ${visible(found.why)}\nhelp: ${visible(found.help)}\n`;
	const { versions, expires, roles, channels } = found;
	return [
		`verified: root ${versions.root}, targets ${versions.targets}, holds until ${expires}\n`,
		...Object.entries(roles).map(
			([name, { threshold, keys }]) => `  ${name.padEnd(10)} ${threshold} of ${keys.length}  ${keys.join(" ")}\n`,
		),
		...channels.map(
			({ channel, release, safe, rollout, before }) =>
				`channel ${visible(channel)}: release ${release}${rollout === undefined ? "" : ` for ${audienceText(rollout)}; others have ${before}`}; when it has expired, ${safe === "policy" ? "its safe policy decides" : "all is denied"}\n`,
		),
	].join("");
}
