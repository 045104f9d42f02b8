/**
 * A page in one file that asks nobody for anything: its policy allows the one style and the scripts that stand in it, by their digests, and no request.
 */
import { createHash } from "node:crypto";
import { element, type Markup, together } from "./markup.js";
import { pageStyle } from "./page-style.js";

export interface Page {
	readonly title: string;
	readonly body: Markup;
	/** Code that runs when all else is there. */
	readonly script?: string;
	/** Code that the script runs later, and its name: it stands in the data, packed. */
	readonly late?: { readonly name: string; readonly script: string };
	/** What the script reads, by the id of its element: plain data. */
	readonly data?: Readonly<Record<string, unknown>>;
}

export function page({ title, body, script, late, data = {} }: Page): string {
	// What ends an element ends it in a string, too.
	if (script !== undefined && /<\/script|<!--/i.test(script)) throw new Error("the page's script ends its own element");
	const policy = [
		"default-src 'none'",
		`style-src '${digestOf(pageStyle)}'`,
		...(script === undefined
			? []
			: [
					`script-src '${digestOf(script)}'${late === undefined ? "" : ` '${digestOf(late.script)}'`}`,
					"require-trusted-types-for 'script'",
					`trusted-types ${late?.name ?? "'none'"}`,
				]),
		"img-src data:",
		"base-uri 'none'",
		"form-action 'none'",
	].join("; ");
	const head = element(
		"head",
		{},
		element("meta", { charset: "utf-8" }),
		element("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
		element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
		element("meta", { name: "color-scheme", content: "light dark" }),
		element("meta", { name: "referrer", content: "no-referrer" }),
		element("link", { rel: "icon", href: "data:," }),
		element("title", {}, title),
		element("style", {}, { markup: pageStyle }),
	);
	const content = together(
		body,
		...Object.entries(data).map(([id, value]) =>
			element("script", { type: "application/json", id }, { markup: jsonOf(value) }),
		),
		script === undefined ? undefined : element("script", {}, { markup: script }),
	);
	return `<!doctype html>\n${element("html", { lang: "en" }, head, element("body", {}, content)).markup}\n`;
}

function digestOf(text: string): string {
	return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** JSON in which nothing can end the element that it stands in, and no other character is taken for a line's end. */
function jsonOf(value: unknown): string {
	return JSON.stringify(value).replaceAll(
		/[<>&\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}
