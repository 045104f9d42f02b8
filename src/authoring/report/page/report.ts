/**
 * The script of the page that `rules report` writes: shows trees, opens what a link leads into and what is printed, and starts the box where there is one.
 * This folder runs in browsers: it touches the page and nothing else, and asks no network.
 */
import { connectFolds } from "./folds.js";
import { dataId } from "./page-data.js";
import { showTrees } from "./tree-view.js";
import { unpacked } from "./unpack.js";

connectFolds();
showTrees().catch((error) => tell("trees-state", error));
if (document.getElementById(dataId.box) !== null) startBox().catch((error) => tell("verdict", error));

function tell(id: string, error: unknown): void {
	const place = document.getElementById(id);
	if (place !== null)
		place.textContent = `This browser can't show this: ${error instanceof Error ? error.message : error}`;
}

/** The engine is packed code. It runs as a script of the page, which the page's security policy allows by the digest of the code and nothing else. */
async function startBox(): Promise<void> {
	const code = await unpacked(dataId.box);
	const script = document.createElement("script");
	script.textContent = asScript(code);
	document.body.append(script);
}

interface WithTrustedTypes {
	readonly trustedTypes?: {
		createPolicy: (
			name: string,
			how: { createScript: (code: string) => string },
		) => {
			createScript: (code: string) => unknown;
		};
	};
}

/** Where a browser wants to be told that a text is meant as code, it is told. */
function asScript(code: string): string {
	const { trustedTypes } = globalThis as WithTrustedTypes;
	if (trustedTypes === undefined) return code;
	return trustedTypes.createPolicy(dataId.box, { createScript: (text) => text }).createScript(code) as string;
}
