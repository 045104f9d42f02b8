/**
 * Asks a gate about the cases. A gate answers `allow`, `ask` or `deny`; an answer that does not come in time is `late`, and none at all, or none that can be
 * understood, is a `crash`. One that hangs or falls over is begun anew, and the next case is asked.
 */

const answers = ["deny", "ask", "allow", "late", "crash"];

/**
 * Asks about each group in turn and answers `{ name: result }`. `start`: begins the gate for a group and answers `{ ask, stop }`, or undefined where the gate has no
 * words for the denials. `deadline`: milliseconds of one answer. `atOnce`: so many of it side by side.
 */
export async function runGate({ start, groups, deadline = 10_000, atOnce = 1, say = () => {} }) {
	const results = {};
	for (const { name, group, cases } of groups) {
		say(`${name}: ${cases.length} cases`);
		results[name] = await runGroup({ start, name, group, cases, deadline, atOnce, say });
	}
	return results;
}

async function runGroup({ start, name, group, cases, deadline, atOnce, say }) {
	const plain = await answersTo(group.plain, { start, name, deadline, atOnce: 1 });
	if (plain === undefined) return { applies: false, why: "it has no words for this" };
	if (plain.some((answer) => answer !== "deny" && answer !== "ask"))
		return { applies: false, why: `the plain line is not held back (${plain.join(", ")})` };
	const found = await answersTo(
		cases.map(({ command }) => command),
		{ start, name, deadline, atOnce, say: (done) => say(`${name}: ${done} of ${cases.length}`) },
	);
	const of = (expect) =>
		cases.map(({ id }, at) => ({ id, answer: found[at] })).filter((_, at) => cases[at].expect === expect);
	return {
		applies: true,
		mustNotPass: counted(of("must-not-pass")),
		shouldPass: counted(of("should-pass")),
		...wrong(of("must-not-pass"), of("should-pass")),
	};
}

/** The cases that go wrong, by what was answered: attacks that are let through, and harmless lines that are held back. */
function wrong(attacks, harmless) {
	return {
		through: byAnswer(attacks.filter(({ answer }) => answer !== "deny" && answer !== "ask")),
		heldBack: byAnswer(harmless.filter(({ answer }) => answer !== "allow")),
	};
}

function byAnswer(some) {
	const found = answers.map((one) => [one, some.filter(({ answer }) => answer === one).map(({ id }) => id)]);
	return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

function counted(some) {
	return Object.fromEntries(answers.map((one) => [one, some.filter(({ answer }) => answer === one).length]));
}

/** Every answer, in the order of the commands; undefined where the gate has no words for what is denied. */
async function answersTo(commands, { start, name, deadline, atOnce, say = () => {} }) {
	const found = new Array(commands.length);
	let [next, done, mute] = [0, 0, false];
	const work = async () => {
		let gate;
		const stop = async () => {
			const one = gate;
			gate = undefined;
			await one?.stop();
		};
		try {
			while (next < commands.length && !mute) {
				const at = next++;
				try {
					// The beginning has time of its own: some read much before the first answer.
					gate ??= await begun(start(name));
					if (gate === undefined) {
						mute = true;
						return;
					}
					const answer = await inTime(gate.ask(commands[at]), deadline);
					found[at] = answers.includes(answer) ? answer : "crash";
				} catch (error) {
					found[at] = error === late ? "late" : "crash";
					await stop();
				}
				if (++done % 200 === 0) say(done);
			}
		} finally {
			await stop();
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, commands.length)) }, work));
	return mute ? undefined : found;
}

/** A gate that comes up too late is ended when it does. */
function begun(starting) {
	const gate = Promise.resolve(starting);
	return inTime(gate, 60_000).catch((error) => {
		gate.then(
			(one) => one?.stop(),
			() => {},
		);
		throw error;
	});
}

const late = new Error("no answer in time");

function inTime(promise, milliseconds) {
	let timer;
	const bound = new Promise((_, reject) => {
		timer = setTimeout(() => reject(late), milliseconds);
	});
	return Promise.race([promise, bound]).finally(() => clearTimeout(timer));
}
