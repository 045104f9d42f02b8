/**
 * The script of the box in the page that `rules report --box` writes: decides what is typed into it, by the policy that the page is about.
 * This folder runs in browsers: it touches the page and nothing else, and asks no network.
 */
import { byId } from "./by-id.js";
import { connectBox, tellFailure } from "./decide-box.js";
import { learnPrograms } from "./learn-programs.js";
import { type CompiledData, dataId } from "./page-data.js";
import { readPolicy } from "./read-policy.js";
import { unpacked } from "./unpack.js";

start().catch(tellFailure);

async function start(): Promise<void> {
	const tree = readPolicy(JSON.parse(await unpacked(dataId.policy)) as CompiledData);
	await learnPrograms(JSON.parse(byId(dataId.facts).textContent ?? "") as string);
	connectBox(() => tree);
}
