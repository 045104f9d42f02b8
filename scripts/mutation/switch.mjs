/**
 * What a module with mutants asks at run time: which of two ways to go. While tests are looked at, it goes the right way, and notes each mutant that would
 * have made a difference there; while one is tried, it goes wrong where that one stands.
 */
export function mutantSwitch({ looking, isTried, reach }) {
	const choose = looking
		? (id, right, _, differs) => {
				const value = right();
				if (differs(value)) reach(id);
				return value;
			}
		: (id, right, wrong) => (isTried(id) ? wrong() : right());
	const mutant = (id) => {
		if (looking) reach(id);
		return !looking && isTried(id);
	};
	return Object.assign(mutant, {
		condition: (whenTrue, whenFalse, value) => {
			if (looking) reach(value ? whenFalse : whenTrue);
			return looking ? value : isTried(whenTrue) || (!isTried(whenFalse) && value);
		},
		loop: (id, value) => {
			if (looking && value) reach(id);
			return (looking || !isTried(id)) && value;
		},
		not: (id, value) => (mutant(id) ? value : !value),
		// What comes second may throw where it is asked out of turn.
		both: (id, one, other) =>
			choose(
				id,
				() => one && other(),
				() => one || other(),
				(value) => !one || value !== one,
			),
		either: (id, one, other) =>
			choose(
				id,
				() => one || other(),
				() => one && other(),
				(value) => Boolean(one) || value !== one,
			),
		compare: (id, one, other, right, wrong) =>
			choose(
				id,
				() => right(one, other),
				() => wrong(one, other),
				(value) => wrong(one, other) !== value,
			),
		call: (id, list, right, wrong) =>
			choose(
				id,
				() => right(list),
				() => wrong(list),
				(value) => (Array.isArray(value) ? value.length !== list?.length : list?.length !== 1),
			),
	});
}
