/**
 * What is never proposed, however often it was answered yes: secrets, code that can't be seen, what governs agents, and effects that leave this machine or can't be undone.
 * It is said as a policy, so that the engine that decides commands decides this, too; in doubt it is never proposed.
 */
import { decide } from "../../engine/decide/decide.js";
import type { CommandDecision, Decision } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { loadText } from "../../runtime/load/load.js";

const text = `
agent learned {
  default allow
  unreadable deny
  govern all
  syntax pipes, sequences, redirects, globs, variables, substitutions, loops, functions, heredocs, background
  environment accept *
  deny * using secrets because "it may show secrets" id secrets
  deny * touching @credential-files, @key-files, @credential-folders, **/*.pem, **/*.{tfstate,tfstate.backup,tfvars} because "it touches what lies where keys and passwords are kept, or may" id secret-files
  deny * using code, exec because "it runs code that can't be seen, or is a program that nobody here knows" id code
  deny * using write, delete touching @agent-settings, @agent-instructions, @tool-settings, **/.git/{hooks,config,config.worktree,info,modules,worktrees}, **/.gitmodules, **/*.rules, **/*.rules.yaml because "it changes what governs agents or runs later, or may" id governs
  deny * using network because "it goes beyond this machine, or may" id network
  deny * using delete because "what it takes away or writes over is lost, or may be" id delete
  # A folder or an empty file takes nothing away, and what git writes so it keeps.
  deny * using write touching / except mkdir, touch, git {add,commit,stash,tag,branch,notes,revert,cherry-pick,merge}, git worktree add because "what it takes away or writes over is lost, or may be" id write
  deny kill, pkill, killall, skill, xkill, fuser because "it ends what runs, and that can't be undone" id ends
  deny * using persistence, privilege because "it leaves something behind that runs later, or takes more rights, or may" id persistence
}
`;

let never: Tree | undefined;

function policy(): Tree {
	if (never === undefined) {
		const { tree, diagnostics } = loadText("never.rules", text);
		if (tree === undefined) throw new Error(`what is never learned can't be read: ${diagnostics[0]?.message ?? ""}`);
		never = tree;
	}
	return never;
}

/**
 * Why a request is never to be allowed without a question; undefined where nothing speaks against it.
 * `about`: the decision whose questions it is about; all of its commands where there is none.
 */
export function whyNever(request: Request, world: World, about?: Decision): string | undefined {
	const { effect, code, message, commands } = decide(policy(), { ...request, agent: "learned" }, world);
	if (effect === "allow") return undefined;
	if (code !== "rule") return "it can't be read for certain";
	const asked = new Set(
		about?.commands.filter((one) => one.effect !== "allow").map((one) => placeOf(one)) ?? commands.map(placeOf),
	);
	// Where the two read it otherwise, all of it counts.
	const isAlike = about === undefined || about.commands.length === commands.length;
	const held = commands.find((one) => one.effect !== "allow" && (!isAlike || asked.has(placeOf(one))));
	return held === undefined ? undefined : reasonOf(held.message || message);
}

function placeOf({ start, end, argv }: CommandDecision): string {
	return JSON.stringify([start, end, argv]);
}

/** Without what the engine adds for whoever asks. */
function reasonOf(message: string): string {
	return message.replace(/ \(It can't be known[^)]*\)$/, "");
}
