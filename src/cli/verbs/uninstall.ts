/** `rules uninstall`: takes the hook out of a harness's settings again, and nothing else. */
import { rmdirSync } from "node:fs";
import { dirname } from "node:path";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { planUninstall } from "../../runtime/harnesses/install/plan.js";
import { planManagedUninstall } from "../../runtime/harnesses/install/plan-managed.js";
import { addedTo, forgetNotes } from "../harness/before-install.js";
import { codexTrustChange } from "../harness/codex-trust-change.js";
import { foreignHookFiles } from "../harness/foreign-hook-files.js";
import { checkRights, chosenRoot, managedFiles, managedRegistration } from "../harness/managed-machine.js";
import {
	chosenHarness,
	chosenScope,
	defineScope,
	newsFiles,
	places,
	registrationFiles,
	type ScopeOptions,
} from "../harness/registration-choice.js";
import { type Installation, installationRecord, installationText } from "../harness/render-changes.js";
import { applyChanges, settingsText } from "../harness/settings-change.js";
import { applyUnits, shownUnits } from "../harness/units/holding-units.js";
import { leftUnits } from "../harness/units/resident-units.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Verb } from "../verb.js";

interface Options extends ScopeOptions {
	readonly dryRun?: true;
	readonly json?: true;
}

export const uninstall: Verb = {
	define: (command) => {
		defineScope(command.usage("--harness NAME [options]"))
			.option("--dry-run", "show what would change, and change nothing")
			.option("--json", "print what changed as JSON");
	},
	examples: [["rules uninstall --harness claude-code", "the harness asks the rules no more"]],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const harness = chosenHarness(options.harness);
		const scope = chosenScope(options);
		if (scope === "managed") return await managed(options, harness, terminal);
		const around = places();
		const own = registrationFiles(harness, scope, around, options.settings);
		const files = [...own, ...newsFiles(harness, own)];
		const planned = planUninstall(harness.name, files, settingsText, (path) => addedTo(harness.name, path));
		if ("message" in planned) throw new WrongQuestion(planned.message, planned.help);
		const [change] = planned;
		const trust =
			harness.name === "codex" && change !== undefined ? codexTrustChange(files, change, around) : undefined;
		const changes = trust === undefined || trust.before === trust.after ? planned : [...planned, trust];
		const units = leftUnits(harness.name, files, planned, around);
		if (options.dryRun !== true) {
			applyChanges(changes.filter(({ before, after }) => before !== after));
			forgetNotes(harness.name, files);
		}
		const left = options.dryRun === true ? units : await applyUnits(units);
		const done: Installation = {
			harness: harness.name,
			scope,
			dryRun: options.dryRun === true,
			changes: [...changes, ...shownUnits(left)],
			notes: [...foreignHookFiles(harness.name, files, changes), ...(left.note === undefined ? [] : [left.note])],
		};
		await terminal.print(
			options.json === true
				? `${JSON.stringify(installationRecord(done))}\n`
				: installationText(done, "the rules are asked no more", "nothing of ours is in it"),
		);
		return exit.yes;
	},
};

/** Takes out what is registered for everybody who uses the machine. */
async function managed(options: Options, harness: HookedHarness, terminal: Terminal): Promise<number> {
	const { name } = harness;
	const root = chosenRoot(options.root);
	if (options.dryRun !== true) checkRights("uninstall", root);
	const files = managedFiles(managedRegistration(harness), places(), root, true);
	const changes = planManagedUninstall(name, files, settingsText);
	if ("message" in changes) throw new WrongQuestion(changes.message, changes.help);
	const lists = files.flatMap(({ path, file }) => (file.kind === "list" ? [{ path, file }] : []));
	const done: Installation = {
		harness: name,
		scope: "managed",
		dryRun: options.dryRun === true,
		changes,
		notes: foreignHookFiles(name, lists, changes),
	};
	if (options.dryRun !== true) {
		applyChanges(changes.filter(({ before, after }) => before !== after));
		for (const { path, file } of files) if (file.kind === "launcher") removeFolder(dirname(path));
	}
	await terminal.print(
		options.json === true
			? `${JSON.stringify(installationRecord(done))}\n`
			: installationText(done, "the rules are asked no more", "nothing of ours is in it"),
	);
	return exit.yes;
}

/** The launcher's own folder, where nothing else lies in it. */
function removeFolder(path: string): void {
	try {
		rmdirSync(path);
	} catch {
		// Somebody keeps something in it, or it is gone.
	}
}
