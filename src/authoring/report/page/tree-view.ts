/** The decision trees of the page: each program's part is put together when somebody opens it, and programs are found by their names. */
import { visible } from "../../../language/diagnostic/render-visible.js";
import { ladder, type Maker } from "../tree/ladder.js";
import type { Outline, ProgramBranch, Shown } from "../tree/outline.js";
import { byId } from "./by-id.js";
import { openAround } from "./folds.js";
import { dataId, type TreesData } from "./page-data.js";
import { effectMark, marked, part, ruleLink } from "./parts.js";
import { unpacked } from "./unpack.js";

/** Unpacks the trees and puts each agent's where it belongs. */
export async function showTrees(): Promise<void> {
	const { outlines, files } = JSON.parse(await unpacked(dataId.trees)) as TreesData;
	outlines.forEach((one, index) => {
		showTree(one, index, files);
	});
}

interface ProgramPart {
	readonly program: ProgramBranch;
	readonly fold: HTMLDetailsElement;
	/** Puts together what the fold holds, once. */
	readonly fill: () => void;
}

function showTree(one: Outline, index: number, files: readonly string[]): void {
	const prefix = `t${index}q`;
	const make: Maker<HTMLElement> = {
		element: (name, attributes, ...content) => {
			const element = part(name, "", ...content);
			for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
			return element;
		},
		marked: (text) => part("span", "", marked(text)),
		effect: effectMark,
		rule: (rule) => part("span", "", ruleLink(rule, files)),
		idOf: (number) => prefix + number,
	};
	const parts = one.programs.map((program) => programPart(program, make));
	const box = part("input", "") as HTMLInputElement;
	box.type = "search";
	box.id = `find-${index}`;
	box.autocomplete = "off";
	box.spellcheck = false;
	const label = part("label", "", "Find a program");
	label.setAttribute("for", box.id);
	const state = part("p", "soft");
	state.setAttribute("role", "status");
	const place = byId(`tree-${index}-programs`);
	const list = part("div", "", ...parts.map(({ fold }) => fold));
	place.replaceChildren(part("div", "find", label, box), state, list);
	let first = parts[0];
	const find = (): void => {
		const text = box.value.trim();
		const { shown, found } = foundIn(parts, text);
		list.replaceChildren(...shown.map(({ fold }) => fold));
		first = shown[0];
		state.textContent = shownText(text, found, parts.length);
	};
	box.addEventListener("input", find);
	box.addEventListener("keydown", (event) => {
		if (event.key !== "Enter") return;
		event.preventDefault();
		if (first !== undefined) opened(first).querySelector("summary")?.focus();
	});
	find();
	// What stands elsewhere may not have been put together yet.
	place.addEventListener("click", (event) => {
		const link = event.target instanceof Element ? event.target.closest(`a[href^="#${prefix}"]`) : null;
		if (link === null) return;
		event.preventDefault();
		const id = (link.getAttribute("href") as string).slice(1);
		const holder = parts.find(({ program }) => holds(program.to, Number(id.slice(prefix.length))));
		if (holder === undefined) return;
		if (!holder.fold.isConnected) {
			box.value = "";
			find();
		}
		opened(holder);
		const target = byId(id);
		openAround(target);
		target.tabIndex = -1;
		target.focus();
		target.scrollIntoView({ block: "center" });
	});
}

function programPart(program: ProgramBranch, make: Maker<HTMLElement>): ProgramPart {
	const fold = part("details", "program", part("summary", "", marked(program.when))) as HTMLDetailsElement;
	let isFilled = false;
	const fill = (): void => {
		if (isFilled) return;
		isFilled = true;
		fold.append(ladder(program.to, make));
	};
	fold.addEventListener("toggle", () => {
		if (fold.open) fill();
	});
	return { program, fold, fill };
}

function opened({ fold, fill }: ProgramPart): HTMLDetailsElement {
	fill();
	fold.open = true;
	return fold;
}

interface Found {
	/** The parts to look at: of programs with this very name, then of others with the text in theirs; where no rule names such a program, of every other one. */
	readonly shown: readonly ProgramPart[];
	/** The names with the text in them. */
	readonly found: readonly string[];
}

function foundIn(parts: readonly ProgramPart[], text: string): Found {
	const wanted = text.toLowerCase();
	if (wanted === "") return { shown: parts, found: [] };
	const has = ({ program }: ProgramPart): boolean => program.names.some((name) => name.toLowerCase().includes(wanted));
	const named = parts.filter(has);
	const exact = named.filter(({ program }) => program.names.includes(text));
	const found = named
		.flatMap(({ program }) => program.names)
		.filter((name) => name.toLowerCase().includes(wanted))
		.sort((a, b) => a.length - b.length);
	if (named.length === 0) return { shown: parts.filter(({ program }) => program.names.length === 0), found };
	return { shown: [...exact, ...named.filter((one) => !exact.includes(one))], found };
}

/** So many names are said. */
const mostSaid = 8;

function shownText(text: string, found: readonly string[], all: number): string {
	if (text === "") return all === 1 ? "1 part." : `${all} parts.`;
	if (found.length === 0) return `No rule names ${visible(text)}: it is asked what any other program is.`;
	const more = found.length - mostSaid;
	const names = found.slice(0, mostSaid).map(visible).join(", ");
	return `Found: ${names}${more > 0 ? ` and ${more} more` : ""}.`;
}

function holds(first: Shown, number: number): boolean {
	const open: Shown[] = [first];
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		if (at.kind === "question") {
			if (at.number === number) return true;
			for (const { to } of at.branches) open.push(to);
		} else if (at.kind === "raised") open.push(at.to);
	}
	return false;
}
