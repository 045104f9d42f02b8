/** Checks of a registered hook: it is started as the harness starts it, and asked what the policy must deny. Nothing of what it is asked about is run. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { decide } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import type { Decisions } from "../../engine/decide/tree.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { codexSettings } from "../../runtime/harnesses/codex/codex-home.js";
import type { Contract, Heard } from "../../runtime/harnesses/contract.js";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { codexHookKey, codexTrust } from "../../runtime/harnesses/install/codex-trust.js";
import { projectProgram, projectProgramIn } from "../../runtime/harnesses/install/project-program.js";
import type { RegisteredHook } from "../../runtime/harnesses/install/registered.js";
import type { Places } from "../../runtime/harnesses/install/registration.js";
import { nearestPolicy } from "../../runtime/load/find-policy.js";
import { realWorld } from "../../runtime/load/world.js";
import { firstFault } from "../../runtime/servers/decision-record.js";
import { decidingPolicy } from "../policy/deciding-policy.js";
import { type HookOptions, hookOptions } from "../quick/hook-options.js";
import { policyReading } from "./cache-checks.js";
import type { Check } from "./check.js";
import { codexPath } from "./codex-path.js";
import { scopeChecks, scopeOf } from "./doctor-scopes.js";
import { historyChecks } from "./history-checks.js";
import { folderOnPath, loginPath, realPath } from "./login-path.js";
import { shellsCheck, toolsChecks } from "./matcher-checks.js";
import { environmentChecks, fieldsChecks } from "./registration-checks.js";
import { unknownToolsChecks } from "./unknown-tools.js";

/**
 * All checks of one registration, in the order in which they build on each other. `isTrusted`: it may be started whatever it is; one that is not, such
 * as that of a project that somebody else wrote, is started only where that starts nothing but this program.
 */
export async function hookChecks(
	harness: HookedHarness,
	hook: RegisteredHook,
	places: Places,
	isTrusted: boolean,
): Promise<readonly Check[]> {
	const { contract } = harness;
	const scope = scopeOf(harness, hook.path, places);
	const options = hookOptions(hook.words);
	if ("why" in options) return [shellsCheck(harness, hook), bad("options", `${options.why} (${options.help})`)];
	const policy = await policyOf(options, places);
	const checks: Check[] = [
		shellsCheck(harness, hook),
		...toolsChecks(harness, hook, policy.decisions),
		...unknownToolsChecks(harness, options, places, policy.decisions),
		...scopeChecks(harness, hook, options, places),
		...fieldsChecks(harness, hook),
		...environmentChecks(harness, scope, places),
		...trustChecks(harness, hook, places, scope === "managed"),
		policy.check,
		...historyChecks(harness, hook, policy.decisions, places.project),
	];
	const fear = isTrusted ? undefined : fearOf(hook, options, places);
	if (fear !== undefined) {
		const help = "`rules doctor --run-all` starts it: look at it first";
		return [
			...checks,
			bad("answer", `it was not started, so nothing is proven: ${fear} (${help})`),
			// What stands around the program is known by the letter.
			...(hook.own === undefined ? [] : [await failureCheck(harness, hook, places)]),
		];
	}
	if (policy.decisions === undefined) return checks;
	const probe = deniedProbe(policy.decisions, options, places);
	if (probe === undefined)
		checks.push(doubtful("answer", "the policy denies none of the probes, so no denial could be seen to arrive"));
	else checks.push(...(await answerChecks(contract, hook, options, places, probe)));
	checks.push(await faultCheck(contract, hook, places));
	checks.push(await failureCheck(harness, hook, places));
	return checks;
}

/** Why it is not started without a word: what stands in the files of a project may be anybody's. */
function fearOf({ own }: RegisteredHook, { audit }: HookOptions, places: Places): string | undefined {
	if (own === undefined) return "it is not, to the letter, what `rules install` writes";
	if (!isThisProgram(own.program, places))
		return `it starts \`${visible(own.program.join(" "))}\`, which is not this program`;
	return audit === undefined ? undefined : `it writes a log, \`${visible(audit)}\``;
}

/** Is this how the program that runs now is started? */
function isThisProgram([program, file]: readonly string[], { project, variables }: Places): boolean {
	const own = realPath(process.argv[1] as string);
	if (program === undefined || own === undefined) return false;
	if (file !== undefined) return realPath(program) === realPath(process.execPath) && realPath(file) === own;
	if (program === projectProgram) return realPath(projectProgramIn(project)) === own;
	if (program.includes("/")) return isAbsolute(program) && realPath(program) === own;
	const folder = folderOnPath(loginPath(variables), program);
	return folder !== undefined && isAbsolute(folder) && realPath(join(folder, program)) === own;
}

/** Codex asks a hook of a person or a project only where somebody trusted it. */
function trustChecks(
	{ name }: HookedHarness,
	hook: RegisteredHook,
	places: Places,
	isManaged: boolean,
): readonly Check[] {
	return name === "codex" && !isManaged ? [codexCheck(hook, places)] : [];
}

function codexCheck(hook: RegisteredHook, places: Places): Check {
	const settings = codexSettings(places);
	const event = "PreToolUse";
	const trust = codexTrust(
		fileTextIfReadable(settings),
		codexHookKey(codexPath(hook.path, places), event, ...hook.place),
		event,
		hook.group ?? null,
		hook.hook ?? null,
	);
	switch (trust.kind) {
		case "trusted":
			return good("trust", "Codex trusts it");
		case "untrusted":
			return bad(
				"trust",
				"nobody trusted it, so Codex passes over it and runs every command: trust it in `/hooks`, or by `rules install --trust`",
			);
		case "changed":
			return bad(
				"trust",
				"what was trusted is another hook than this, so Codex passes over it and runs every command: trust it anew in `/hooks`, or by `rules install --trust`",
			);
		case "off":
			return bad("trust", "hooks, or this hook, are turned off in Codex's settings");
		case "unreadable":
			return bad("trust", `\`${settings}\` can't be read: ${trust.why}`);
	}
}

interface Policy {
	readonly check: Check;
	readonly decisions?: Decisions;
}

/** The policy that the hook asks. */
async function policyOf({ rules, settings: { agent } }: HookOptions, { project }: Places): Promise<Policy> {
	const nearest = nearestPolicy(project);
	const names = rules.length > 0 ? rules : nearest === undefined ? [] : [nearest];
	if (names.length === 0)
		return { check: bad("policy", `there is no policy in \`${project}\` or above, so everything is denied`) };
	const name = `\`${names.join("`, `")}\``;
	try {
		const reading = policyReading(names, project);
		const deciding = await decidingPolicy(names, { work: [project] });
		if ("decisions" in deciding && agent !== undefined && !Object.hasOwn(deciding.decisions.agents, agent))
			return { check: bad("policy", `${name} has no agent \`${visible(agent)}\`, so everything is denied`) };
		if ("decisions" in deciding) return { check: reading(), decisions: deciding.decisions };
		return { check: bad("policy", `${name} can't be used, so everything is denied: ${firstFault(deciding.broken)}`) };
	} catch (error) {
		return { check: bad("policy", `${name} can't be used, so everything is denied: ${reasonOf(error)}`) };
	}
}

/** What most policies deny, and what every policy denies that does not ask about scripts that can't be read. It is never run. */
const probes = ["rules-doctor-probe --never-run", "sudo rules-doctor-probe --never-run", "rules-doctor-probe '"];

interface Probe {
	readonly script: string;
	readonly decision: Decision;
}

function deniedProbe(decisions: Decisions, { settings }: HookOptions, { project }: Places): Probe | undefined {
	const world = realWorld(settings.workspace ?? project);
	const agent = settings.agent ?? "default";
	for (const script of probes) {
		const decision = decide(decisions, { script, agent, cwd: project }, world);
		if (decision.effect === "deny") return { script, decision };
	}
	return undefined;
}

/** Does the denial arrive, with the policy's own reason, and in time? */
async function answerChecks(
	contract: Contract,
	hook: RegisteredHook,
	{ deadline }: HookOptions,
	places: Places,
	{ script, decision }: Probe,
): Promise<readonly Check[]> {
	const patience = hook.patience ?? contract.patience;
	const started = performance.now();
	const said = await asked(contract, hook, places, JSON.stringify(contract.asks(script, places.project)));
	const took = Math.round(performance.now() - started);
	const heard = contract.hears(said);
	const tells = `${said.stdout}\n${said.stderr}`;
	const reason = JSON.stringify(firstLine(decision.message)).slice(1, -1);
	const answer =
		heard !== "stops"
			? bad("answer", `what the policy denies ${heardText(heard)}: ${saidText(said)}`)
			: tells.includes(reason) || tells.includes(firstLine(decision.message))
				? good("answer", "what the policy denies is stopped, and the agent is told why")
				: bad("answer", `what the policy denies is stopped, but not by the policy: ${saidText(said)}`);
	const time =
		took >= patience
			? bad("time", `it took ${took} ms, and the harness waits ${patience} ms`)
			: deadline >= patience
				? bad("time", `its deadline of ${deadline} ms is no earlier than the harness's ${patience} ms`)
				: took > deadline / 2
					? doubtful("time", `it took ${took} ms of ${deadline} ms (\`rules compile\` helps)`)
					: good("time", `it took ${took} ms; its deadline is ${deadline} ms, and the harness waits ${patience} ms`);
	return [answer, time];
}

/** A question that nobody can understand must stop the tool. */
async function faultCheck(contract: Contract, hook: RegisteredHook, places: Places): Promise<Check> {
	const said = await asked(contract, hook, places, "rules doctor asks no question");
	const heard = contract.hears(said);
	return heard === "runs"
		? bad("fault", `a question that can't be understood ${heardText(heard)}: ${saidText(said)}`)
		: good("fault", "a question that can't be understood is a no");
}

/** What comes of it when the program is not there: it is started with the name of none in its place. */
async function failureCheck({ name, contract }: HookedHarness, hook: RegisteredHook, places: Places): Promise<Check> {
	const start = startWithoutProgram(hook);
	if (start === undefined)
		return hook.own === undefined
			? doubtful(
					"failure",
					"it is not, to the letter, what `rules install` writes, so it could not be tried without `rules`",
				)
			: good("failure", "a hook that does not start stops the tool");
	const said = await asked(contract, { ...hook, start }, places, JSON.stringify(contract.asks("true", places.project)));
	const isBlocked = hook.started !== "file" && hook.blocksOnFailure && said.code !== 0;
	return isBlocked || contract.hears(said) === "stops"
		? good("failure", "a hook that does not start stops the tool")
		: bad(
				"failure",
				`if \`rules\` is missing the harness runs every command (${saidText(said)}): \`rules install --harness ${name}\` registers it anew, with a net`,
			);
}

/** How it starts where its program is gone, and its resident with it; undefined where that is not seen in its text. */
function startWithoutProgram({ started, words, path }: RegisteredHook): readonly string[] | undefined {
	const text = started === "file" ? (fileTextIfReadable(path) ?? "") : "line" in started ? started.line : "";
	const gone = text.replace(/[^\s'"]+(?=['"]?\s+['"]?hook['"]?\s+['"]?--harness)/, "rules-doctor-has-no-program");
	const folder = words[words.indexOf("--resident") + 1] ?? "";
	const isAsked = words.includes("--resident");
	if (gone === text || (isAsked && !text.includes(folder))) return undefined;
	return ["/bin/sh", "-c", isAsked ? gone.replaceAll(folder, "/dev/null/rules-doctor") : gone, path];
}

interface HookAnswer {
	readonly stdout: string;
	readonly stderr: string;
	readonly code: number | null;
}

interface StartedHook extends RegisteredHook {
	/** How it is started; absent: as the harness does. */
	readonly start?: readonly string[];
}

/** Starts the hook. */
function asked(contract: Contract, hook: StartedHook, places: Places, input: string): Promise<HookAnswer> {
	const [file, ...words] = hook.start ?? startOf(hook);
	const { project } = places;
	return new Promise((resolve) => {
		const child = spawn(file as string, words, {
			cwd: project,
			env: { ...process.env, PATH: loginPath(process.env), ...contract.variables(project) },
			detached: true,
			stdio: ["pipe", "pipe", "pipe"],
		});
		const said = { stdout: "", stderr: "" };
		const end = (code: number | null): void => {
			clearTimeout(late);
			resolve({ ...said, code });
		};
		const late = setTimeout(() => {
			try {
				process.kill(-(child.pid as number), "SIGKILL");
			} catch {
				// It is gone.
			}
		}, hook.patience ?? contract.patience);
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			said.stdout += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			said.stderr += text;
		});
		child.on("error", (error) => {
			said.stderr += error.message;
			end(127);
		});
		child.on("close", end);
		// It need not read all of it.
		child.stdin.on("error", () => {});
		child.stdin.end(input);
	});
}

function startOf({ started, path }: RegisteredHook): readonly string[] {
	if (started === "file") return ["/bin/sh", path];
	return "line" in started ? ["/bin/sh", "-c", started.line] : started.words;
}

function heardText(heard: Heard): string {
	switch (heard) {
		case "runs":
			return "would run";
		case "asks":
			return "would be asked";
		case "stops":
			return "is stopped";
	}
}

function saidText({ stdout, stderr, code }: HookAnswer): string {
	const text = firstLine((stderr || stdout).trim()).slice(0, 200);
	return `the hook ended with ${code ?? "a signal"}${text === "" ? " and said nothing" : ` and said \`${text}\``}`;
}

function firstLine(text: string): string {
	return text.split("\n")[0] ?? "";
}

function fileTextIfReadable(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}

function good(name: string, message: string): Check {
	return { name, verdict: "good", message };
}

function doubtful(name: string, message: string): Check {
	return { name, verdict: "doubtful", message };
}

function bad(name: string, message: string): Check {
	return { name, verdict: "bad", message };
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
