/** The box of try-box.ts, alive: it decides what is typed into it, and explains the answer. */
import { explain } from "../../../engine/decide/explain/explain.js";
import type { Tree } from "../../../engine/decide/tree.js";
import type { World } from "../../../engine/request/paths.js";
import type { Request } from "../../../engine/request/request.js";
import { askedByLine } from "../../../engine/request/request-text.js";
import { answerParts, verdictParts } from "./answer.js";
import { byId } from "./by-id.js";

/** What else may be done with the box, when it answers. */
export interface ConnectedBox {
	/** Decides anew what stands in it; an empty box is left alone. */
	readonly again: () => void;
}

/** Lets the box answer. `treeNow` gives the policy to decide by; nothing where there is none. */
export function connectBox(treeNow: () => Tree | undefined): ConnectedBox {
	const form = byId<HTMLFormElement>("try-form");
	const command = byId<HTMLTextAreaElement>("command");
	const show = (): void => {
		const tree = treeNow();
		if (tree === undefined) clear();
		else decideAndShow(tree);
	};
	const again = (): void => {
		if (command.value.trim() !== "") show();
	};
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		show();
	});
	command.addEventListener("keydown", (event) => {
		if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		form.requestSubmit();
	});
	for (const id of ["agent", "forced"]) byId(id).addEventListener("change", again);
	byId<HTMLButtonElement>("decide").disabled = false;
	form.setAttribute("aria-busy", "false");
	return { again };
}

/** Somebody may wait for an answer: what went wrong is said where answers stand. */
export function tellFailure(error: unknown): void {
	byId("verdict").textContent =
		`This browser can't decide commands here: ${error instanceof Error ? error.message : error}`;
}

function clear(): void {
	byId("verdict").replaceChildren();
	byId("explanation").replaceChildren();
}

function decideAndShow(tree: Tree): void {
	const value = (id: string): string => byId<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(id).value;
	const request: Request = {
		...askedByLine(value("command")),
		agent: value("agent"),
		...(byId<HTMLInputElement>("forced").checked ? { force: true } : {}),
	};
	const home = value("home");
	const world: World = {
		workspace: absolute(value("workspace")),
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
