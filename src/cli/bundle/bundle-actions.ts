/** What `rules bundle` does. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import {
	buildBundle,
	delegate,
	type RepositoryOptions,
	renewBundles,
	rotateKeys,
} from "../../authoring/bundle/build-bundle.js";
import { BundleError } from "../../authoring/bundle/bundle-error.js";
import { compareReleases } from "../../authoring/bundle/compare-releases.js";
import { makeKeys } from "../../authoring/bundle/keys.js";
import { prepareBundle } from "../../authoring/bundle/prepare-bundle.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { type Bounds, type Comparison, shareIn } from "../../runtime/bundle/comparison.js";
import { isTeam, isTopRole, type TopRole, topRoles } from "../../runtime/bundle/metadata.js";
import { type Refreshed, refresh } from "../../runtime/bundle/refresh.js";
import { type BundleStatus, bundleStatus } from "../../runtime/bundle/status.js";
import { type BundleVerification, verifyRepository } from "../../runtime/bundle/verify.js";
import { timeText } from "../../runtime/load/active-bundle.js";
import { type BundleSettings, isChannel, readBundleSettings, sourceOf } from "../../runtime/load/bundle-settings.js";
import { chosenLog } from "../audit/audit-log-choice.js";
import { chosenPolicy } from "../policy/policy-choice.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import type { BundleQuestion } from "./bundle-question.js";

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

async function made(folder: string, { role }: Options, terminal: Terminal): Promise<number> {
	const roles = role ?? ["root", "root", "targets", "snapshot", "timestamp"];
	const strange = roles.find((one) => !isTopRole(one) && !isTeam(one));
	if (strange !== undefined)
		throw new WrongQuestion(
			`no role is called \`${strange}\``,
			"a team has small letters, digits and `-`, a letter first",
		);
	for (const { role: name, id, file } of makeKeys(folder, roles))
		await terminal.print(`${name.padEnd(9)} ${id.slice(0, 8)}  ${visible(file)}\n`);
	return exit.yes;
}

async function built(folder: string, options: Options, terminal: Terminal): Promise<number> {
	const { channel, safe, suite = [], rules } = options;
	if (channel === undefined)
		throw new WrongQuestion("it is not said which channel this is", "name it: `--channel stable`");
	if (!isChannel(channel))
		throw new WrongQuestion(
			`\`${channel}\` is no channel`,
			"a channel is called like `stable`, one of a team `payments/stable`",
		);
	const thresholds = numbersBy(options.threshold ?? [], "--threshold", /^(\d{1,3})$/) as Partial<
		Record<TopRole, number>
	>;
	const { release, isNew, isPublished } = buildBundle(folder, {
		...signing(options),
		channel,
		policy: chosenPolicy(rules === undefined ? {} : { rules }),
		...(safe === undefined ? {} : { safe }),
		suites: suite,
		cwd: process.cwd(),
		thresholds,
	});
	await terminal.print(`built: release ${release} of channel \`${channel}\` in \`${visible(folder)}\`\n`);
	if (isNew)
		await terminal.print(
			`note: machines need the first root: \`${visible(join(folder, "metadata", "1.root.json"))}\`\n`,
		);
	return toPublish(folder, isPublished, terminal);
}

async function renewed(folder: string, options: Options, terminal: Terminal): Promise<number> {
	const left = renewBundles(folder, signing(options));
	await terminal.print(`renewed: \`${visible(folder)}\` holds for ${days(options, "timestamp") ?? 7} days more\n`);
	for (const { role, expires } of left)
		await terminal.print(
			`note: \`${role}\` expires at ${timeText(expires)}, and machines refuse all of it then: renew by its keys before\n`,
		);
	return exit.yes;
}

async function rotated(folder: string, options: Options, terminal: Terminal): Promise<number> {
	const { role = [], to } = options;
	const [name = ""] = role;
	if (role.length !== 1 || !isTopRole(name))
		throw new WrongQuestion(
			"it is not said whose keys change",
			`name one of ${topRoles.map((one) => `\`--role ${one}\``).join(", ")}; a team's change by \`rules bundle delegate\``,
		);
	if (to === undefined)
		throw new WrongQuestion(
			"it is not said which keys follow",
			`make them, and name their folder: \`rules bundle keys NEW --role ${name}\`, \`--to NEW\``,
		);
	const threshold = numbersBy(options.threshold ?? [], "--threshold", /^(\d{1,3})$/)[name];
	const { version, isPublished } = rotateKeys(folder, {
		...signing(options),
		role: name,
		to,
		...(threshold === undefined ? {} : { threshold }),
	});
	await terminal.print(`rotated: the root at version ${version} has other keys for \`${name}\`\n`);
	return toPublish(folder, isPublished, terminal);
}

async function delegated(folder: string, options: Options, terminal: Terminal): Promise<number> {
	const { team, to } = options;
	if (team === undefined) throw new WrongQuestion("it is not said which team", "name it: `--team payments`");
	if (to === undefined)
		throw new WrongQuestion(
			"it is not said which keys the team has",
			"name the folder of its public keys: `--to FOLDER`",
		);
	const threshold = numbersBy(options.threshold ?? [], "--threshold", /^(\d{1,3})$/)[team];
	const { isPublished } = delegate(folder, {
		...signing(options),
		team,
		to,
		...(threshold === undefined ? {} : { threshold }),
	});
	await terminal.print(`delegated: team \`${team}\` signs the channels \`${team}/…\`\n`);
	return toPublish(folder, isPublished, terminal);
}

async function toPublish(folder: string, isPublished: boolean, terminal: Terminal): Promise<number> {
	if (!isPublished)
		await terminal.print(
			`note: machines see it when whoever has the online keys has run \`rules bundle renew ${visible(folder)}\`\n`,
		);
	return exit.yes;
}

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
			({ channel, release, safe }) =>
				`channel ${visible(channel)}: release ${release}; when it has expired, ${safe === "policy" ? "its safe policy decides" : "all is denied"}\n`,
		),
	].join("");
}

async function refreshed(where: string, options: Options, terminal: Terminal): Promise<number> {
	const { jitter, deadline, json } = options;
	const settings = settingsIn(where);
	const bounds = {
		...boundIn("looser", "--most-looser", options.mostLooser ?? settings.looser),
		...boundIn("stricter", "--most-stricter", options.mostStricter ?? settings.stricter),
	};
	const log = await logOf(options.log, settings);
	if (jitter !== undefined) await wait(Math.random() * jitter);
	const watchdog = endsAfter((deadline ?? 30_000) * testsTake);
	const found = await refresh(settings, prepareBundle, {
		...(deadline === undefined ? {} : { deadline }),
		...(log === undefined ? {} : { compare: (before, after) => compareReleases(log, before, after) }),
		bounds,
	});
	await watchdog.terminate();
	const text = json === true ? `${JSON.stringify(refreshRecord(found), null, 2)}\n` : refreshText(found);
	if (found.kind === "refused" && json !== true) await terminal.complain(text);
	else await terminal.print(text);
	return found.kind === "refused" ? exit.no : exit.yes;
}

/** So many times as long as what is fetched may all of it take, compiling and testing included. */
const testsTake = 10;

/** Ends this process after a time, whatever it is at: nothing else interrupts a proof. What it leaves behind the next refresh takes away. */
function endsAfter(time: number): Worker {
	const watchdog = new Worker(`setTimeout(() => process.kill(process.pid, "SIGKILL"), ${time})`, { eval: true });
	watchdog.unref();
	return watchdog;
}

function refreshText(found: Refreshed): string {
	switch (found.kind) {
		case "activated":
			return `activated: release ${found.manifest.release} of channel \`${found.manifest.channel}\`${found.before === undefined ? "" : `, after ${found.before}`}\n${comparisonText(found.comparison)}`;
		case "current":
			return `current: release ${found.manifest.release} of channel \`${found.manifest.channel}\` holds until ${timeText(found.manifest.expires)}\n`;
		case "busy":
			return "another refresh is at work\n";
		case "refused": {
			const stays =
				found.active === undefined
					? "nothing is active, so nothing is allowed"
					: `release ${found.active.release} stays active`;
			return `refused: ${visible(found.why)}\nhelp: ${visible(found.help)}\nnote: ${stays}\n${comparisonText(found.comparison)}`;
		}
	}
}

/** What a release answers otherwise, for people. */
function comparisonText(comparison: Comparison | undefined): string {
	if (comparison === undefined) return "";
	const { decisions, looser, stricter, undecided, changes } = comparison;
	return [
		`compared: of ${decisions} decisions in the log ${looser} become looser, ${stricter} stricter${undecided === 0 ? "" : `; ${undecided} can't be made again`}\n`,
		...changes
			.slice(0, 5)
			.map(
				({ change, agent, command, before, after, count }) =>
					`  ${change.padEnd(8)} ${before} → ${after}, ${count === 1 ? "once" : `${count} times`}, agent ${visible(agent)}: ${visible(command)}\n`,
			),
	].join("");
}

/** The log that a release is compared by; undefined where none is kept yet. */
async function logOf(said: string | undefined, { log }: BundleSettings): Promise<string | undefined> {
	const name = said ?? log;
	if (name === undefined || (said === undefined && !existsSync(name))) return undefined;
	return (await chosenLog(name)).path;
}

function boundIn(bound: keyof Bounds, option: string, text: string | undefined): Bounds {
	if (text === undefined) return {};
	const share = shareIn(text);
	if (share === undefined) throw new WrongQuestion(`\`${option} ${text}\` is no share`, "write for example `1%`");
	return { [bound]: share };
}

/** For programs; schemas/bundle-refresh.schema.json describes it. */
function refreshRecord(found: Refreshed): object {
	switch (found.kind) {
		case "activated":
		case "current": {
			const { release, channel, expires } = found.manifest;
			const comparison = found.kind === "activated" ? found.comparison : undefined;
			return {
				result: found.kind,
				channel,
				release,
				expires: timeText(expires),
				...(comparison === undefined ? {} : { comparison }),
			};
		}
		case "busy":
			return { result: "busy" };
		case "refused": {
			const { code, why, help, active, comparison } = found;
			return {
				result: "refused",
				code,
				why,
				help,
				...(active === undefined ? {} : { release: active.release }),
				...(comparison === undefined ? {} : { comparison }),
			};
		}
	}
}

function statusText({
	state,
	why,
	help,
	decides,
	release,
	channel,
	from,
	expires,
	versions,
	compared,
	floor,
}: BundleStatus): string {
	const what = {
		release: `release ${release} decides`,
		safe: "what the bundle names as safe decides",
		nothing: "all is denied",
	}[decides];
	return [
		`${state}: ${what}${why === undefined ? "" : `: ${visible(why)}`}\n`,
		...(help === undefined ? [] : [`help: ${visible(help)}\n`]),
		`  channel ${visible(channel)} of ${visible(from)}\n`,
		...(expires === undefined ? [] : [`  holds until ${expires}\n`]),
		...(versions === undefined ? [] : [`  versions ${versionsText(versions)}\n`]),
		...(compared === undefined
			? []
			: [
					`  compared ${compared.looser} looser and ${compared.stricter} stricter of ${compared.decisions} decisions, by the last log\n`,
				]),
		...(floor.seen === undefined ? [] : [`  floor    ${versionsText(floor.seen)}, seen at ${floor.time}\n`]),
		...(Object.keys(floor.given).length === 0 ? [] : [`  given    ${versionsText(floor.given)}\n`]),
	].join("");
}

function versionsText(versions: Readonly<Record<string, number>>): string {
	return Object.entries(versions)
		.map(([name, version]) => `${visible(name)} ${version}`)
		.join(", ");
}

function settingsIn(name: string): BundleSettings {
	const settings = readBundleSettings(name);
	if ("fault" in settings) throw new WrongQuestion(settings.fault, settings.help);
	return settings;
}

function signing(options: Options): RepositoryOptions {
	return { keys: options.keys ?? [], days: numbersBy(options.expires ?? [], "--expires", /^(\d{1,4})d$/) };
}

function days({ expires = [] }: Options, role: TopRole): number | undefined {
	return numbersBy(expires, "--expires", /^(\d{1,4})d$/)[role];
}

/** `ROLE=NUMBER` */
function numbersBy(all: readonly string[], option: string, form: RegExp): Readonly<Record<string, number>> {
	return Object.fromEntries(
		all.map((one) => {
			const [role = "", value = ""] = one.split("=");
			const number = Number(form.exec(value)?.[1]);
			const isRole = isTopRole(role) || (option === "--threshold" && isTeam(role));
			if (!isRole || !(number > 0))
				throw new WrongQuestion(
					`\`${option} ${one}\` can't be read`,
					option === "--expires" ? "write `timestamp=7d`" : "write `root=2`",
				);
			return [role, number] as const;
		}),
	);
}
