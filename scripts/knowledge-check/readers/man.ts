/** What a manual page says that was rendered as text: the options that paragraphs begin with, and those of its synopsis. */
import { isName, plain } from "./help.js";
import { readHead, readSynopsis, type SeenOption } from "./spellings.js";

/** Sections in which options of other programs, or none, are spoken of. */
const others =
	/^(?:SEE ALSO|EXAMPLES?|BUGS|HISTORY|AUTHORS?|NOTES|ENVIRONMENT.*|FILES|EXIT (?:STATUS|CODES?|VALUES?)|COPYRIGHT|DIAGNOSTICS|CAVEATS|REPORTING BUGS|STANDARDS|CONFORMING TO|COMPATIBILITY)$/;

/** Behind a line as long as this a paragraph goes on: what it begins with is no option by that. Pages are rendered this wide, and a little more. */
const wide = 900;

/** `text`: a page whose paragraphs are one line each, as far as they can be. */
export function readManual(text: string, whole: boolean): readonly SeenOption[] {
	const options: SeenOption[] = [];
	let section = "";
	const synopsis: string[] = [];
	let before = "";
	for (const line of plain(text).split("\n")) {
		const goesOn = before.length > wide;
		before = line;
		if (/^[A-Z]/.test(line)) {
			section = line.trim();
			continue;
		}
		if (section === "SYNOPSIS") synopsis.push(line.trim());
		else if (section !== "" && !goesOn && !others.test(section)) options.push(...readHead(head(line)));
	}
	options.push(...readSynopsis(synopsis.join(" "), whole));
	return options.filter(({ name }) => isName(name));
}

function head(line: string): string {
	return line.replace(/^\s+(?:[•*·]\s+)?/, "");
}
