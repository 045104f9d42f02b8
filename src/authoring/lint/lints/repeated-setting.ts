/** `repeated-setting`: a line that says of an agent what it inherits anyway. */
import { isDeepStrictEqual } from "node:util";
import { applySettings } from "../../../language/policy/agent-settings/stated-settings.js";
import { Faults } from "../../../language/policy/faults.js";
import type { SettingStatement, Statement } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";
import { deletion } from "../reading/deletion.js";
import { inheritanceOf } from "../reading/inheritance.js";

export const repeatedSetting: PolicyLint = {
	name: "repeated-setting",
	family: "agents",
	severity: "info",
	summary: "a setting says what is inherited anyway",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => {
		const stated = new Map(subject.ownStatements().map((one) => [one.statement, one]));
		// An imported file may change: then the line is what keeps it so.
		const isOwn = subject.files.every(({ file, statements }) => subject.roots.includes(file) || !statements.some(says));
		const { own, inheritedSettings, parentsOf } = inheritanceOf(subject);
		return own.flatMap((heir) => {
			if (!heir.body.some(isSetting) || parentsOf(heir).length === 0) return [];
			const inherited = inheritedSettings(heir);
			const saying = (body: readonly Statement[]): ReturnType<typeof applySettings> =>
				applySettings(inherited, body, new Faults());
			const whole = saying(heir.body);
			const settings = heir.body.filter(isSetting);
			return settings.flatMap((statement) => {
				const others = settings.filter((one) => one !== statement);
				if (!isDeepStrictEqual(saying([statement]), inherited) || !isDeepStrictEqual(saying(others), whole)) return [];
				if (wouldLoosen(statement)) return [];
				const place = stated.get(statement);
				const edit = place && isOwn ? deletion(place, subject) : undefined;
				return [
					{
						message: `this \`${statement.keyword}\` says what \`${heir.name}\` inherits`,
						span: statement.span,
						help: "take it out: what is inherited holds without it",
						...(edit === undefined ? {} : { fix: { title: "take the line out", edits: [edit], safe: true } }),
					},
				];
			});

			/** A line that changes nothing since it would loosen is told as such. */
			function wouldLoosen(statement: Statement): boolean {
				const faults = new Faults();
				applySettings(inherited, [statement], faults);
				return faults.diagnostics.length > 0;
			}
		});
	},
};

/** A setting, or an agent or a group with one. */
function says(statement: Statement): boolean {
	return (
		isSetting(statement) || ((statement.kind === "agent" || statement.kind === "group") && statement.body.some(says))
	);
}

function isSetting(statement: Statement): statement is SettingStatement {
	return statement.kind === "setting";
}
