/**
 * Markup for pages and pictures. Whatever is a text is escaped here and nowhere else, so that nothing that an author or an agent wrote becomes markup;
 * characters that would be invisible, or would turn the text around, are shown by their numbers.
 */
import { visible } from "../../language/diagnostic/render-visible.js";

/** Markup that is well-formed. Made by `element` alone. */
export interface Markup {
	readonly markup: string;
}

export type Content = Markup | string | number | undefined | readonly Content[];

/** Values of attributes; what is undefined or false is left out, true stands by its name alone. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with what it holds. */
export function element(name: string, attributes: Attributes = {}, ...content: readonly Content[]): Markup {
	const start = `<${name}${Object.entries(attributes).map(attributeText).join("")}`;
	if (isVoid.has(name)) return { markup: `${start}>` };
	return { markup: `${start}>${content.map(markupOf).join("")}</${name}>` };
}

/** Several things, one behind the other. */
export function together(...content: readonly Content[]): Markup {
	return { markup: content.map(markupOf).join("") };
}

/** A text with its `` `marks` `` as code. */
export function marked(text: string): Markup {
	// Marks come in pairs, or are no marks.
	const parts = text.split("`");
	if (parts.length % 2 === 0) return together(text);
	return together(...parts.map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part)));
}

/** The text as markup: none of it is taken for a tag, an entity or the end of an attribute. */
export function escaped(text: string): string {
	return visible(text).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function markupOf(content: Content): string {
	if (content === undefined) return "";
	if (typeof content === "string") return escaped(content);
	if (typeof content === "number") return String(content);
	return "markup" in content ? content.markup : content.map(markupOf).join("");
}

function attributeText([name, value]: readonly [string, Attributes[string]]): string {
	if (value === undefined || value === false) return "";
	return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
}

/** They hold nothing and are not closed. */
const isVoid = new Set(["input", "link", "meta", "br"]);
