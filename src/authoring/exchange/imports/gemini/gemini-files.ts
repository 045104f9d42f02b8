/** Gemini CLI's two kinds of file, told apart by the name, or where that says nothing by how the text begins. */
import type { Imported, ImportFault } from "../../imported.js";
import type { ImportSettings } from "../claude-permissions.js";
import { importGeminiPolicy } from "./gemini-policy.js";
import { importGeminiSettings } from "./gemini-settings.js";

export function importGemini(text: string, origin: string, settings: ImportSettings): Imported | ImportFault {
	const isPolicy =
		/\.toml$/i.test(origin) || (!/\.jsonc?$/i.test(origin) && !/^\s*(?:\{|\/[/*])/.test(text.replace(/^\uFEFF/, "")));
	const readAs = isPolicy ? "Gemini CLI's policy" : "Gemini CLI's settings";
	return { ...(isPolicy ? importGeminiPolicy : importGeminiSettings)(text, origin, settings), readAs };
}
