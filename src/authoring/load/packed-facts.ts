/** The facts about programs as the page unpacks them. */
import { gzipSync } from "node:zlib";
import { aliases, programs } from "../../engine/knowledge/programs.generated.js";

export function packedFacts(): string {
	const made = Object.fromEntries(Object.entries(programs).map(([name, make]) => [name, make()]));
	return gzipSync(JSON.stringify({ programs: made, aliases }), { level: 9 }).toString("base64");
}
