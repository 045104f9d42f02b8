/**
 * Proves with the real harnesses that the rules hold: `npm run e2e`, or `npm run e2e -- codex opencode` for some of them. The deeds of other tools than the shell are in `tools.mjs`; each other scenario has a home and a
 * workspace of its own, a hook that `rules install` registered, and a model that asks for one harmless command. Whether it ran is seen by what it made.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fakeModel } from "./fake-model.mjs";
import { fakePage } from "./fake-page.mjs";
import { harnesses } from "./harnesses.mjs";
import { inspected, inspector } from "./inspector.mjs";
import { policy, scenarios } from "./scenarios.mjs";
import { playedSession, sessionSaid, sessionWays } from "./sessions.mjs";
import { cli, endAllOf, environment, installed, patience, prepare, ran, register, setUp, versionOf } from "./stage.mjs";
import { deeds, furnish, hands } from "./tools.mjs";

const words = process.argv.slice(2);
const only = words.filter((word) => !word.startsWith("-"));
/** Only scenarios with this in their name. */
const wanted = /^--only=(.*)$/.exec(words.find((word) => word.startsWith("--only=")) ?? "")?.[1] ?? "";
const wantsJson = words.includes("--json");
/** How sessions go on, in place of the rest; what the hooks were told is kept in this folder. */
const wantsSessions = words.includes("--sessions");
const keep = /^--keep=(.+)$/.exec(words.find((word) => word.startsWith("--keep=")) ?? "")?.[1];

const all = [...harnesses, inspector];
for (const name of only)
	if (!all.some((one) => one.name === name)) {
		console.error(`e2e: there is no harness \`${name}\`: there is ${all.map((one) => one.name).join(", ")}`);
		process.exit(2);
	}
prepare();
const found = [];
for (const harness of all.filter(({ name }) => only.length === 0 || only.includes(name))) {
	console.error(`${harness.name} ${versionOf(harness)}`);
	if (wantsSessions) {
		if (harness !== inspector) found.push(...(await playedSessions(harness)));
		continue;
	}
	if (harness === inspector)
		found.push(...inspected({ program: join(installed, ".bin", inspector.program), cli, environment, patience }));
	else
		for (const scenario of scenarios.filter(({ name }) => name.includes(wanted)))
			found.push(await played(harness, scenario));
	if (hands[harness.name] !== undefined) found.push(...(await playedTools(harness)));
}
const wrong = found.filter(({ isGood }) => !isGood);
if (wantsJson) console.log(JSON.stringify(found, null, "\t"));
console.error(`\n${found.length - wrong.length} of ${found.length} as they should be`);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** Each way in which a session of this harness goes on. */
async function playedSessions(harness) {
	const all = [];
	const version = versionOf(harness);
	for (const name of sessionWays(harness.name).filter((one) => one.includes(wanted))) {
		const { text, ...result } = await playedSession(harness, name, { version, keep });
		const { isGood, isWhole } = result;
		console.error(`  ${isGood ? "ok " : "BAD"} ${name}: ${sessionSaid(result)}, ${result.sessions} ids`);
		if (!isGood) console.error(`      ${isWhole ? "" : "it was not played to its end: "}${text.trim().slice(-600)}`);
		all.push({ ...result, scenario: `session: ${name}`, version });
	}
	return all;
}

async function played(harness, scenario) {
	const place = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-e2e-")));
	const [home, workspace] = [join(place, "home"), join(place, "workspace")];
	for (const folder of [home, workspace]) mkdirSync(folder);
	writeFileSync(join(workspace, "given"), "");
	writeFileSync(join(place, "policy.rules"), policy);
	const first = scenario.byAgent === true ? harness.agent : [];
	const model = await fakeModel({ tool: harness.tool, inputs: [harness.input(scenario.command)], first });
	try {
		harness.prepare({ home, workspace, url: model.url, run: (said) => setUp(harness, said, { home, workspace }) });
		register(harness, scenario, { place, home, workspace });
		const { words: started, variables } = harness.start({ home, url: model.url });
		const ended = await ran(join(installed, ".bin", harness.program), started, {
			cwd: workspace,
			env: environment(variables),
		});
		const hasRun = existsSync(join(workspace, "made"));
		const endsRun = harness.noAnswerEndsRun === true && !scenario.runs && !/\$RULES/.test(scenario.program ?? "");
		const wasAsked = model.hasCalled() && (endsRun || model.heard.length > 0);
		const isTold = endsRun || scenario.says === undefined || model.heard.join("\n").includes(scenario.says);
		const isGood = hasRun === scenario.runs && wasAsked && isTold;
		const told = hasRun ? "ran" : "did not run";
		console.error(
			`  ${isGood ? "ok " : "BAD"} ${scenario.name}: ${told}${wasAsked ? "" : ", and the model heard nothing of its call"}${isTold ? "" : ", and the model was not told why"}, ${Math.round(ended.took)} ms`,
		);
		if (!isGood) console.error(`      ${ended.text.trim().slice(-600).replaceAll("\n", "\n      ")}`);
		return { harness: harness.name, scenario: scenario.name, runs: hasRun, isGood, heard: model.heard.at(-1) ?? null };
	} finally {
		model.close();
		endAllOf(home);
		rmSync(place, { recursive: true, force: true });
	}
}

/** The deeds of tools other than the shell, in one conversation; what ends it comes last, each in one of its own. */
async function playedTools(harness) {
	const { does, ends = [], apart = { hands: [], words: [] } } = hands[harness.name];
	const handOf = ({ by }) => by((path) => path, { pages: { allowed: {}, forbidden: {} } })[0];
	const can = deeds.filter(
		(deed) => `tools: ${deed.name}`.includes(wanted) && ["shell", ...Object.keys(does)].includes(handOf(deed)),
	);
	const isApart = (deed) => apart.hands.includes(handOf(deed));
	const groups = [
		{ deeds: can.filter((deed) => !ends.includes(deed.name) && !isApart(deed)) },
		{ deeds: can.filter(isApart), words: apart.words },
		...can.filter(({ name }) => ends.includes(name)).map((deed) => ({ deeds: [deed] })),
	];
	const all = [];
	for (const group of groups.filter(({ deeds: { length } }) => length > 0))
		all.push(...(await playedDeeds(harness, group)));
	return all;
}

async function playedDeeds(harness, { deeds: group, words: others = [] }) {
	const {
		hook,
		register: addServer,
		words: more = [],
		does,
		silent = [],
		itself = [],
		refuses = [],
	} = hands[harness.name];
	const place = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-e2e-")));
	const [home, workspace] = [join(place, "home"), join(place, "workspace")];
	for (const folder of [home, workspace]) mkdirSync(folder);
	const pages = { allowed: await fakePage(), forbidden: await fakePage() };
	furnish(workspace, pages.allowed.port);
	const at = (path) => join(workspace, path);
	const calls = group.map(({ name, by }) => {
		const [hand, ...rest] = by(at, { hook, pages });
		const [tool, input, namespace] = hand === "shell" ? [harness.tool, harness.input(...rest)] : does[hand](...rest);
		return { tool, input, at: name, ...(namespace === undefined ? {} : { namespace }) };
	});
	const model = await fakeModel({ calls, inputs: [] });
	try {
		harness.prepare({ home, workspace, url: model.url, run: (said) => setUp(harness, said, { home, workspace }) });
		addServer({ home, workspace });
		register(
			harness,
			{ program: 'exec $RULES "$@"' },
			{ place, home, workspace, rules: join(workspace, "policy.rules") },
		);
		const { words: started, variables } = harness.start({ home, url: model.url });
		const { text, took } = await ran(join(installed, ".bin", harness.program), [...started, ...more, ...others], {
			cwd: workspace,
			env: environment(variables),
		});
		console.error(`  tools: ${group.length} deeds, ${Math.round(took)} ms`);
		const all = group.map(({ name, says, happened }) => {
			const told = model.told.get(name);
			const isSilent = silent.includes(name);
			const isOwn = itself.includes(name);
			const runs = happened({ at, hook, pages, told: told ?? "" });
			const isHeard = told !== undefined || (isSilent && model.asked.has(name));
			const isTold = says === undefined || isSilent || isOwn || (told ?? "").includes(says);
			const isLet = refuses.includes(name) && told !== undefined && !/rules|not allowed here/.test(told);
			const isGood = isHeard && isTold && (isLet || runs === (says === undefined));
			console.error(
				`  ${isGood ? "ok " : "BAD"} tools: ${name}: ${runs ? "done" : isLet ? "let through, and not done for other reasons" : isOwn && !runs ? "not done, by the harness itself" : "not done"}${isHeard ? "" : ", and the model heard nothing of its call"}${isHeard && !isTold ? ", and the model was not told why" : ""}`,
			);
			if (!isGood) console.error(`      ${(told ?? "").slice(0, 400)}`);
			return { harness: harness.name, scenario: `tools: ${name}`, runs, isGood, heard: told ?? null };
		});
		if (all.every(({ isGood }) => !isGood)) console.error(`      ${text.trim().slice(-1500)}`);
		return all;
	} finally {
		model.close();
		for (const page of Object.values(pages)) page.close();
		endAllOf(home);
		rmSync(place, { recursive: true, force: true });
	}
}
