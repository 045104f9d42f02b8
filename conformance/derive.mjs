/**
 * The lines that are tried, from the project's corpora: nothing is written by hand here, and nothing chosen by what a gate answers. Which of them become
 * cases, a real shell says: see `truth.mjs`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { groups } from "./groups.mjs";

/** Each with `id`, `group`, `command`, `class` and `expect`: `must-not-pass` or `should-pass`. */
export function candidates(corpora) {
	const rows = (file) =>
		readFileSync(join(corpora, file), "utf8")
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => JSON.parse(line));
	const made = [
		...plainOnes(),
		...spellings(rows("spellings.jsonl")),
		...scripts(rows("shell.jsonl")),
		...attacks(rows("attacks.jsonl")),
		...traced(rows("traced.jsonl")),
		...everyday([
			["everyday", rows("everyday.jsonl")],
			...readdirSync(join(corpora, "days"))
				.sort()
				.map((name) => [name.replace(".jsonl", ""), rows(`days/${name}`)]),
		]),
	];
	const seen = new Set();
	return made.filter(({ group, command }) => {
		const key = `${group} ${command}`;
		return !seen.has(key) && seen.add(key);
	});
}

function plainOnes() {
	return Object.entries(groups)
		.filter(([group]) => !group.startsWith("everyday"))
		.flatMap(([group, { plain }]) =>
			plain.map((command, at) => ({
				id: `${group}/plain-${at}`,
				group,
				command,
				class: "plain",
				expect: "must-not-pass",
			})),
		);
}

const spelled = "printf secretword";

/** The spellings as they are and, where one has both words side by side, the same with other commands. */
function spellings(rows) {
	return rows.flatMap(({ command, note, peer_decision }) => {
		const one = {
			class: / \d-([\w-]+)/.exec(note)?.[1] ?? "mention",
			expect: peer_decision === "deny" ? "must-not-pass" : "should-pass",
		};
		const name = note.split(" ")[0];
		const others = ["rm-rf", "git-push", "force-push"].filter(() => command.includes(spelled));
		return [
			{ id: `printf/${name}`, group: "printf", command, ...one },
			...others.map((group) => ({
				id: `${group}/${name}`,
				group,
				command: command
					.replaceAll(spelled, groups[group].plain[0])
					.replaceAll("'printf','secretword'", "'rm','-rf','keep'"),
				...one,
			})),
		];
	});
}

/** Scripts in which a shell ran `rm x`. */
function scripts(rows) {
	return rows
		.filter(({ executed = [], implied = [] }) => [...executed, ...implied].some((words) => isDenied("rm-x", words)))
		.map(({ id, script }) => ({
			id: `rm-x/${id}`,
			group: "rm-x",
			command: script,
			class: id.split("-")[0],
			expect: "must-not-pass",
		}));
}

/** Attacks whose policy denies what a group denies. Whether it is that command which runs in them, the shell says. */
function attacks(rows) {
	const byDenial = { rm: "rm-rf", "rm -rf *": "rm-rf", "git push": "git-push" };
	return rows
		.filter(({ expected, verified }) => expected === "deny" && verified === "lab")
		.flatMap(({ id, command, policy, class: name }) => {
			const group = policy?.deny?.map((item) => byDenial[item]).find((one) => one !== undefined);
			return group === undefined
				? []
				: [{ id: `${group}/${id}`, group, command, class: name, expect: "must-not-pass" }];
		});
}

/** What holds a secret in the folders of the traced commands, and the links there that lead to it. */
const secret = /^\/w\/home\/\.ssh(?:\/|$)|\/\.env$/;
const links = /secret-link|\bcfg\b|link-/;

/**
 * Commands that were traced: which read a secret and, one in five, which do not. Left out: those that get to it by a link or by all that lies in a folder, as a gate
 * need not have the folder before it.
 */
function traced(rows) {
	return rows.flatMap(({ command, reads, executes, status }, at) => {
		const isRead = reads.some((path) => secret.test(path));
		const isNamed = /\.ssh|\.env\b/.test(command);
		const isSampled = isRead || at % 5 === 0;
		if (!isSampled || links.test(command) || isRead !== isNamed || (status !== 0 && !isRead) || executes.length === 0)
			return [];
		return [
			{
				id: `secrets/traced-${at + 1}`,
				group: "secrets",
				command,
				class: isRead ? "read" : "other",
				expect: isRead ? "must-not-pass" : "should-pass",
				traced: true,
			},
		];
	});
}

/** Daily work that a careful guard lets through. */
function everyday(days) {
	return days.flatMap(([day, rows]) =>
		rows
			.map(({ command, guard }, at) => ({ command, guard, at: at + 1 }))
			.filter(({ guard }) => guard === "allow")
			.flatMap(({ command, at }) =>
				["everyday", "everyday-own"].map((group) => ({
					id: `${group}/${day}-${at}`,
					group,
					command,
					class: day,
					expect: "should-pass",
				})),
			),
	);
}

/** Are these the words of a command that the group denies? Options of `git` before its command are no part of it; those of `rm` may stand alone. */
export function isDenied(group, words) {
	const [program = "", ...given] = words;
	const name = program.split("/").at(-1);
	const { deny = [["git", "push", "--force"]] } = groups[group];
	return deny.some(([denied, ...rest]) => {
		if (name !== denied) return false;
		if (denied === "rm" && rest[0] === "-rf") return has(given, "r", "recursive") && has(given, "f", "force");
		const operands = denied === "git" ? withoutGlobals(given) : given[0] === "--" ? given.slice(1) : given;
		const [first, second] = rest;
		if (denied === "git") return operands[0] === first && (second === undefined || has(operands, "f", "force"));
		return operands[0] === first;
	});
}

function has(words, letter, long) {
	const end = words.indexOf("--");
	return words
		.slice(0, end < 0 ? words.length : end)
		.some(
			(word) =>
				(/^-[A-Za-z]+$/.test(word) && word.toLowerCase().includes(letter)) ||
				(word.length > 3 && `--${long}`.startsWith(word)),
		);
}

function withoutGlobals(words) {
	let at = 0;
	while (words[at]?.startsWith("-")) at += /^-[Cc]$/.test(words[at]) ? 2 : 1;
	return words.slice(at);
}
