/**
 * The script of the page that `rules report` writes: decides what is typed into its box, by the policy that the page is about.
 * This folder runs in browsers: it touches the page and nothing else, and asks no network.
 */
import { byId } from "./by-id.js";
import { connectBox, tellFailure } from "./decide-box.js";
import { learnPrograms } from "./learn-programs.js";
import { dataId, type PageData } from "./page-data.js";
import { readPolicy } from "./read-policy.js";

start().catch(tellFailure);

async function start(): Promise<void> {
	const tree = readPolicy(dataOf<PageData["policy"]>(dataId.policy));
	await learnPrograms(dataOf<PageData["facts"]>(dataId.facts));
	connectBox(() => tree);
}

function dataOf<T>(id: string): T {
	return JSON.parse(byId(id).textContent ?? "") as T;
}
