/** What options mean whatever their program is: which of them rehearse, which say only how it is done, and which ask nobody. */

/** With it the program says what it would do, and does nothing: `--dry-run`, `--check`, `--noop`, `--just-print`. */
export function isRehearsal(name: string): boolean {
	return rehearsal.test(name);
}

const rehearsal =
	/^--?(?:dry[-_]?run(?:-[a-z]+)?|just-print|recon|no-?op|no-act|simulat(?:e|ion)|pretend|what-?if|whatif|preview|check(?:-only|-mode)?|plan-only|test-run|print-only)$/i;

/** It asks nobody, tells more or less, or holds a terminal: the deed is the same without it. */
export function isManner(name: string): boolean {
	return manner.test(name);
}

const manner =
	/^--?(?:force|yes|assume-?yes|no-?confirm|no-?prompt|auto-approve|verbose|quiet|silent|progress|no-progress|interactive|stdin|tty|wait|no-wait|debug|no-color|color)$/;

/** Without `--force` these do nothing. */
export const needsForce: ReadonlySet<string> = new Set(["git clean", "git worktree", "lvremove", "mkfs"]);

/** The program asks nothing, or heeds nothing: `-y`, `--yes`, `-auto-approve`, `--force`, `--no-confirm`, `--interactive=never`. `-f` is a file for many. */
export function waives(option: string): boolean {
	return waiving.test(option);
}

const waiving =
	/^(?:-y|--?(?:(?:assume-)?yes(?:-[a-z-]+)?|force|force-yes|auto-?approve|approve|confirm(?:ed)?|no-?(?:confirm|input|prompt|interaction)|skip-?(?:confirm(?:ation)?|prompts?|approval)|non-?interactive|(?:interactive|confirm|prompt|ask)=(?:never|no|none|off|false|0)|i-(?:know|am|really)[\w-]*|dangerously-[\w-]+|unattended))$/i;
