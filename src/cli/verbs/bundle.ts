/** `rules bundle`: one policy for many machines: signed where it is written, verified where it decides. */
import { Argument, Option } from "commander";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { type BundleAction, type BundleOption, type BundleQuestion, bundleActions } from "../bundle/bundle-question.js";
import { knowing } from "../known-values.js";
import { collect, duration } from "../options.js";
import { definePolicy } from "../policy/policy-choice.js";
import { WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

export const bundle: Verb = {
	define: (command) => {
		definePolicy(
			command
				.usage("(keys | build | rollout | renew | rotate | delegate | verify | refresh | status) WHERE [options]")
				.addArgument(knowing(new Argument("<ACTION>", "what to do"), () => Object.keys(bundleActions)))
				.argument(
					"<WHERE>",
					"of `keys` a folder of keys; of `build`, `rollout`, `renew`, `rotate` and `delegate` the repository; of `verify` its address or folder; of `refresh` and `status` the settings (`NAME.bundle.json`)",
				)
				.option("--keys <FOLDER>", "the private keys to sign with; may be repeated", collect)
				.option("--channel <NAME>", "`stable`, or `TEAM/NAME` of a team"),
		)
			.option("--suite <FILE>", "of `build`: a suite that every machine puts the policy to; may be repeated", collect)
			.option(
				"--safe <FILE|PACK>",
				"of `build`: the policy that decides when the bundle has expired; all is denied when absent; may be repeated",
				collect,
			)
			.option("--share <SHARE>", "of `build` and `rollout`: the release is for this share of the machines, `1%`")
			.option(
				"--machines <PATTERN>",
				"of `build` and `rollout`: it is for the machines of these names, `ci-*`; may be repeated",
				collect,
			)
			.option(
				"--agents <PATTERN>",
				"of `build` and `rollout`: there it decides for the agents of these names, and the release before for the others; may be repeated",
				collect,
			)
			.option(
				"--repositories <PATTERN>",
				"of `build` and `rollout`: there it decides in these repositories, `github.com/acme/*`; may be repeated",
				collect,
			)
			.option("--shadow", "of `build` and `rollout`: it decides nothing yet, and is put on record beside what decides")
			.option("--everyone", "of `rollout`: it is for all machines")
			.option("--back", "of `rollout`: all machines go back to the release before, which is a new one")
			.option(
				"--promise <LOG>",
				"of `build` and `rollout`: machines that deny more than by this log stop with the release by themselves",
			)
			.option("--margin <SHARE>", "beside `--promise`: by how much that may be exceeded (default: `5%`)")
			.option("--threshold <ROLE=NUMBER>", "how many signatures a role takes; may be repeated", collect)
			.option("--expires <ROLE=DAYS>", "how long signatures of a role hold, `timestamp=7d`; may be repeated", collect)
			.option(
				"--role <ROLE>",
				"of `keys` and `rotate`: `root`, `targets`, `snapshot`, `timestamp`; of `keys` a team as well; may be repeated",
				collect,
			)
			.option("--team <NAME>", "of `delegate`: who gets the channels `NAME/…`")
			.option("--to <FOLDER>", "of `rotate` and `delegate`: the folder of the keys that may sign from now on")
			.option(
				"--ceiling <FILE|PACK>",
				"of `delegate`: the policy that the team's may not be looser than; may be repeated",
				collect,
			)
			.option("--root <FILE>", "of `verify`: the root that is trusted (default: the first one of a folder)")
			.addOption(
				new Option("--jitter <TIME>", "of `refresh`: begins at some moment within this time").argParser(duration),
			)
			.addOption(
				new Option("--deadline <TIME>", "of `refresh`: gives up after this time (default: `30s`)").argParser(duration),
			)
			.option(
				"--log <LOG>",
				"of `refresh`: the decision log by which a release is compared with the one before (default: that of the settings)",
			)
			.option("--most-looser <SHARE>", "of `refresh`: a release that allows more than this of the log stops, `1%`")
			.option("--most-stricter <SHARE>", "of `refresh`: a release that refuses more than this of the log stops, `5%`")
			.option("--json", "of `verify`, `refresh` and `status`: print the answer as JSON");
	},
	examples: [
		["rules bundle keys ~/.config/bylaw/keys", "keys for a new repository"],
		["rules bundle build site --keys ~/.config/bylaw/keys --channel stable", "a signed release of the nearest policy"],
		["rules bundle rollout site --keys keys --channel stable --share 10%", "the newest release for one machine in ten"],
		["rules bundle renew site --keys online", "what is signed each day"],
		["rules bundle verify https://rules.example.com/ --root root.json", "is it as a new machine wants it?"],
		["rules bundle refresh /etc/bylaw/fleet.bundle.json", "what a machine's timer runs"],
		["rules bundle status /etc/bylaw/fleet.bundle.json", "what decides here, and how old is it?"],
	],
	run: async (command, { terminal }) => {
		const [name = "", where = "", ...more] = command.args;
		const action = actionOf(name);
		const options = command.opts<BundleQuestion["options"]>();
		const strange = (Object.keys(options) as BundleOption[]).find(
			(option) => !(bundleActions[action] as readonly BundleOption[]).includes(option),
		);
		if (strange !== undefined)
			throw new WrongQuestion(
				`\`--${optionName(strange)}\` does not belong to \`rules bundle ${action}\``,
				`it takes ${bundleActions[action].map((one) => `\`--${optionName(one)}\``).join(", ")}`,
			);
		if (more.length > 0)
			throw new WrongQuestion(`\`${more[0]}\` does not belong to \`rules bundle ${action}\``, "leave it out");
		const { answerBundle } = await import("../bundle/bundle-actions.js");
		return answerBundle({ action, where, options }, terminal);
	},
};

/** `mostLooser` as it is written. */
function optionName(option: string): string {
	return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function actionOf(name: string): BundleAction {
	const names = Object.keys(bundleActions) as BundleAction[];
	const found = names.find((one) => one === name);
	if (found !== undefined) return found;
	throw new WrongQuestion(
		`\`${name}\` is nothing that can be done with bundles`,
		didYouMean(name, names) ?? `there are ${names.map((one) => `\`${one}\``).join(", ")}`,
	);
}
