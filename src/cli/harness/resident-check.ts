/** What `rules doctor` finds out about the resident that hooks ask: does it run, does it answer, and is it this program? */
import { request } from "node:http";
import { visible } from "../../language/diagnostic/render-visible.js";
import { engine } from "../../language/source/engine.js";
import { folderFault, livingIn, socketIn } from "../../runtime/servers/resident/folder.js";
import type { Check } from "./check.js";

/** As `GET /state` tells it. */
export interface ResidentState {
	readonly pid: number;
	readonly version: string;
	readonly asked: number;
	readonly answered: number;
	readonly notHere: number;
	/** Why the last one of those was left to the hook's own process. */
	readonly last?: string;
	readonly policies: readonly { readonly works: boolean }[];
}

/** How long it may take. Milliseconds. */
const patience = 2_000;

/** `isHeld`: somebody holds its socket, and starts one when it is asked. */
export async function residentCheck(folder: string, isHeld: boolean): Promise<Check> {
	const check = (verdict: Check["verdict"], message: string): Check => ({ name: "resident", verdict, message });
	const fault = folderFault(folder);
	if (fault !== undefined) return check("bad", `${fault.message}: hooks' own processes answer (${fault.help})`);
	if (!isHeld && livingIn(folder) === undefined)
		return check("doubtful", `none runs in \`${folder}\`: hooks' own processes answer, and start one`);
	const state = await stateAt(socketIn(folder), patience);
	if (state === undefined)
		return check(
			"doubtful",
			`the one in \`${folder}\` does not answer: hooks' own processes do, after they waited for it`,
		);
	const { pid, version, asked, answered, notHere, last, policies } = state;
	if (version !== engine)
		return check("doubtful", `process ${pid} is \`${visible(version)}\`, and this is \`${engine}\`: it ends by itself`);
	const broken = policies.filter(({ works }) => !works).length;
	const held = `${policies.length} ${policies.length === 1 ? "policy" : "policies"} held${broken === 0 ? "" : `, ${broken} of them broken`}`;
	const left =
		notHere === 0 ? "" : `, ${notHere} left to hooks' own processes (the last one: ${visible(last ?? "unknown")})`;
	return check(
		notHere > answered ? "doubtful" : "good",
		`process ${pid} answers as \`${version}\`: ${held}, ${answered} of ${asked} answered${left}`,
	);
}

/** What the one at this socket tells of itself. `timeout`: so long it may be silent; milliseconds. */
export function stateAt(socketPath: string, timeout: number): Promise<ResidentState | undefined> {
	return new Promise((resolve) => {
		const asked = request({ socketPath, path: "/state", headers: { host: "rules" }, timeout }, (response) => {
			let text = "";
			response.setEncoding("utf8").on("data", (chunk: string) => {
				text += chunk;
			});
			response.on("end", () => resolve(stateIn(text)));
			response.on("error", () => resolve(undefined));
		});
		asked.on("timeout", () => asked.destroy());
		asked.on("error", () => resolve(undefined));
		asked.on("close", () => resolve(undefined));
		asked.end();
	});
}

function stateIn(text: string): ResidentState | undefined {
	try {
		const state = JSON.parse(text) as ResidentState;
		const isOne = typeof state.version === "string" && Array.isArray(state.policies);
		return isOne ? state : undefined;
	} catch {
		return undefined;
	}
}
