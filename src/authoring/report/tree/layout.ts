/**
 * Where the nodes of a tree go so that it looks tidy: children side by side in their order, parents above the middle of them, subtrees as close as they can be, equal
 * ones alike. In linear time, after Buchheim, Jünger and Leipert, "Improving Walker's Algorithm to Run in Linear Time" (Graph Drawing 2002), which mends
 * Walker's extension of Reingold and Tilford, "Tidier Drawings of Trees" (1981).
 */

export interface Node<T> {
	readonly of: T;
	readonly children: readonly Node<T>[];
}

export interface Placed<T> {
	readonly of: T;
	/** Levels below the root. */
	readonly depth: number;
	/** Across the levels: neighbours of one level are at least 1 apart. The smallest is 0. */
	readonly across: number;
	readonly parent: Placed<T> | undefined;
}

/** The nodes with their places, parents before their children. */
export function layout<T>(root: Node<T>): readonly Placed<T>[] {
	const tree = draftOf(root, undefined, 0, 0);
	firstWalk(tree);
	const placed: Placed<T>[] = [];
	secondWalk(tree, -tree.preliminary, undefined, placed);
	const least = placed.reduce((min, { across }) => Math.min(min, across), 0);
	if (least === 0) return placed;
	const moved = new Map<Placed<T>, Placed<T>>();
	return placed.map((one) => {
		const next = { ...one, across: one.across - least, parent: one.parent && moved.get(one.parent) };
		moved.set(one, next);
		return next;
	});
}

interface Draft<T> {
	readonly of: T;
	readonly parent: Draft<T> | undefined;
	readonly children: readonly Draft<T>[];
	/** Its place among its siblings. */
	readonly place: number;
	readonly depth: number;
	preliminary: number;
	modifier: number;
	shift: number;
	change: number;
	thread: Draft<T> | undefined;
	ancestor: Draft<T>;
}

function draftOf<T>(node: Node<T>, parent: Draft<T> | undefined, place: number, depth: number): Draft<T> {
	const children: Draft<T>[] = [];
	const draft = {
		of: node.of,
		parent,
		children,
		place,
		depth,
		preliminary: 0,
		modifier: 0,
		shift: 0,
		change: 0,
		thread: undefined,
	} as unknown as Draft<T>;
	draft.ancestor = draft;
	node.children.forEach((child, index) => {
		children.push(draftOf(child, draft, index, depth + 1));
	});
	return draft;
}

function firstWalk<T>(node: Draft<T>): void {
	const sibling = node.parent?.children[node.place - 1];
	if (node.children.length === 0) {
		node.preliminary = sibling === undefined ? 0 : sibling.preliminary + 1;
		return;
	}
	let left = node.children[0] as Draft<T>;
	for (const child of node.children) {
		firstWalk(child);
		left = apportion(child, left);
	}
	executeShifts(node);
	const first = node.children[0] as Draft<T>;
	const last = node.children.at(-1) as Draft<T>;
	const middle = (first.preliminary + last.preliminary) / 2;
	if (sibling === undefined) node.preliminary = middle;
	else {
		node.preliminary = sibling.preliminary + 1;
		node.modifier = node.preliminary - middle;
	}
}

/** Moves a subtree away from those on its left, along the contours of both. The subtree that is taken for the left one next. */
function apportion<T>(node: Draft<T>, left: Draft<T>): Draft<T> {
	const sibling = node.parent?.children[node.place - 1];
	if (sibling === undefined) return left;
	let insideRight: Draft<T> = node;
	let outsideRight: Draft<T> = node;
	let insideLeft: Draft<T> = sibling;
	let outsideLeft = node.parent?.children[0] as Draft<T>;
	let insideRightSum = insideRight.modifier;
	let outsideRightSum = outsideRight.modifier;
	let insideLeftSum = insideLeft.modifier;
	let outsideLeftSum = outsideLeft.modifier;
	let nextRight = nextOnLeft(insideRight);
	let nextLeft = nextOnRight(insideLeft);
	while (nextLeft !== undefined && nextRight !== undefined) {
		insideLeft = nextLeft;
		insideRight = nextRight;
		outsideLeft = nextOnLeft(outsideLeft) as Draft<T>;
		outsideRight = nextOnRight(outsideRight) as Draft<T>;
		outsideRight.ancestor = node;
		const shift = insideLeft.preliminary + insideLeftSum - (insideRight.preliminary + insideRightSum) + 1;
		if (shift > 0) {
			const from = insideLeft.ancestor.parent === node.parent ? insideLeft.ancestor : left;
			moveSubtree(from, node, shift);
			insideRightSum += shift;
			outsideRightSum += shift;
		}
		insideLeftSum += insideLeft.modifier;
		insideRightSum += insideRight.modifier;
		outsideLeftSum += outsideLeft.modifier;
		outsideRightSum += outsideRight.modifier;
		nextLeft = nextOnRight(insideLeft);
		nextRight = nextOnLeft(insideRight);
	}
	if (nextLeft !== undefined && nextOnRight(outsideRight) === undefined) {
		outsideRight.thread = nextLeft;
		outsideRight.modifier += insideLeftSum - outsideRightSum;
	}
	if (nextRight !== undefined && nextOnLeft(outsideLeft) === undefined) {
		outsideLeft.thread = nextRight;
		outsideLeft.modifier += insideRightSum - outsideLeftSum;
		return node;
	}
	return left;
}

function nextOnLeft<T>(node: Draft<T>): Draft<T> | undefined {
	return node.children[0] ?? node.thread;
}

function nextOnRight<T>(node: Draft<T>): Draft<T> | undefined {
	return node.children.at(-1) ?? node.thread;
}

/** Moves a subtree, and notes that those between it and the other are to be spread. */
function moveSubtree<T>(from: Draft<T>, to: Draft<T>, shift: number): void {
	const between = to.place - from.place;
	to.change -= shift / between;
	to.shift += shift;
	from.change += shift / between;
	to.preliminary += shift;
	to.modifier += shift;
}

function executeShifts<T>({ children }: Draft<T>): void {
	let shift = 0;
	let change = 0;
	for (const child of children.toReversed()) {
		child.preliminary += shift;
		child.modifier += shift;
		change += child.change;
		shift += child.shift + change;
	}
}

function secondWalk<T>(node: Draft<T>, sum: number, parent: Placed<T> | undefined, placed: Placed<T>[]): void {
	const own: Placed<T> = { of: node.of, depth: node.depth, across: node.preliminary + sum, parent };
	placed.push(own);
	for (const child of node.children) secondWalk(child, sum + node.modifier, own, placed);
}
