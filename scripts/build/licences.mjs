/** The licences of the packages whose code is in the bundles, in one text. A package that ships none stops the build. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";
import { bundledPackages } from "./bundled.mjs";

/** The text for the source files that esbuild read. */
export function licences(inputs) {
	const parts = bundledPackages(inputs).map(entry);
	return [
		"Bylaw bundles the packages below. Each stands under its own licence.\n",
		...parts.map((part) => `${"-".repeat(80)}\n${part}`),
	].join("\n");
}

function entry({ folder, name, version, license }) {
	const texts = readdirSync(join(root, folder))
		.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
		.sort()
		.map((file) => readFileSync(join(root, folder, file), "utf8").trim());
	if (texts.length === 0)
		throw new Error(`${name} ${version} (${license}) is bundled, but its licence is not in its folder`);
	return `${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}
