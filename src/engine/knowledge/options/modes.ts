/** Options of which a command has one: with two of them the program refuses, or does what the last one says. */

interface Modes {
	/** The program, and the subcommand that they belong to. */
	readonly of: string;
	/** Spellings of one option stand together: `-d/--delete`. */
	readonly options: string;
}

const modes: readonly Modes[] = [
	{ of: "git reset", options: "--soft --mixed --hard --merge --keep" },
	{ of: "git merge", options: "--abort --continue --quit" },
	{ of: "git merge", options: "--ff --no-ff --ff-only" },
	{ of: "git pull", options: "--ff --no-ff --ff-only" },
	{ of: "git rebase", options: "--abort --continue --quit --skip --edit-todo --show-current-patch" },
	{ of: "git cherry-pick", options: "--abort --continue --quit --skip" },
	{ of: "git revert", options: "--abort --continue --quit --skip" },
	{ of: "git am", options: "--abort --continue/-r/--resolved --quit --skip --show-current-patch" },
	{
		of: "git branch",
		options: "-d/--delete/-D -m/--move/-M -c/--copy/-C -l/--list --edit-description --show-current --unset-upstream",
	},
	{ of: "git tag", options: "-d/--delete -l/--list -v/--verify" },
	{
		of: "git config",
		options:
			"--get --get-all --get-regexp --add --unset --unset-all --replace-all --rename-section --remove-section -l/--list -e/--edit",
	},
	{ of: "crontab", options: "-l -e -r" },
	{
		of: "tar",
		options:
			"-c/--create -x/--extract/--get -t/--list -r/--append -u/--update -A/--concatenate/--catenate -d/--diff/--compare --delete",
	},
	{ of: "cpio", options: "-o/--create -i/--extract -p/--pass-through" },
	{ of: "ar", options: "-d -m -p -q -r -t -x" },
	{
		of: "dpkg",
		options:
			"-i/--install -r/--remove -P/--purge -l/--list -L/--listfiles -s/--status -S/--search --configure --unpack",
	},
	{ of: "rpm", options: "-i/--install -U/--upgrade -F/--freshen -e/--erase -q/--query -V/--verify" },
	{ of: "pacman", options: "-S/--sync -R/--remove -Q/--query -U/--upgrade -D/--database -F/--files -T/--deptest" },
	{
		of: "gpg",
		options:
			"-s/--sign -b/--detach-sign --clear-sign/--clearsign -e/--encrypt -d/--decrypt --verify -k/--list-keys/--list-public-keys -K/--list-secret-keys --delete-keys --delete-secret-keys --export --export-secret-keys --import --gen-key/--generate-key --full-generate-key --edit-key",
	},
	{
		of: "iptables",
		options:
			"-A/--append -D/--delete -I/--insert -R/--replace -L/--list -S/--list-rules -F/--flush -Z/--zero -N/--new-chain -X/--delete-chain -P/--policy -E/--rename-chain -C/--check",
	},
	{ of: "passwd", options: "-d/--delete -l/--lock -u/--unlock -e/--expire -S/--status" },
	{ of: "ssh-add", options: "-d -D -l -L -x -X" },
	{ of: "ansible-playbook", options: "--list-hosts --list-tasks --list-tags --syntax-check" },
	{ of: "sysctl", options: "-w/--write -a/--all -p/--load" },
];

/** May a command have only one of the two options? `words`: the program and its operands. */
export function areExclusive(words: readonly string[], one: string, other: string): boolean {
	return modes.some(({ of, options }) => {
		if (!of.split(" ").every((word, at) => words[at] === word)) return false;
		const groups = options.split(" ").map((names) => names.split("/"));
		const places = [one, other].map((name) => groups.findIndex((names) => names.includes(name)));
		return !places.includes(-1) && places[0] !== places[1];
	});
}
