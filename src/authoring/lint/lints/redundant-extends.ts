/** `redundant-extends`: a name behind `extends` that another one there brings along anyway. */

import type { PolicyLint } from "../lint-record.js";
import { type Heir, type Inheritance, inheritanceOf } from "../reading/inheritance.js";
import { elementDeletion } from "../reading/part-deletion.js";

export const redundantExtends: PolicyLint = {
	name: "redundant-extends",
	family: "agents",
	severity: "info",
	summary: "an `extends` names what another name in it brings along",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => {
		const inheritance = inheritanceOf(subject);
		return inheritance.own.flatMap(({ statement, file }) => {
			const names = statement.extends;
			if (names.length < 2) return [];
			const [found] = names.flatMap((name, at) => {
				const by = bringing(at, names, file, inheritance);
				return by === undefined ? [] : [{ name, at, by }];
			});
			if (found === undefined) return [];
			const { name, at, by } = found;
			const edit = elementDeletion(
				names.map(({ span }) => span),
				at,
				subject,
			);
			return [
				{
					message:
						by.text === name.text
							? `\`extends\` names \`${name.text}\` twice`
							: `\`${by.text}\` extends \`${name.text}\` already`,
					span: name.span,
					help: `leave out \`${name.text}\``,
					...(edit === undefined ? {} : { fix: { title: `leave out \`${name.text}\``, edits: [edit], safe: true } }),
				},
			];
		});
	},
};

type Names = readonly { readonly text: string }[];

/** Another name of the list that brings all that this one does, and nothing else for it. */
function bringing(
	at: number,
	names: Names,
	file: string,
	inheritance: Pick<Inheritance, "named" | "closureOf">,
): Names[number] | undefined {
	const name = names[at];
	const [heir, ...more] = name === undefined ? [] : inheritance.named(name.text, file);
	if (name === undefined || heir === undefined || more.length > 0) return undefined;
	const inner = inheritance.closureOf(heir);
	return names.find((other, index) => {
		if (index === at || (other.text === name.text && index > at)) return false;
		const outer = inheritance.named(other.text, file).map((one) => inheritance.closureOf(one));
		return outer.some((closure) => closure.has(heir)) && outer.every((closure) => addsOnly(closure, inner));
	});
}

/** What comes down unchanged through the closure: nothing on the way overrides, limits, or sets a variable, which a second way would undo. */
function addsOnly(closure: ReadonlySet<Heir>, inner: ReadonlySet<Heir>): boolean {
	return [...closure].every(
		(heir) =>
			inner.has(heir) ||
			heir.body.every(
				(one) =>
					!(one.kind === "setting" && (one.form === "amount" || one.form === "variables")) &&
					!((one.kind === "rule" || one.kind === "setting") && one.override),
			),
	);
}
