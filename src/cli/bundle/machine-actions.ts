/** What `rules bundle` does on a machine. */
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { compareReleases } from "../../authoring/bundle/compare-releases.js";
import { prepareBundle } from "../../authoring/bundle/prepare-bundle.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { Bounds, Comparison } from "../../runtime/bundle/comparison.js";
import { type Refreshed, refresh } from "../../runtime/bundle/refresh.js";
import { observed } from "../../runtime/bundle/rollout.js";
import { type BundleStatus, othersRecord } from "../../runtime/bundle/status.js";
import { type Manifest, timeText } from "../../runtime/load/active-bundle.js";
import { type BundleSettings, readBundleSettings } from "../../runtime/load/bundle-settings.js";
import { chosenLog } from "../audit/audit-log-choice.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import { type BundleQuestion, shareOf } from "./bundle-question.js";

type Options = BundleQuestion["options"];

/** `refresh` */
export async function refreshed(where: string, options: Options, terminal: Terminal): Promise<number> {
	const { jitter, deadline, json } = options;
	const settings = settingsIn(where);
	const bounds = {
		...boundIn("looser", "--most-looser", options.mostLooser ?? settings.looser),
		...boundIn("stricter", "--most-stricter", options.mostStricter ?? settings.stricter),
	};
	const log = await settingsLog(options.log, settings);
	const named = options.log ?? settings.log;
	if (jitter !== undefined) await wait(Math.random() * jitter);
	const watchdog = endsAfter((deadline ?? 30_000) * testsTake);
	const found = await refresh(settings, prepareBundle, {
		...(deadline === undefined ? {} : { deadline }),
		...(named === undefined ? {} : { log: named }),
		...(log === undefined
			? {}
			: {
					compare: (before, after) => compareReleases(log, before, after),
					observe: (digest) => observed(log, digest),
				}),
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
			return `activated: release ${found.manifest.release} of channel \`${found.manifest.channel}\`${found.before === undefined ? "" : `, after ${found.before}`}\n${asideText(found.manifest)}${found.notCompared === undefined ? comparisonText(found.comparison) : `note: nothing tells what it changes: ${visible(found.notCompared)}\n`}`;
		case "current":
			return `current: release ${found.manifest.release} of channel \`${found.manifest.channel}\` holds until ${timeText(found.manifest.expires)}\n${asideText(found.manifest)}`;
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

/** Why the newest release does not decide here: it is a shadow, not for this machine, or the machine has stopped with it. */
function asideText({ aside, others }: Pick<Manifest, "aside" | "others">): string {
	if (others !== undefined) return `note: ${othersText(others)}\n`;
	return aside === undefined ? "" : `note: ${visible(aside)}\n`;
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

/** The log that a release is compared by; undefined where the settings name none, or one that is not kept yet: that stops no refresh. */
export async function settingsLog(said: string | undefined, { log }: BundleSettings): Promise<string | undefined> {
	if (said !== undefined) return (await chosenLog(said)).path;
	if (log === undefined) return undefined;
	try {
		return (await chosenLog(log)).path;
	} catch (error) {
		if (error instanceof WrongQuestion) return undefined;
		throw error;
	}
}

function boundIn(bound: keyof Bounds, option: string, text: string | undefined): Bounds {
	if (text === undefined) return {};
	return { [bound]: shareOf(option, text) };
}

/** For programs; schemas/bundle-refresh.schema.json describes it. */
function refreshRecord(found: Refreshed): object {
	switch (found.kind) {
		case "activated":
		case "current": {
			const { release, channel, expires, newest, aside, others } = found.manifest;
			const {
				comparison,
				notCompared,
			}: Partial<Pick<Refreshed & { kind: "activated" }, "comparison" | "notCompared">> =
				found.kind === "activated" ? found : {};
			return {
				result: found.kind,
				channel,
				release,
				expires: timeText(expires),
				...(newest === undefined ? {} : { newest }),
				...(aside === undefined ? {} : { aside }),
				...(others === undefined ? {} : { others: othersRecord(others) }),
				...(comparison === undefined ? {} : { comparison }),
				...(notCompared === undefined ? {} : { notCompared }),
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

/** `status`, for people. */
export function statusText({
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
	machine,
	newest,
	aside,
	others,
	refused,
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
		...(aside === undefined ? [] : [`  newest   release ${newest ?? release}: ${visible(aside)}\n`]),
		...(others === undefined ? [] : [`  others   ${othersText(others)}\n`]),
		...(refused === undefined ? [] : [`  refused  the last refresh, at ${refused.time}: ${refused.code}\n`]),
		...(machine === undefined ? [] : [`  machine  ${visible(machine)}\n`]),
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

/** `release 7 decides for other agents than ci-*, and in other repositories than github.com/acme/app` */
function othersText({ release, agents, repositories }: NonNullable<BundleStatus["others"]>): string {
	const of = (what: string, names: readonly string[] | undefined): readonly string[] =>
		names === undefined ? [] : [`${what} than ${names.map(visible).join(", ")}`];
	return `release ${release} decides ${[...of("for other agents", agents), ...of("in other repositories", repositories)].join(", and ")}`;
}

function versionsText(versions: Readonly<Record<string, number>>): string {
	return Object.entries(versions)
		.map(([name, version]) => `${visible(name)} ${version}`)
		.join(", ");
}

/** The settings of a machine. */
export function settingsIn(name: string): BundleSettings {
	const settings = readBundleSettings(name);
	if ("fault" in settings) throw new WrongQuestion(settings.fault, settings.help);
	return settings;
}
