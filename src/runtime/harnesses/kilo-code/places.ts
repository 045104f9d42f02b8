import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	project: [".kilo", "kilo.json", "kilo.jsonc", ".kilocode", ".kilocodemodes", ".kilocodeignore"],
	home: [".config/kilo", ".kilo", ".kilocode"],
	credentials: [".local/share/kilo/auth.json"],
	system: ["/etc/kilo"],
	instructions: [".kilocoderules"],
};
