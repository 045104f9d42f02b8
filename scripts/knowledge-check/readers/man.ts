/** What a manual page says that was rendered as text: the options that paragraphs begin with, and those of its synopsis. */
import { isName, plain } from "./help.js";
import { readHead, readSynopsis, type SeenOption } from "./spellings.js";

/** Sections in which options of other programs, or none, are spoken of. */
const others =
	/^(?:SEE ALSO|EXAMPLES?|BUGS|HISTORY|AUTHORS?|NOTES|ENVIRONMENT.*|FILES|EXIT (?:STATUS|CODES?|VALUES?)|COPYRIGHT|DIAGNOSTICS|CAVEATS|REPORTING BUGS|STANDARDS|CONFORMING TO|COMPATIBILITY)$/;

/** `text`: a page whose paragraphs are one line each, however long: a line that goes on does not begin with an option by chance. */
export function readManual(text: string, whole: boolean): readonly SeenOption[] {
	const options: SeenOption[] = [];
	let section = "";
	const synopsis: string[] = [];
	for (const line of plain(text).split("\n")) {
		if (/^[A-Z]/.test(line)) {
			section = line.trim();
			continue;
		}
		if (section === "SYNOPSIS") synopsis.push(line.trim());
		else if (section !== "" && !others.test(section)) options.push(...readHead(head(line)));
	}
	options.push(...readSynopsis(synopsis.join(" "), whole));
	return options.filter(({ name }) => isName(name));
}

function head(line: string): string {
	return line.replace(/^\s+(?:[•*·]\s+)?/, "");
}
