/** One policy without a past, and the same one with rules that ask what happened: needed and feared events, counts, paths, words. */
const base = `agent default {
  default deny
  allow npm test, npm install, ls, cat within .
  allow git status, git log, git diff, git commit, git show
  allow touch within .
`;
const free = `  allow git push
  allow curl granting network
  deny rm
`;
const asking = `  allow git push after exactly npm test since touch, git commit
  allow curl granting network
  deny curl after * touching .env
  deny git show {v} after git push {v}
  allow touch after cat same path last 30m
  allow git commit at most 50 per 24h
  ask npm install after failed npm test 3 times since passed npm test
`;

export const withoutPast = `${base}${free}}\n`;
export const withPast = `${base}${asking}}\n`;

/** What is asked for, in turns. */
export const kinds = ["git status", "cat", "npm test", "git push", "touch", "git commit", "curl", "git show"];

/** Requests in turns, each new, about so many files. */
export function requestAt(at, files) {
	const file = Math.floor(at / 8) % files;
	const argv = [
		["git", "status"],
		["cat", `src/a${file}`],
		["npm", "test"],
		["git", "push"],
		["touch", `src/a${file}`],
		["git", "commit", "-m", `m${at}`],
		["curl", "https://a.example/"],
		["git", "show", `v${at}`],
	];
	return { argv: argv[at % argv.length] };
}
