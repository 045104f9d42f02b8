/** `govern`: the hands of an agent that its rules decide. */
import { didYouMean, respelling } from "../../diagnostic/suggest.js";
import type { WrittenWord } from "../clauses/clause.js";
import { type Governed, shellAlone } from "../hands.js";
import type { ComparedValues, NamesRecord, SettingFaults } from "./setting.js";
import { union } from "./values/sum.js";

const names: Readonly<Record<Governed, string>> = {
	shell: "commands, which are decided whether it stands here or not",
	files: "`file.read`, `file.write` and their like",
	web: "`web.fetch`, `web.search`",
	agents: "`agent.start`, `agent.skill`",
	mcp: "`mcp.SERVER.TOOL`",
	all: "all of these, and `tool.NAME`",
};
const words = Object.keys(names) as readonly Governed[];

/** Hands add up, in a body and on the way down; only `override` takes any away. */
const values: ComparedValues<readonly Governed[]> = {
	onTop: (_, inherited = shellAlone, lines, faults) => {
		const isOverridden = lines.some(({ override }) => override);
		return together(
			isOverridden ? shellAlone : inherited,
			lines.flatMap((line) => readHands(line.words, faults)),
		);
	},
	join: together,
	holds: () => true,
	staysAbove: (_, lines) => !lines.some(({ override }) => override),
	isLooser: (before = shellAlone, after = shellAlone) =>
		!after.includes("all") && before.some((hand) => !after.includes(hand)),
};

/** In their order; the shell is always among them. */
function together(some: readonly Governed[], more: readonly Governed[]): readonly Governed[] {
	const all = union([...shellAlone, ...some], more);
	return all.includes("all") ? ["all"] : words.filter((word) => all.includes(word));
}

function readHands(written: readonly WrittenWord[], faults: SettingFaults): readonly Governed[] {
	return written.flatMap((word) => {
		const hand = words.find((one) => one === word.text);
		if (hand !== undefined) return [hand];
		const [help, more] = [didYouMean(word.text, words), respelling(word, words)];
		faults.error("bad-setting", word.span, `\`${word.text}\` is no hand of an agent`, help, more);
		return [];
	});
}

export const govern = {
	keyword: "govern",
	form: "names",
	summary: "which of an agent's calls its rules decide: those of the shell alone, when nobody says",
	example: "govern all",
	decides: true,
	more: "What is not governed is left to the harness. [More](#other-tools-than-the-shell)",
	names,
	nothing: "shell",
	meansNothing: "the shell alone",
	unsaid: shellAlone,
	values,
} as const satisfies NamesRecord<Governed>;
