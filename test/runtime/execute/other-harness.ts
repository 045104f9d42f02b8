/** A harness beside another one: it runs things until its input ends, and says what went wrong with them, a line each. */
import { setTimeout as sleep } from "node:timers/promises";
import { plainRun } from "./soak/bystanders.js";

let isOver = false;
process.stdin.on("end", () => {
	isOver = true;
});
process.stdin.resume();

async function runOn(first: number): Promise<void> {
	for (let number = first; !isOver; number += 2) {
		const fault = await plainRun(number);
		if (fault !== undefined) console.log(`run ${number}: ${fault}`);
		await sleep(100);
	}
}

await Promise.all([runOn(0), runOn(1)]);
