/** Settings of git that name what it runs, or where it takes that from. To git their names are alike in any case. */
const names = [
	"core\\.(?:hooksPath|pager|editor|sshCommand|fsmonitor|askPass|gitProxy|alternateRefsCommand|attributesFile|worktree)",
	"(?:init\\.templateDir|commit\\.template|sequence\\.editor|diff\\.external|interactive\\.diffFilter|uploadpack\\.packObjectsHook|gpg\\.program|trailer\\..*\\.(?:command|cmd))",
	"(?:alias|pager|filter|diff|difftool|merge|mergetool|credential|gpg|browser|man|include|includeIf|uploadpack|sequence|interactive|sendemail|submodule|url|protocol|safe|hook|guitool|instaweb)\\..*",
	"remote\\..*\\.(?:uploadpack|receivepack|vcs|proxy)",
	"http\\..*proxy",
	"(?:tar\\..*\\.command|imap\\.tunnel|lfs\\..*(?:path|args))",
];

/** They fit a whole name. */
export const settingsThatRun: string = names.map((name) => name.replace(/\\.|[A-Za-z]/g, inAnyCase)).join("|");

function inAnyCase(part: string): string {
	return part.length > 1 ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`;
}
