/** Logs of many machines, made of the corpora's commands, with a whole chain each. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { realCommands } from "../../bench/peers/real.mjs";
import { loadTypescript } from "../../scripts/load-typescript.mjs";

const { genesis, hashOf } = await loadTypescript(["src/runtime/audit/chain.ts"]);
const agents = ["default", "default", "default", "nobody-knows-it"];
const effects = ["allow", "ask", "nudge", "deny"];

/** Writes a log of each machine into a folder; gives their paths. */
export function madeLogs(folder, machines, each) {
	let state = 7;
	const random = (count) => {
		state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
		return (state >> 8) % count;
	};
	const commands = realCommands();
	return Array.from({ length: machines }, (_, machine) => {
		let prev = genesis;
		const lines = [];
		const push = (record) => {
			const line = JSON.stringify({ version: 1, ...record.head, prev, ...record.rest });
			prev = hashOf(line);
			lines.push(line);
		};
		for (let number = 0; number < each; number++) {
			const id = `m${machine}-${number}`;
			const time = new Date(Date.UTC(2026, 10, 1 + random(9), random(24), random(60))).toISOString();
			const effect = effects[random(4)];
			const agent = agents[random(agents.length)];
			push({ head: { type: "decision", id, time }, rest: decision(machine, number, effect, agent, commands, random) });
			if (effect === "ask" && random(2) === 0)
				push({ head: { type: "approval", id, time }, rest: { by: `person${random(3)}`, groups: ["leads"] } });
			if (random(40) === 0) lines.push("{ torn or no record");
		}
		const path = join(folder, `machine-${machine}.jsonl`);
		writeFileSync(path, `${lines.join("\n")}\n`);
		return path;
	});
}

function decision(machine, number, effect, agent, commands, random) {
	const home = `/home/person${machine}`;
	const script = commands[Math.floor(commands.length * (random(1000) / 1000) ** 2)];
	const asked = [{ script }, { argv: ["git", "push", "-f"] }, { call: [["file.read", `${home}/.env`]] }][
		random(12) < 10 ? 0 : 1 + random(2)
	];
	const rule = { id: `rule-${random(5)}`, file: "policy.rules", line: 3 };
	return {
		...(number % 97 === 0 ? {} : { machine: `m${machine}`, seq: number }),
		agent,
		surface: "hook",
		...(machine % 3 === 0 ? {} : { harness: "claude-code", harnessVersion: `2.${machine % 2}` }),
		repository: `example/repository-${random(3)}`,
		...(number % 31 === 0 ? {} : { workspace: `${home}/w`, home }),
		cwd: random(4) === 0 ? `${home}/w/src` : `${home}/w`,
		...asked,
		force: random(20) === 0,
		env: random(9) === 0 ? [random(2) === 0 ? "CI" : "HOME"] : [],
		...(random(15) === 0 ? { tools: ["git", "ls"] } : {}),
		effect,
		code: effect === "allow" ? "default" : "rule",
		rules: effect === "allow" ? [] : [rule],
		message: "no",
		commands: effect === "allow" ? [] : [{ argv: ["git", "push"], effect }],
		policy: "a".repeat(64),
		masked: false,
		latency: 100 * random(50),
	};
}
