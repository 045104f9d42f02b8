/** What the page's scripts put elements together from. Texts become text nodes, whatever they hold. */
import type { RuleRef } from "../../../engine/decide/decision.js";
import { visible } from "../../../language/diagnostic/render-visible.js";
import type { Effect } from "../../../language/syntax/statements.js";
import { lineAnchor } from "./anchors.js";
import { signs } from "./signs.js";

/** A rule by its name, with a link to its line where that is on the page. */
export function ruleLink({ id, file, line }: RuleRef, files: readonly string[]): Node {
	const place = `${file}:${line}`;
	const name = visible(id === place ? place : `${place} (${id})`);
	const anchor = lineAnchor(files, file, line);
	const target = anchor === undefined ? null : document.getElementById(anchor);
	if (target === null) return document.createTextNode(name);
	const link = document.createElement("a");
	link.href = `#${target.id}`;
	link.textContent = name;
	return link;
}

export function effectMark(effect: Effect): HTMLElement {
	const sign = part("span", "sign", signs[effect]);
	sign.setAttribute("aria-hidden", "true");
	return part("span", `effect ${effect}`, sign, effect);
}

/** A text with its `` `marks` `` as code. */
export function marked(text: string): Node {
	const parts = text.split("`");
	const whole = document.createDocumentFragment();
	if (parts.length % 2 === 0) whole.append(visible(text));
	else whole.append(...parts.map((one, index) => (index % 2 === 1 ? part("code", "", visible(one)) : visible(one))));
	return whole;
}

/** An element of a class with what it holds. */
export function part(name: string, className: string, ...content: readonly (Node | string)[]): HTMLElement {
	const element = document.createElement(name);
	if (className !== "") element.className = className;
	element.append(...content);
	return element;
}
