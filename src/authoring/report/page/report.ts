/**
 * The script of the page that `rules report` writes: decides what is typed into its box, by the policy that the page is about.
 * This folder runs in browsers: it touches the page and nothing else, and asks no network.
 */
import { explain } from "../../../engine/decide/explain/explain.js";
import type { Tree } from "../../../engine/decide/tree.js";
import type { World } from "../../../engine/request/paths.js";
import type { Request } from "../../../engine/request/request.js";
import { askedByLine } from "../../../engine/request/request-text.js";
import { answerParts, verdictParts } from "./answer.js";
import { learnPrograms } from "./learn-programs.js";
import { dataId, type PageData } from "./page-data.js";
import { readPolicy } from "./read-policy.js";

start().catch((error: unknown) => {
	// Somebody may wait for an answer: it is said where answers stand.
	byId("verdict").textContent =
		`This browser can't decide commands here: ${error instanceof Error ? error.message : error}`;
});

async function start(): Promise<void> {
	const form = byId<HTMLFormElement>("try-form");
	const tree = readPolicy(dataOf<PageData["policy"]>(dataId.policy));
	await learnPrograms(dataOf<PageData["facts"]>(dataId.facts));
	const command = byId<HTMLTextAreaElement>("command");
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		show(tree);
	});
	command.addEventListener("keydown", (event) => {
		if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		form.requestSubmit();
	});
	for (const id of ["agent", "forced"])
		byId(id).addEventListener("change", () => {
			if (command.value.trim() !== "") show(tree);
		});
	byId<HTMLButtonElement>("decide").disabled = false;
	form.setAttribute("aria-busy", "false");
}

function show(tree: Tree): void {
	const value = (id: string): string => byId<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(id).value;
	const request: Request = {
		...askedByLine(value("command")),
		agent: value("agent"),
		...(byId<HTMLInputElement>("forced").checked ? { force: true } : {}),
	};
	const workspace = absolute(value("workspace"));
	const home = value("home");
	const world: World = {
		workspace,
		...(home.startsWith("/") ? { home } : {}),
		linkAt: () => "none",
		kindAt: () => "none",
		entriesOf: () => [],
	};
	const explanation = explain(tree, request, world);
	byId("verdict").replaceChildren(...verdictParts(explanation.decision, value("command")));
	byId("explanation").replaceChildren(...answerParts(explanation, tree.files));
}

/** A folder that begins at the root. */
function absolute(folder: string): string {
	return folder.startsWith("/") ? folder : `/${folder}`;
}

function dataOf<T>(id: string): T {
	return JSON.parse(byId(id).textContent ?? "") as T;
}

function byId<T extends HTMLElement = HTMLElement>(id: string): T {
	const found = document.getElementById(id);
	if (found === null) throw new Error(`the page lacks \`${id}\``);
	return found as T;
}
