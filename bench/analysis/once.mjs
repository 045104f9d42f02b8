/**
 * One policy, analysed in a process of its own: `node once.mjs ENGINE RULES PROGRAMS ROUNDS`. Each round analyses another policy of the same size.
 * Writes the processor time of each part, in milliseconds, and the answers of the first round, as JSON.
 */
import { pathToFileURL } from "node:url";
import { changedPolicy, policyOf } from "./policies.mjs";

const [engine, rules, names, rounds] = process.argv.slice(2);
const { difference, liveness, livenessSubject, prove, anySymbolicWorld, agentModelOf, loadText, programs } =
	await import(pathToFileURL(engine).href);

const all = [];
for (let round = 0; round < Number(rounds); round++) all.push(analysed(Number(rules), Number(names), round + 1));
console.log(JSON.stringify(all));

function analysed(count, programCount, seed) {
	const text = policyOf(count, programCount, programs, seed);
	const [loaded, load] = timed(() => sound(loadText("bench.rules", text)));
	const after = sound(loadText("bench.rules", changedPolicy(text)));
	const answers = {};
	const [subject, prepare] = timed(() => livenessSubject(agentModelOf(loaded.tree, "default", anySymbolicWorld)));
	const [, each] = timed(() => {
		for (const rule of subject.setting.agentTree.rules) {
			const { kind } = liveness(rule, subject);
			answers[kind] = (answers[kind] ?? 0) + 1;
		}
	});
	const [proof, claim] = timed(() => prove(loaded.tree, "default", loaded.policy.claims[0], anySymbolicWorld));
	const [changes, change] = timed(() => difference(loaded.tree, after.tree, anySymbolicWorld));
	return {
		rules: subject.setting.agentTree.rules.length,
		answers,
		proof: proof.kind,
		changes: changes.changes.length,
		unsettled: changes.unsettled.length,
		times: { load, liveness: prepare + each, prove: claim, difference: change },
	};
}

function sound(loaded) {
	const fault = loaded.diagnostics.find(({ severity }) => severity === "error");
	if (fault !== undefined) throw new Error(`the policy is broken: ${fault.message}`);
	return loaded;
}

/** What is answered, and the processor time in milliseconds: other work on the machine does not count. */
function timed(run) {
	const before = process.cpuUsage();
	const answer = run();
	const { user, system } = process.cpuUsage(before);
	return [answer, (user + system) / 1000];
}
