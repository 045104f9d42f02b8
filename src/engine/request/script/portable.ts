/**
 * What only bash reads as bash does. dash, the ash of busybox and the old bash of macOS all call themselves `sh`; a text that is
 * handed to `sh` is read only where all of them agree.
 */
import { forEachChild, type Script, type SyntaxNode } from "./parse.js";
import { refuse, Unreadable } from "./unreadable.js";

/** Refuses what shells that are called `sh` read in several ways. */
export function checkPortable(source: string, script: Script): void {
	const found = tokens.exec(source);
	if (found)
		throw new Unreadable(
			`\`${found[0].trim()}\`, which not every \`sh\` reads alike`,
			found.index,
			found.index + found[0].length,
		);
	visit(script);
}

/** Wherever they stand, in quotes too: the text must not have a second reading. */
const tokens =
	/&>|>&[^\d\s-]|>&\s*[^\d\s-]|<<<|[<>]\(|\$['"[]|\[\[|(?<!\$)\(\(|\|&|;&|;;&|\+=|=\(|(?<![\w$])(?:function|select|coproc|time|alias|eval\s+--|local|declare|typeset|let|source|shopt|pushd|popd)(?![\w-])|\d\d+[<>]|\}[<>]|(?<![\w$])[A-Za-z_]\w*\[[^\]\s]*\]\+?=|\$\{!|\$\{[A-Za-z_][A-Za-z0-9_]*(?:[/^,@[]|:[^-=?+])/;

function visit(node: SyntaxNode): void {
	switch (node.type) {
		case "BraceExpansion":
		case "ExtendedGlob":
		case "ProcessSubstitution":
		case "AnsiCQuoted":
		case "LocaleString":
		case "ArrayValue":
		case "ArithmeticCommand":
		case "ArithmeticFor":
		case "TestCommand":
		case "Select":
		case "Coproc":
		case "Time":
		case "HereString":
			refuse("syntax that not every `sh` reads alike", node);
			break;
		default:
	}
	forEachChild(node, visit);
}
