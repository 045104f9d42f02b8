/**
 * Holds the shipped packs against other projects' own cases, and prints where they and we disagree. Their cases are read where they lie
 * (`../shared/corpora/peers`, or what `BYLAW_CORPORA` names); without them there is nothing to print.
 *
 *	npm run packs                            the share of equal answers, for each project
 *	npm run packs -- --peer Dippy            its disagreements as well; --only theirs (they alone hold back), --only ours
 *	npm run packs -- --peer nah --pack ci    under another pack
 *	npm run packs -- --peer nah --json       one JSON object a disagreement
 *	npm run packs -- --attacks read-only     the attacks of `test/corpora` that a pack lets through
 *	npm run packs -- --calls                 the calls of `test/corpora` that `read-only` answers otherwise than they are listed
 */
import { parseArgs } from "node:util";
import { loadTypescript } from "./load-typescript.mjs";
import { root } from "./root.mjs";

const text = { type: "string" };
const { values: options } = parseArgs({
	options: {
		peer: text,
		pack: text,
		only: text,
		all: { type: "boolean" },
		json: { type: "boolean" },
		attacks: text,
		calls: { type: "boolean" },
	},
});

process.chdir(root);
const { agreement, answersTo, attacksUnder, callsUnderReadOnly, peerNames, peersFolder } = await loadTypescript([
	"test/packs/peers.ts",
	"test/packs/corpora.ts",
]);
if (options.attacks !== undefined) printThrough(attacksUnder(options.attacks));
else if (options.calls) printThrough(callsUnderReadOnly());
else if (peersFolder() === undefined)
	console.log("there are no cases of other projects here: name their folder in BYLAW_CORPORA");
else for (const peer of options.peer === undefined ? peerNames : [options.peer]) print(peer);

function printThrough(answers) {
	const wrong = answers.filter(({ expected, effect }) => (expected === "deny") === (effect === "allow"));
	for (const { id, command, about, effect, rules } of options.calls
		? wrong
		: wrong.filter((one) => one.effect === "allow"))
		console.log(`${effect} ${rules.join(" ")}: ${id}\n  ${JSON.stringify(command).slice(1, -1)}\n    ${about}`);
	const held = answers.filter(({ expected, effect }) => expected === "deny" && effect !== "allow").length;
	console.log(`held back: ${held} of ${answers.filter(({ expected }) => expected === "deny").length}`);
}

function print(peer) {
	const answers = answersTo(peer, options.pack);
	const apart = answers.filter((one) => one.ours !== one.theirs);
	const held = (side) => apart.filter((one) => one[side === "theirs" ? "ours" : "theirs"]);
	if (!options.json)
		console.log(
			`${peer}: ${(100 * agreement(answers)).toFixed(1)} % of ${answers.length}; only they hold back ${held("theirs").length}, only we ${held("ours").length}`,
		);
	if (options.peer === undefined) return;
	for (const one of options.only === undefined ? (options.all ? answers : apart) : held(options.only)) {
		if (options.json) console.log(JSON.stringify(one));
		else
			console.log(
				`${one.theirs === one.ours ? "both " : ""}${one.theirs ? "they let it through" : "they hold it back"}, we ${one.effect} ${one.rules.join(" ") || one.code}\n  ${JSON.stringify(one.command).slice(1, -1)}\n    ${one.note}`,
			);
	}
}
