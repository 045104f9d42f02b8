/** `shell-escape`: a pager, an editor, a debugger or a client with a shell inside may run other programs. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { grantedPrograms } from "../meaning/grants.js";
import { openedShell } from "../powers/opened-shells.js";

export const shellEscape: PolicyLint = {
	name: "shell-escape",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` opens a program with a shell inside: a pager, an editor, a debugger or a client",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap((granted) => {
				const { name, facts, span } = granted;
				const opened = seen.has(span.start) ? undefined : openedShell(stated, granted, subject);
				if (opened?.kind !== "escape") return [];
				const { typed, witness } = opened;
				seen.add(span.start);
				const byPurpose = facts.powers.some((one) => one === "exec" || one === "code");
				return [
					{
						message: `\`${name}\` has a shell inside, and \`${typed}\` starts it: no rule looks at what runs there`,
						span,
						help: byPurpose
							? `leave \`${name}\` to people, or deny it and name what agents use instead: \`deny ${name} use …\``
							: `grant its plain use, \`allow ${name}\`, without \`granting\``,
						witness: witnessCommandLine(witness),
					},
				];
			});
		}),
};
