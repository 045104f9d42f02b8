/** A policy to edit, with what reading it finds, and below it the box that decides by it. */
import { byId } from "../../src/authoring/report/page/by-id.js";
import { connectBox, tellFailure } from "../../src/authoring/report/page/decide-box.js";
import { tryBox } from "../../src/authoring/report/try-box.js";
import type { Tree } from "../../src/engine/decide/tree.js";
import { renderText } from "../../src/language/diagnostic/render-text.js";
import type { Loaded } from "../../src/runtime/load/load.js";
import { loadPolicy, workspace } from "./load-policy.js";
import { policyBoxMarkup } from "./policy-box-markup.js";
import { linkedQuestion, linkTo } from "./policy-link.js";

/** A policy to begin with, and a command to ask it. */
export interface Example {
	readonly title: string;
	readonly policy: string;
	readonly command: string;
}

/** How long nobody must have typed before the policy is read again. Milliseconds. */
const pause = 200;

export async function showPolicyBox(place: HTMLElement, examples: readonly Example[]): Promise<() => void> {
	const box = tryBox({ agents: ["default"], workspace, home: "/home/you" });
	place.innerHTML = policyBoxMarkup(
		examples.map(({ title }) => title),
		box,
	).markup;
	const policy = byId<HTMLTextAreaElement>("policy");
	const command = byId<HTMLTextAreaElement>("command");
	const example = byId<HTMLSelectElement>("example");
	let loaded: Loaded | undefined;
	let waits: ReturnType<typeof setTimeout> | undefined;

	const read = (): Loaded => {
		clearTimeout(waits);
		waits = undefined;
		loaded = loadPolicy(policy.value);
		listAgents(loaded.tree);
		byId("findings").textContent = renderText(loaded.diagnostics, loaded.sources);
		return loaded;
	};
	// An answer is never that of a policy which stands there no longer.
	const { again } = connectBox(() => (waits === undefined && loaded !== undefined ? loaded : read()).tree);
	const readAgain = (): void => {
		read();
		again();
	};
	const put = (question: Pick<Example, "policy" | "command">, agent?: string): void => {
		policy.value = question.policy;
		command.value = question.command;
		read();
		if (agent !== undefined) byId<HTMLSelectElement>("agent").value = agent;
		if (command.value.trim() === "") command.value = "ls";
		again();
	};
	const putExample = (): void => {
		const chosen = examples[Number(example.value)];
		if (chosen !== undefined) put(chosen);
	};
	const putLinked = async (): Promise<boolean> => {
		try {
			const linked = await linkedQuestion(location.hash);
			if (linked === undefined) return false;
			put(linked, linked.agent);
			example.value = "";
		} catch (error) {
			sayShare(`This link holds no policy: ${error instanceof Error ? error.message : error}`);
		}
		return true;
	};

	policy.addEventListener("input", () => {
		clearTimeout(waits);
		waits = setTimeout(readAgain, pause);
		example.value = "";
	});
	example.addEventListener("change", putExample);
	byId("lint").addEventListener("click", () => {
		if (waits !== undefined) readAgain();
		lintNow(policy);
	});
	byId("share").addEventListener("click", () => {
		const question = {
			policy: policy.value,
			command: command.value,
			agent: byId<HTMLSelectElement>("agent").value,
		};
		share(question).catch((error: unknown) => sayShare(`${error instanceof Error ? error.message : error}`));
	});
	const changed = (): void => {
		putLinked().catch(tellFailure);
	};
	addEventListener("hashchange", changed);

	if (!(await putLinked())) {
		example.value = "0";
		putExample();
	}
	return () => removeEventListener("hashchange", changed);
}

/** The agents of a policy, to choose from; the one that was chosen stays chosen where there is one of its name. */
function listAgents(tree: Tree | undefined): void {
	if (tree === undefined) return;
	const agents = Object.keys(tree.agents);
	const select = byId<HTMLSelectElement>("agent");
	const before = select.value;
	select.replaceChildren(
		...agents.map((agent) => {
			const option = document.createElement("option");
			option.value = agent;
			option.textContent = agent;
			return option;
		}),
	);
	const first = agents.includes("default") ? "default" : (agents[0] ?? "");
	select.value = agents.includes(before) ? before : first;
}

/** Lints what stands in the box, beside the page: proofs take seconds. What is changed meanwhile takes the answer's place. */
function lintNow(policy: HTMLTextAreaElement): void {
	const button = byId<HTMLButtonElement>("lint");
	const text = policy.value;
	const worker = new Worker(new URL("lint-worker.js", import.meta.url), { type: "module" });
	const done = (said: string): void => {
		worker.terminate();
		button.disabled = false;
		if (policy.value === text) byId("findings").textContent = said;
	};
	worker.addEventListener("message", ({ data }: MessageEvent<{ findings?: string; failure?: string }>) =>
		done(
			data.findings === undefined ? `The lints failed: ${data.failure}` : data.findings || "No lint finds anything.",
		),
	);
	worker.addEventListener("error", ({ message }) => done(`The lints could not be loaded: ${message}`));
	button.disabled = true;
	byId("findings").textContent = "Looking for findings…";
	worker.postMessage(text);
}

async function share(question: Parameters<typeof linkTo>[0]): Promise<void> {
	const link = await linkTo(question);
	history.replaceState(history.state, "", link);
	try {
		await navigator.clipboard.writeText(location.href);
		sayShare("The link is in the address bar, and copied. The policy is in the link itself: no server sees it.");
	} catch {
		sayShare("The link is in the address bar. The policy is in the link itself: no server sees it.");
	}
}

function sayShare(text: string): void {
	byId("shared").textContent = text;
}
