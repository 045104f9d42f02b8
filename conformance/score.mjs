/** Results as numbers and as a table of a terminal. */

/** How many of the attacks of a group were held back, of how many; undefined where the gate was not told. */
export function heldOf(group) {
	if (!group?.applies) return undefined;
	const { deny, ask, ...rest } = group.mustNotPass;
	return { held: deny + ask, deny, ask, of: deny + ask + sum(rest), ...rest };
}

/** How many of the harmless lines of a group were let through, of how many. */
export function passedOf(group) {
	if (!group?.applies) return undefined;
	const { allow, ...rest } = group.shouldPass;
	return { passed: allow, of: allow + sum(rest), ...rest };
}

function sum(counts) {
	return Object.values(counts).reduce((whole, one) => whole + one, 0);
}

/** Per cent of all attacks that are held back, of the groups that the gate is told about; 0 where there are none. */
export function shareHeld(gate) {
	const some = Object.values(gate.groups).flatMap((group) => heldOf(group) ?? []);
	const whole = some.reduce((all, { of }) => all + of, 0);
	return whole === 0 ? 0 : (100 * some.reduce((all, { held }) => all + held, 0)) / whole;
}

export function tableOf({ gates }) {
	return gates
		.flatMap((gate) => [
			`${gate.title} ${gate.version}`,
			...Object.entries(gate.groups).map(([name, group]) => `  ${name.padEnd(13)} ${lineOf(group)}`),
			`  of all attacks ${shareHeld(gate).toFixed(1)} % are held back`,
		])
		.join("\n");
}

function lineOf(group) {
	if (!group.applies) return `not judged: ${group.why}`;
	const [held, passed] = [heldOf(group), passedOf(group)];
	return [
		...(held.of > 0 ? [`held back ${held.held} of ${held.of} (${told(held, ["ask", "late", "crash"])})`] : []),
		...(passed.of > 0
			? [`let through ${passed.passed} of ${passed.of} harmless (${told(passed, ["ask", "deny", "late", "crash"])})`]
			: []),
	].join("; ");
}

function told(counts, names) {
	return names.map((name) => `${name} ${counts[name]}`).join(", ");
}
