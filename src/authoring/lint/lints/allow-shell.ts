/** `allow-shell`: a shell that may run any script, or read any line from its input. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { grantedPrograms } from "../meaning/grants.js";
import { openedShell } from "../powers/opened-shells.js";

export const allowShell: PolicyLint = {
	name: "allow-shell",
	family: "breadth",
	severity: "error",
	summary: "an `allow` lets a shell run any script and whatever comes in through its input",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap((granted) => {
				const { name, span } = granted;
				const opened = seen.has(span.start) ? undefined : openedShell(stated, granted, subject);
				if (opened === undefined || opened.kind === "escape") return [];
				const instead = opened.kind === "starter" ? opened.instead : undefined;
				// A set may name many: one of them shows it.
				seen.add(span.start);
				return [
					{
						message: instead
							? `\`${name}\` starts a shell, which runs whatever comes in through its input, so this allows any line`
							: `\`${name}\` runs whatever stands in a script or comes in through its input, so this allows any line`,
						span,
						help: instead
							? `let it run what rules can read: \`allow ${name} with ${instead}\``
							: `name the scripts that it may run, \`allow ${name} scripts/build.sh\`, or allow the programs that they run`,
						witness: witnessCommandLine(opened.witness),
					},
				];
			});
		}),
};
