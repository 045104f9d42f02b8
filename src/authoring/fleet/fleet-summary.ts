/** A fleet in numbers: who is covered, by which release, what is switched off, who went silent. */
import type { Beat } from "./beat.js";
import type { HeardBeats, HeardMachine, Inventory } from "./read-beats.js";

/** How a machine stands. schemas/fleet-report.schema.json describes it. */
export interface MachineStanding {
	readonly machine: string;
	/** `covered`: it was heard of lately, a release decides, and its hooks are asked. */
	readonly standing: "covered" | "exposed" | "silent" | "doubted" | "missing";
	/** What is to be looked at. */
	readonly remarks: readonly string[];
	/** When it was heard of last, by its own clock. */
	readonly last?: string;
	readonly seq?: number;
	readonly engine?: string;
	readonly channel?: string;
	readonly release?: number;
	readonly newest?: number;
	readonly state?: Beat["bundle"]["state"];
	readonly sandbox?: boolean;
	readonly harnesses?: readonly string[];
}

export interface FleetSummary {
	/** When it was looked at. */
	readonly time: string;
	readonly machines: readonly MachineStanding[];
	readonly counts: Readonly<Record<MachineStanding["standing"], number>>;
	/** Machines by what decides there, for each channel: `stable 7`. */
	readonly releases: readonly Counted[];
	readonly states: readonly Counted[];
	readonly engines: readonly Counted[];
	/** What is switched off, or is bad: by harness, and machines without a sandbox or a hook. */
	readonly switchedOff: readonly Counted[];
	/** By the days since machines were heard of. */
	readonly heard: readonly Counted[];
	/** Which release decided how many machines, over time. */
	readonly history: readonly Moment[];
	/** Denials by rule, where logs were given. */
	readonly denials?: readonly Counted[];
	readonly refused: HeardBeats["refused"];
}

export interface Counted {
	readonly name: string;
	readonly count: number;
}

export interface Moment {
	readonly time: string;
	readonly releases: readonly Counted[];
}

export interface SummaryOptions {
	/** Milliseconds since 1970. */
	readonly now: number;
	/** Milliseconds after which a machine is silent. */
	readonly silentAfter: number;
	readonly inventory: Inventory;
	readonly denials?: readonly Counted[];
}

/** A clock that is further ahead is wrong. Milliseconds. */
const tolerance = 10 * 60_000;

export function fleetSummary(
	{ machines: all, unreadable, refused }: HeardBeats,
	options: SummaryOptions,
): FleetSummary {
	const { now, inventory, denials } = options;
	const known = new Set(all.map(({ machine }) => machine));
	const newest = newestReleases(all);
	const machines = [
		...all.map((one) => standingOf(one, newest, unreadable, options)),
		...[...inventory.keys()]
			.filter((name) => !known.has(name) && !unreadable.has(name))
			.map((machine): MachineStanding => ({ machine, standing: "missing", remarks: ["nothing was ever heard of it"] })),
		...[...unreadable]
			.filter(([name]) => !known.has(name))
			.map(([machine, code]): MachineStanding => ({ machine, standing: "doubted", remarks: [unreadableText(code)] })),
	].sort((a, b) => (a.machine < b.machine ? -1 : 1));
	const counts = { covered: 0, exposed: 0, silent: 0, doubted: 0, missing: 0 };
	for (const { standing } of machines) counts[standing]++;
	const last = all.flatMap(({ beats }) => beats.at(-1) ?? []);
	return {
		time: new Date(now).toISOString(),
		machines,
		counts,
		releases: counted(last.map(releaseName)),
		states: counted(last.map(({ bundle }) => bundle.state)),
		engines: counted(last.map(({ engine }) => engine)),
		switchedOff: counted(last.flatMap(offIn)),
		heard: heardDays(last, now),
		history: historyOf(all, now),
		...(denials === undefined ? {} : { denials }),
		refused,
	};
}

function standingOf(
	{ machine, beats, doubt }: HeardMachine,
	newest: ReadonlyMap<string, number>,
	unreadable: HeardBeats["unreadable"],
	{ now, silentAfter, inventory }: SummaryOptions,
): MachineStanding {
	const last = beats.at(-1) as Beat;
	const { bundle, hooks } = last;
	const age = now - Date.parse(last.time);
	const isUnknown = inventory.size > 0 && !inventory.has(machine);
	const doubts = [
		...(doubt === "two-keys" ? ["several keys have signed for it: name its own in the inventory"] : []),
		...(unreadable.has(machine) ? [unreadableText(unreadable.get(machine) as string)] : []),
		...(doubt === "twice" ? ["two heartbeats have one number: it was copied, or set back"] : []),
		...(doubt === "back" ? ["a lower number has a later time: it was copied, set back, or its clock was ahead"] : []),
		...(age < -tolerance ? [`its clock is ahead: ${last.time}`] : []),
		...(isUnknown ? ["it is not in the inventory"] : []),
	];
	const bad = hooks.filter(({ verdict }) => verdict === "bad");
	const exposures = [
		...(bundle.decides === "nothing" ? [`nothing decides: ${bundle.why ?? bundle.state}`] : []),
		...(bundle.decides === "safe" ? ["what is safe decides: its rules have expired"] : []),
		...(hooks.length === 0 ? ["no harness has a hook"] : []),
		...bad.map(({ harness, checks }) => `${harness}: ${checks.join("; ")}`),
	];
	const latest = newest.get(bundle.channel);
	const isBehind = bundle.aside === undefined && latest !== undefined && (bundle.release ?? 0) < latest;
	const drift = [
		...(bundle.state === "stale" ? [`stale: ${bundle.why ?? "nothing newer has come"}`] : []),
		...(bundle.refused === undefined ? [] : [`its last refresh came to nothing: ${bundle.refused.code}`]),
		...(bundle.aside === undefined ? [] : [bundle.aside]),
		...(isBehind ? [`it has release ${bundle.release ?? "none"}, and others have ${latest}`] : []),
		...(last.sandbox ? [] : ["no sandbox"]),
		...stoodStill(beats),
		...hooks
			.filter(({ verdict }) => verdict === "doubtful")
			.map(({ harness, checks }) => `${harness}, doubtful: ${checks.join("; ")}`),
	];
	const silence = age > silentAfter ? [`silent since ${last.time}`] : [];
	return {
		machine,
		standing:
			doubts.length > 0 ? "doubted" : silence.length > 0 ? "silent" : exposures.length > 0 ? "exposed" : "covered",
		remarks: [...doubts, ...silence, ...exposures, ...drift],
		last: last.time,
		seq: last.seq,
		engine: last.engine,
		channel: bundle.channel,
		...(bundle.release === undefined ? {} : { release: bundle.release }),
		...(bundle.newest === undefined ? {} : { newest: bundle.newest }),
		state: bundle.state,
		sandbox: last.sandbox,
		harnesses: [...new Set(hooks.map(({ harness }) => harness))].sort(),
	};
}

function unreadableText(code: string): string {
	return `its folder can't be read: ${code}`;
}

/** A log that has gone back has lost records. */
function stoodStill(beats: readonly Beat[]): readonly string[] {
	const [before, last] = beats.slice(-2);
	if (before?.log === undefined || last === undefined) return [];
	if (last.log === undefined) return ["its log is gone"];
	const [then, now] = [before.log, last.log];
	const isBack = now.time < then.time || (now.seq !== undefined && then.seq !== undefined && now.seq < then.seq);
	return isBack ? ["its log has lost records"] : [];
}

/** The newest release of each channel that a machine has heard of. */
function newestReleases(all: readonly HeardMachine[]): ReadonlyMap<string, number> {
	const newest = new Map<string, number>();
	for (const { beats, doubt } of all) {
		const bundle = doubt === undefined ? beats.at(-1)?.bundle : undefined;
		if (bundle === undefined) continue;
		// Only what decides somewhere: one that is rolled out is nobody's drift.
		newest.set(bundle.channel, Math.max(newest.get(bundle.channel) ?? 0, bundle.release ?? 0));
	}
	return newest;
}

function releaseName({ bundle }: Beat): string {
	const { channel, release, decides } = bundle;
	return decides === "release" && release !== undefined ? `${channel} ${release}` : `${channel}, ${decides}`;
}

function offIn({ hooks, sandbox, bundle }: Beat): readonly string[] {
	const bad = new Set(hooks.filter(({ verdict }) => verdict === "bad").map(({ harness }) => `hook of ${harness}`));
	return [
		...bad,
		...(hooks.length === 0 ? ["no hook at all"] : []),
		...(sandbox ? [] : ["no sandbox"]),
		...(bundle.decides === "nothing" ? ["nothing decides"] : []),
	];
}

/** The most first. */
function counted(names: readonly string[]): readonly Counted[] {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return [...counts]
		.map(([name, count]) => ({ name, count }))
		.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

const day = 86_400_000;
const ages: readonly (readonly [name: string, most: number])[] = [
	["within an hour", 3_600_000],
	["within a day", day],
	["within a week", 7 * day],
	["within a month", 30 * day],
	["before that", Number.POSITIVE_INFINITY],
];

function heardDays(last: readonly Beat[], now: number): readonly Counted[] {
	return ages.map(([name, most], at) => {
		const least = at === 0 ? Number.NEGATIVE_INFINITY : (ages[at - 1] as (typeof ages)[number])[1];
		const own = last.filter(({ time }) => now - Date.parse(time) <= most && now - Date.parse(time) > least);
		return { name, count: own.length };
	});
}

/** So many moments are shown. */
const moments = 24;

/** Which release each machine had at moments of the time that the heartbeats tell of. */
function historyOf(all: readonly HeardMachine[], now: number): readonly Moment[] {
	const times = all.flatMap(({ beats }) => beats.map(({ time }) => Date.parse(time))).filter((time) => time <= now);
	const first = times.reduce((least, time) => Math.min(least, time), now);
	if (first === now) return [];
	return Array.from({ length: moments }, (_, at) => {
		const until = first + ((now - first) * (at + 1)) / moments;
		const names = all.flatMap(({ beats }) => {
			const beat = beats.findLast(({ time }) => Date.parse(time) <= until);
			return beat === undefined ? [] : [releaseName(beat)];
		});
		return { time: new Date(until).toISOString(), releases: counted(names) };
	});
}
