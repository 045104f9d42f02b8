/** A policy of so many rules as somebody careful would write it: nothing in it is worth a finding. */
export function cleanPolicy(rules: number): string {
	const body = Array.from({ length: rules }, (_, index) => `  ${ruleOf(index)}`);
	const expected = ["expect allow: b2sum docs/part0/a.md", "expect deny: rm -r docs", "never allow rm"].map(
		(one) => `  ${one}`,
	);
	return `# Made up: a large policy.\nagent default {\n  default deny\n\n${body.join("\n")}\n\n${expected.join("\n")}\n}\n`;
}

/** Programs that only read. */
const readers =
	"b2sum cat cksum comm cut fold head md5sum nl od paste sha1sum sha256sum sha512sum sum tac tail wc".split(" ");

/** Each rule speaks of a folder of its own, so that none stands in another's way. */
function ruleOf(index: number): string {
	const program = readers[index % readers.length];
	const folder = `./docs/part${index}`;
	switch (Math.floor(index / readers.length) % 3) {
		case 0:
			return `allow ${program} within ${folder} id inside-${index}`;
		case 1:
			return `ask ${program} touching ${folder}/private because "A person looks at part ${index}." id private-${index}`;
		default:
			return `deny ${program} touching ${folder}/draft because "Drafts of part ${index} are for nobody." id draft-${index}`;
	}
}
