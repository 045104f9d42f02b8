/** `rules install`: registers the hook in a harness's own settings, and shows what it changes there. */
import { realpathSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Decisions } from "../../engine/decide/tree.js";
import { pastTests } from "../../engine/history/event-tests.js";
import { milliseconds } from "../../language/policy/settings/values/durations.js";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { launcherPath } from "../../runtime/harnesses/install/launcher.js";
import { type FileChange, planInstall } from "../../runtime/harnesses/install/plan.js";
import { planManagedInstall } from "../../runtime/harnesses/install/plan-managed.js";
import { projectProgram, projectProgramIn, tellingProject } from "../../runtime/harnesses/install/project-program.js";
import { type HookStart, type Scope, tellsEnds } from "../../runtime/harnesses/install/registration.js";
import { isPolicyName, nearestPolicy, nearestPolicyName, packFile } from "../../runtime/load/find-policy.js";
import { firstFault } from "../../runtime/servers/decision-record.js";
import { keepNotes, notesOf } from "../harness/before-install.js";
import { codexTrustChange } from "../harness/codex-trust-change.js";
import { foreignHookFiles } from "../harness/foreign-hook-files.js";
import { folderOnPath, loginPath, realPath, typedProgram } from "../harness/login-path.js";
import {
	checkManagedPolicy,
	checkRights,
	chosenRoot,
	managedFiles,
	managedProgram,
	managedRegistration,
	policyFileIn,
} from "../harness/managed-machine.js";
import { governedBeside } from "../harness/matcher-checks.js";
import {
	chosenHarness,
	chosenScope,
	defineScope,
	newsFiles,
	places,
	registrationFiles,
	type ScopeOptions,
} from "../harness/registration-choice.js";
import { type Installation, installationRecord, installationText } from "../harness/render-changes.js";
import { residentFor } from "../harness/resident-choice.js";
import { applyChanges, settingsToWrite } from "../harness/settings-change.js";
import { applyUnits, shownUnits } from "../harness/units/holding-units.js";
import { leftUnits, plannedUnits } from "../harness/units/resident-units.js";
import { decidingPolicy } from "../policy/deciding-policy.js";
import { definePolicy } from "../policy/policy-choice.js";
import { hookOptions } from "../quick/hook-options.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Verb } from "../verb.js";

interface Options extends ScopeOptions {
	readonly rules?: readonly string[];
	readonly agent?: string;
	readonly workspace?: string;
	readonly force?: true;
	readonly alone?: true;
	readonly audit?: string;
	readonly deadline?: string;
	readonly program?: string;
	readonly resident?: true;
	readonly trust?: true;
	readonly dryRun?: true;
	readonly json?: true;
}

export const install: Verb = {
	define: (command) => {
		definePolicy(defineScope(command.usage("--harness NAME [options]")))
			.option("--agent <AGENT>", "whose rules hold (default: the agent that the harness names, else `default`)")
			.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: the project's folder)")
			.option("--force", "override nudges")
			.option("--alone", "let an allowed command run though the harness would ask or deny, where it can be told so")
			.option("--audit <FILE>", "append each decision to this log")
			.option("--deadline <TIME>", "deny when there is no answer after this time (default: `5s`)")
			.option("--program <FILE>", "the `rules` that the harness starts (default: this one)")
			.option("--resident", "ask a resident first, which answers in a fraction of the time; it is started by itself")
			.option("--trust", "have Codex trust the hook at once, as `/hooks` does")
			.option("--dry-run", "show what would change, and change nothing")
			.option("--json", "print what changed as JSON");
	},
	examples: [
		["rules install --harness claude-code", "the harness asks the rules before each command in this folder"],
		["rules install --harness codex --user --rules ~/policy.rules --dry-run", "show what would change"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const harness = chosenHarness(options.harness);
		const { name, registration } = harness;
		const scope = chosenScope(options);
		if (scope === "managed") return await managed(options, harness, terminal);
		const around = places();
		const own = registrationFiles(harness, scope, around, options.settings);
		const { start, notes: said, asksPast } = await startOf(options, harness, scope);
		const news = asksPast ? newsFiles(harness, own) : [];
		const files = [...own, ...news];
		const notes = asksPast && !tellsEnds(registration) ? [...said, untoldEnds(harness)] : said;
		const planned = planInstall(name, files, start, settingsToWrite);
		if ("message" in planned) throw new WrongQuestion(planned.message, planned.help);
		if (options.trust === true && name !== "codex")
			throw new WrongQuestion("`--trust` is for Codex", "other harnesses are told to trust a folder, by themselves");
		const changes =
			options.trust === true ? [...planned, codexTrustChange(files, planned[0] as FileChange, around)] : planned;
		const trust = options.trust === true ? undefined : registration.trust?.(scope, files.at(-1)?.path ?? "");
		const folder = start.resident?.folder;
		const units =
			folder === undefined ? leftUnits(name, files, planned, around) : plannedUnits(folder, options.program);
		if (options.dryRun !== true) {
			const before = notesOf(name, files, planned);
			applyChanges(changes.filter((one) => one.before !== one.after));
			keepNotes(name, before);
		}
		const held = options.dryRun === true ? units : await applyUnits(units, folder);
		const done: Installation = {
			harness: name,
			scope,
			dryRun: options.dryRun === true,
			changes: [...changes, ...shownUnits(held)],
			notes: [
				...notes,
				...foreignHookFiles(name, files, changes),
				...(held.note === undefined ? [] : [held.note]),
				...(trust === undefined ? [] : [trust]),
				...(registration.untried === true
					? ["this follows the harness's documents: nobody could try it without an account"]
					: []),
				`prove that it fires: \`${typedProgram()} doctor --harness ${name}\``,
			],
		};
		await terminal.print(
			options.json === true
				? `${JSON.stringify(installationRecord(done))}\n`
				: installationText(done, "the rules are asked", "the rules are asked already"),
		);
		return exit.yes;
	},
};

/** Registers the hook for everybody who uses the machine. */
async function managed(options: Options, harness: HookedHarness, terminal: Terminal): Promise<number> {
	const { name } = harness;
	const registration = managedRegistration(harness);
	const around = places();
	const root = chosenRoot(options.root);
	if (options.resident === true)
		throw new WrongQuestion(
			"`--resident` is for a hook of your own",
			"a managed hook is started apart from what its users' processes say",
		);
	if (options.trust === true)
		throw new WrongQuestion("`--trust` is for a hook of your own", "managed hooks need no trust");
	if (options.dryRun !== true) checkRights("install", root);
	checkManagedPolicy(options.rules ?? [], around, root);
	const { words, rules, seconds } = hookWords(options, name);
	const decisions = await checkPolicy(
		rules.map((one) => policyFileIn(one, root)),
		options.agent,
	);
	const asksPast = asksWhatHappened(decisions);
	const program = managedProgram(options.program, root);
	const start = {
		words: [launcherPath(name, around), "hook", ...words],
		seconds: seconds + 5,
		patience: seconds + 10,
	};
	const files = managedFiles(registration, around, root, asksPast);
	const changes = planManagedInstall(name, files, start, program, settingsToWrite);
	if ("message" in changes) throw new WrongQuestion(changes.message, changes.help);
	const lists = files.flatMap(({ path, file }) => (file.kind === "list" ? [{ path, file }] : []));
	const done: Installation = {
		harness: name,
		scope: "managed",
		dryRun: options.dryRun === true,
		changes,
		notes: [
			...(options.audit === undefined
				? []
				: ["everybody who is asked about writes the log, so an agent can write it too: send it elsewhere as well"]),
			...(registration.notes ?? []),
			...(asksPast && !tellsEnds(registration) ? [untoldEnds(harness)] : []),
			...foreignHookFiles(name, lists, changes),
			...registration.gaps.map((gap) => `a denied command still runs ${gap}`),
			...(registration.untried === true
				? ["this follows the harness's documents: nobody could try it without an account"]
				: []),
			`prove that it fires, as somebody who is not root: \`rules doctor --harness ${name}\``,
		],
	};
	if (options.dryRun !== true) applyChanges(changes.filter(({ before, after }) => before !== after));
	await terminal.print(
		options.json === true
			? `${JSON.stringify(installationRecord(done))}\n`
			: installationText(done, "the rules are asked", "the rules are asked already"),
	);
	return exit.yes;
}

/** The words behind `hook`, the policies in them, and its deadline in seconds. */
function hookWords(
	options: Options,
	harness: string,
): { readonly words: readonly string[]; readonly rules: readonly string[]; readonly seconds: number } {
	const words = ["--harness", harness];
	const rules = (options.rules ?? []).map(policyPath);
	for (const name of rules) words.push("--rules", name);
	if (options.agent !== undefined) words.push("--agent", options.agent);
	if (options.workspace !== undefined) words.push("--workspace", resolve(options.workspace));
	if (options.force === true) words.push("--force");
	if (options.alone === true) words.push("--alone");
	if (options.audit !== undefined) words.push("--audit", resolve(options.audit));
	if (options.deadline !== undefined) words.push("--deadline", options.deadline);
	const read = hookOptions(words);
	if ("why" in read) throw new WrongQuestion(read.why, read.help);
	return { words, rules, seconds: Math.ceil((milliseconds(options.deadline ?? "5s") as number) / 1000) };
}

/** The words that start the hook, and what is to be said about them. */
async function startOf(
	options: Options,
	{ name: harness, registration }: HookedHarness,
	scope: Scope,
): Promise<{
	readonly start: HookStart;
	readonly notes: readonly string[];
	/** Does the policy, as it is now, ask what happened before? */
	readonly asksPast: boolean;
}> {
	const notes: string[] = [];
	const { words: said, rules, seconds: deadline } = hookWords(options, harness);
	const words = [...said];
	const decisions = await checkPolicy(rules, options.agent);
	if (rules.length === 0) notes.push(unnamedPolicy());
	const resident = options.resident === true ? residentFor(harness, registration.noResident, options) : undefined;
	if (resident !== undefined) words.push("--resident", resident.folder);
	const ofProject = options.settings === undefined && tellingProject.includes(harness) ? projectProgram : undefined;
	const program = programWords(options.program, resident === undefined ? scope : "user", ofProject);
	if (program.some((word) => /[/]_npx[/]/.test(word)))
		notes.push(
			"it is started from npx's cache, which may be cleared: install it (`npm install --save-dev bylaw`), and run this again",
		);
	if (scope === "project" && [...program, ...words].some(isAbsolute))
		notes.push(
			"the registration names paths of this machine: for others it may be no use, and then every command is denied",
		);
	const deciding = decisions ?? (await nearestDecisions());
	const asksPast = asksWhatHappened(deciding);
	return {
		start: {
			words: [...program, "hook", ...words],
			seconds: deadline + 5,
			patience: deadline + 10,
			...(resident === undefined ? {} : { resident }),
			hears: asksPast,
			everyTool: governedBeside(deciding).length > 0,
		},
		notes,
		asksPast,
	};
}

/** A file by its whole path, since nobody knows in which folder the hook starts; a pack by its name. */
function policyPath(name: string): string {
	return !name.includes("/") && !isPolicyName(name) && packFile(name) !== undefined ? name : resolve(name);
}

/** A policy that can't be used denies everything: that is said now and not when an agent works. */
async function checkPolicy(rules: readonly string[], agent: string | undefined): Promise<Decisions | undefined> {
	if (rules.length === 0) return undefined;
	const deciding = await decidingPolicy(rules, { isKept: false });
	if ("broken" in deciding) {
		throw new WrongQuestion(
			`the policy can't be used: ${firstFault(deciding.broken)}`,
			"mend it first (`rules lint`), or every command would be denied",
		);
	}
	if (agent !== undefined && !Object.hasOwn(deciding.decisions.agents, agent))
		throw new WrongQuestion(`the policy has no agent \`${agent}\``, "an agent that is not there may run nothing");
	return deciding.decisions;
}

/** Of the policy that would be found now, where none is named. */
async function nearestDecisions(): Promise<Decisions | undefined> {
	const nearest = nearestPolicy(process.cwd());
	if (nearest === undefined) return undefined;
	try {
		const deciding = await decidingPolicy([nearest], { isKept: false });
		return "broken" in deciding ? undefined : deciding.decisions;
	} catch {
		return undefined;
	}
}

function asksWhatHappened(decisions: Decisions | undefined): boolean {
	return decisions !== undefined && pastTests(decisions).length > 0;
}

function untoldEnds({ dialect }: HookedHarness): string {
	return `the policy asks what happened before, and a hook of ${dialect.title} is not told how a call ended: what a rule needs by \`after\` holds only behind \`&&\` of the same command line, and what it fears holds as ever`;
}

function unnamedPolicy(): string {
	const nearest = nearestPolicyName(process.cwd());
	return nearest === undefined
		? "there is no `policy.rules` in this folder or above: until there is one every command is denied (`rules init` writes one)"
		: `the policy is the nearest \`policy.rules\` to the project (now \`${nearest}\`): keep agents from writing it, or name one with \`--rules\` that they can't write`;
}

/**
 * How `rules` is started. Others who share the settings may have this machine's paths otherwise: for them it is named as their project's own, where the harness
 * tells where that lies, or by its name, where every shell finds this very program by it. Else it is this Node with this file.
 */
function programWords(said: string | undefined, scope: Scope, ofProject: string | undefined): readonly string[] {
	if (said !== undefined) return [said.includes("/") ? resolve(said) : said];
	const own = realpathSync(process.argv[1] as string);
	if (scope === "project") {
		if (ofProject !== undefined && realPath(projectProgramIn(process.cwd())) === own) return [ofProject];
		const folder = folderOnPath(loginPath(process.env), "rules");
		if (folder !== undefined && isAbsolute(folder) && realPath(join(folder, "rules")) === own) return ["rules"];
	}
	return [realpathSync(process.execPath), own];
}
