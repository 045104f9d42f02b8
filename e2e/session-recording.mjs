/** What hooks were told in a way of a session, without what is of this machine, of this day or of anybody: the tests of the hook ask it the same again. */

/** `records`: see `sessions.mjs`. `places`: folders by the names that stand for them. `own`: the process that started the harness. */
export function recordingOf({ harness, version, way, date, records, places, own }) {
	const names = namesFor(places);
	const processes = new Map();
	return {
		harness,
		version,
		date,
		way,
		told: records.map(({ kind, by, said }) => ({
			...(kind === "asked" ? {} : { isOnlyHeard: true }),
			by: harnessesIn(by, own).map((one) => numbered(processes, one, "p")),
			said: without(said, names),
		})),
	};
}

/** Shells, and what starts our own hook, stand in between; the nearest first. */
function harnessesIn(by, own) {
	const end = by.findIndex(([pid]) => Number(pid) === own);
	const from = by.slice(0, end < 0 ? by.length : end);
	return from
		.filter(([, program = ""]) => !/(?:^|\/)(?:(?:ba|da|z|k|fi|a)?sh|timeout|env|script)$/.test(program))
		.map(([pid, , start]) => `${pid}:${start}`);
}

function numbered(known, one, letter) {
	if (!known.has(one)) known.set(one, `${letter}${known.size + 1}`);
	return known.get(one);
}

const ids =
	/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?:ses|evt|msg|prt|usr)_\w{20,}|\ba[0-9a-f]{16}\b|\b(?:[a-z]+_)?\d{13}_\w+|(?<=-)[0-9a-f]{8}(?=\.jsonl)|\b[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** A text as it may be shown to anybody. The same name stands for the same thing all through. */
function namesFor(places) {
	const known = new Map();
	return (text) => {
		let shown = text;
		for (const [name, path] of Object.entries(places)) {
			shown = shown
				.replaceAll(path, `/${name}`)
				.replaceAll(path.slice(1), name)
				.replaceAll(path.replaceAll(/[^A-Za-z0-9]/g, "-"), `-${name}`);
		}
		return shown
			.replaceAll(ids, (id) => numbered(known, id, "id-"))
			.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:9")
			.replaceAll(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d(?:[:-]\d\d)?(?:\.\d+Z)?/g, "2026-01-01T00:00:00");
	};
}

function without(value, names) {
	if (typeof value === "string") return names(value.length > 400 ? `${value.slice(0, 100)}…` : value);
	// A time in milliseconds.
	if (typeof value === "number") return value > 1e12 ? 1_767_225_600_000 : value;
	if (Array.isArray(value)) return value.map((one) => without(one, names));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [names(key), without(one, names)]));
}
