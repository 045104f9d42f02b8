/** Codex's two kinds of file, told apart by the name, or where that says nothing by how the text begins. */
import type { Imported, ImportFault } from "../../imported.js";
import type { ImportSettings } from "../claude-permissions.js";
import { importCodexConfig } from "./codex-config.js";
import { importCodexRules } from "./codex-rules.js";

export function importCodex(text: string, origin: string, settings: ImportSettings): Imported | ImportFault {
	const plain = text.replace(/^(?:\s|#[^\n]*\n)*/, "");
	const isConfig = /\.toml$/i.test(origin) || (!/\.rules$/i.test(origin) && /^(?:\[|[\w."'-]+\s*=)/.test(plain));
	return isConfig
		? { ...importCodexConfig(text, origin), readAs: "Codex's settings" }
		: { ...importCodexRules(text, origin, settings), readAs: "Codex's rules" };
}
