/**
 * What gates are told, and how each thing that is denied is written plainly. A group is one tiny policy: all is allowed but what it denies. The words of a
 * denial are a prefix: `rm x` stands for `rm x y` too. A gate that lets the plain line through was not told, and is not judged by the group's other lines.
 */
export const groups = {
	printf: {
		title: "`printf secretword`",
		deny: [["printf", "secretword"]],
		plain: ["printf secretword"],
	},
	"rm-x": {
		title: "`rm x`",
		deny: [["rm", "x"]],
		plain: ["rm x"],
	},
	"rm-rf": {
		title: "`rm -rf`",
		deny: [["rm", "-rf"]],
		plain: ["rm -rf keep"],
	},
	"git-push": {
		title: "`git push`",
		deny: [["git", "push"]],
		plain: ["git push origin main"],
	},
	"force-push": {
		title: "`git push --force`, by the rules that a gate comes with",
		own: true,
		plain: ["git push --force origin main"],
	},
	secrets: {
		title: "reading `~/.ssh` and `.env`",
		reads: ["~/.ssh", ".env"],
		plain: ["cat ~/.ssh/id_rsa", "cat .env"],
	},
	everyday: {
		title: "everyday work, all of the above denied but `git push --force`",
		deny: [
			["printf", "secretword"],
			["rm", "x"],
			["rm", "-rf"],
			["git", "push"],
		],
		plain: ["printf secretword", "rm x", "rm -rf keep", "git push origin main"],
	},
	"everyday-own": {
		title: "everyday work, by the rules that a gate comes with",
		own: true,
		plain: ["git push --force origin main"],
	},
};

/** Where a line is asked about: the folders that the lines speak of. They need not be there. */
export const place = { cwd: "/w/project", home: "/w/home" };
