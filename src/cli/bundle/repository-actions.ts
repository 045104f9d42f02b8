/** What `rules bundle` does with a repository of bundles. */
import { join } from "node:path";
import type { Audience } from "../../authoring/bundle/audience.js";
import {
	buildBundle,
	delegate,
	type RepositoryOptions,
	renewBundles,
	rotateKeys,
} from "../../authoring/bundle/build-bundle.js";
import { makeKeys } from "../../authoring/bundle/keys.js";
import { rollOut } from "../../authoring/bundle/roll-out.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { shareText } from "../../runtime/bundle/comparison.js";
import { isTeam, isTopRole, type TopRole, topRoles } from "../../runtime/bundle/metadata.js";
import { isNamePattern, isRepositoryPattern, million, type Rollout } from "../../runtime/bundle/rollout.js";
import { timeText } from "../../runtime/load/active-bundle.js";
import { isChannel } from "../../runtime/load/bundle-settings.js";
import { chosenLog } from "../audit/audit-log-choice.js";
import { chosenPolicy } from "../policy/policy-choice.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import { type BundleQuestion, shareOf } from "./bundle-question.js";

type Options = BundleQuestion["options"];

/** `keys` */
export async function made(folder: string, { role }: Options, terminal: Terminal): Promise<number> {
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

/** `build` */
export async function built(folder: string, options: Options, terminal: Terminal): Promise<number> {
	const { safe, suite = [], rules } = options;
	const channel = channelIn(options);
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
		to: await audienceIn(options),
	});
	await terminal.print(`built: release ${release} of channel \`${channel}\` in \`${visible(folder)}\`\n`);
	if (isNew)
		await terminal.print(
			`note: machines need the first root: \`${visible(join(folder, "metadata", "1.root.json"))}\`\n`,
		);
	return toPublish(folder, isPublished, terminal);
}

function channelIn({ channel }: Options): string {
	if (channel === undefined)
		throw new WrongQuestion("it is not said which channel this is", "name it: `--channel stable`");
	if (isChannel(channel)) return channel;
	throw new WrongQuestion(
		`\`${channel}\` is no channel`,
		"a channel is called like `stable`, one of a team `payments/stable`",
	);
}

/** `rollout` */
export async function rolledOut(folder: string, options: Options, terminal: Terminal): Promise<number> {
	const channel = channelIn(options);
	const { everyone, back, promise } = options;
	const { share, machines, agents, repositories, shadow } = options;
	const audience = [share, machines, agents, repositories, shadow].some((one) => one !== undefined);
	if ([everyone === true, back === true, audience].filter(Boolean).length !== 1)
		throw new WrongQuestion(
			"it is not said whom the release is for",
			"say one of `--share 10%` (with `--machines`, `--agents`, `--repositories` and `--shadow` if wanted), `--everyone` and `--back`",
		);
	if (back === true && promise !== undefined)
		throw new WrongQuestion("the way back promises nothing", "leave out `--promise`");
	const to = back === true ? "back" : await audienceIn(options);
	const { release, rollout, isPublished } = rollOut(folder, { ...signing(options), channel, to });
	await terminal.print(
		`${back === true ? "back" : "rolled out"}: release ${release} of channel \`${channel}\` is for ${audienceText(rollout)}\n`,
	);
	if (rollout?.promise !== undefined) {
		const { denied, most, least } = rollout.promise;
		await terminal.print(
			`promised: ${shareText(denied / million)} of decisions are denied; a machine that has denied more than ${shareText(most / million)} of ${least} or more stops\n`,
		);
	}
	return toPublish(folder, isPublished, terminal);
}

async function audienceIn(options: Options): Promise<Audience> {
	const { share, machines, agents, repositories, shadow, promise, margin } = options;
	const letters = "take letters, digits, `.`, `_` and `-`, and `*` for any of them";
	checkNames("machine", machines, isNamePattern, letters);
	checkNames("agent", agents, isNamePattern, letters);
	checkNames(
		"repository",
		repositories,
		isRepositoryPattern,
		"write it as `github.com/acme/app`, and `*` for any text",
	);
	if (shadow === true && (agents !== undefined || repositories !== undefined))
		throw new WrongQuestion(
			"a shadow is put on record for all agents and in all repositories",
			"leave out `--agents` and `--repositories`, or `--shadow`",
		);
	if (margin !== undefined && promise === undefined)
		throw new WrongQuestion("`--margin` is of a promise", "name a log as well: `--promise LOG`");
	return {
		...(share === undefined ? {} : { share: shareOf("--share", share) }),
		...(machines === undefined ? {} : { machines }),
		...(agents === undefined ? {} : { agents }),
		...(repositories === undefined ? {} : { repositories }),
		...(shadow === undefined ? {} : { shadow }),
		...(promise === undefined
			? {}
			: { promise: { log: (await chosenLog(promise)).path, margin: shareOf("--margin", margin ?? "5%") } }),
	};
}

function checkNames(
	what: string,
	names: readonly string[] | undefined,
	isName: (name: string) => boolean,
	help: string,
): void {
	const strange = names?.find((name) => !isName(name));
	if (strange !== undefined) throw new WrongQuestion(`no ${what} is called \`${visible(strange)}\``, help);
	if ((names?.length ?? 0) > 100)
		throw new WrongQuestion(`these are more than 100 patterns of a ${what}`, "say it in fewer, with `*`");
}

/** `1% of the machines and those that are called ci-*, as a shadow` */
export function audienceText(rollout: Rollout | undefined): string {
	if (rollout === undefined) return "all machines";
	const { share, machines, shadow } = rollout;
	const parts = [
		...(share === undefined ? [] : [`${shareText(share / million)} of the machines`]),
		...(machines === undefined ? [] : [`those that are called ${machines.map(visible).join(", ")}`]),
	];
	const there = partText(rollout);
	return `${parts.length === 0 ? "all machines" : parts.join(" and ")}${there}${shadow === true ? ", as a shadow" : ""}`;
}

/** `, there for the agents ci-* in the repositories github.com/acme/app`; nothing for all. */
export function partText({ agents, repositories }: Pick<Rollout, "agents" | "repositories">): string {
	const list = (what: string, names: readonly string[] | undefined): string =>
		names === undefined ? "" : ` ${what} ${names.map(visible).join(", ")}`;
	const text = `${list("for the agents", agents)}${list("in the repositories", repositories)}`;
	return text === "" ? "" : `, there${text}`;
}

/** `renew` */
export async function renewed(folder: string, options: Options, terminal: Terminal): Promise<number> {
	const left = renewBundles(folder, signing(options));
	await terminal.print(`renewed: \`${visible(folder)}\` holds for ${days(options, "timestamp") ?? 7} days more\n`);
	for (const { role, expires } of left)
		await terminal.print(
			`note: \`${role}\` expires at ${timeText(expires)}, and machines refuse all of it then: renew by its keys before\n`,
		);
	return exit.yes;
}

/** `rotate` */
export async function rotated(folder: string, options: Options, terminal: Terminal): Promise<number> {
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

/** `delegate` */
export async function delegated(folder: string, options: Options, terminal: Terminal): Promise<number> {
	const { team, to, ceiling } = options;
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
		...(ceiling === undefined ? {} : { ceiling }),
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

function signing(options: Options): RepositoryOptions {
	return { keys: options.keys ?? [], days: numbersBy(options.expires ?? [], "--expires", daysForm) };
}

/** `14`, `14d` */
const daysForm = /^(\d{1,4})d?$/;

function days({ expires = [] }: Options, role: TopRole): number | undefined {
	return numbersBy(expires, "--expires", daysForm)[role];
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
