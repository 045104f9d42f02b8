/** Arguments with which a tool of Cline fails, and whose failure tells the agent why: its run goes on, and a denial that cancels would end it. */
import { quoted } from "../install/shell-word.js";

/** Undefined for tools of which that was not measured. */
export function failingInput(tool: string, reason: string): object | undefined {
	switch (tool) {
		case "run_commands":
			return { commands: [`printf "%s\\n" ${quoted(`DENIED: ${reason}`)} >&2; exit 126`] };
		case "read_files":
			return { files: [{ path: nowhere(reason) }] };
		case "editor":
			return { path: nowhere(reason), new_text: "" };
		case "fetch_web_content":
			return { requests: [{ url: `denied:${oneName(reason)}`, prompt: "denied" }] };
		default:
			return undefined;
	}
}

/** Nothing lies below what is no folder. */
function nowhere(reason: string): string {
	return `/dev/null/DENIED: ${oneName(reason)}`;
}

/** A text that is one name in a path, and leads nowhere: reasons hold words of the agent. */
function oneName(reason: string): string {
	return reason.replaceAll(/[\\/]/g, "\u2215").replaceAll(/\s+/g, " ");
}
