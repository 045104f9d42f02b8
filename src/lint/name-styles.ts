/** How names are written: `no-push`, `go.build`. */

export const nameStyles: Readonly<Record<string, RegExp>> = {
	kebab: /^[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*$/,
	snake: /^[a-z][a-z0-9]*(?:[_.][a-z0-9]+)*$/,
	camel: /^[a-z][a-zA-Z0-9]*(?:\.[a-z][a-zA-Z0-9]*)*$/,
};

/** The name in that style, as far as letters and separators go. */
export function inStyle(name: string, style: string): string {
	const words = name
		.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
		.split(/[-_]/)
		.filter((word) => word !== "")
		.map((word) => word.toLowerCase());
	switch (style) {
		case "snake":
			return words.join("_");
		case "camel":
			return words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join("");
		default:
			return words.join("-");
	}
}
