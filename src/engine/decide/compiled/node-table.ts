/**
 * Nodes as numbers: four each, in one array, so that a tree of a hundred thousand nodes is one block of memory and of a file.
 *
 *     branch   test      yes     no      unknown
 *     switch   -1        choice  0       0
 *     raise    -2        rule    sure    next
 *     grant    -3        rule    0       0
 *     default  -4        0       0       0
 */
import type { NodeId } from "../tree.js";

/** Numbers a node. */
export const cellsOfNode = 4;

/** What the first of a node's numbers says, where it is no test. */
export const isSwitch = -1;
export const isRaise = -2;
export const isGrant = -3;
export const isDefault = -4;

/** Takes nodes, each once: equal ones have one place. */
export class Cells {
	private cells: Int32Array;
	private count = 0;
	/** By the hash of their numbers; those of one hash are told apart by looking. Zero is free. */
	private places: Int32Array;

	/** With room for about so many. */
	constructor(nodes = 0) {
		const room = 2 ** Math.ceil(Math.log2(Math.max(nodes, 256)));
		this.cells = new Int32Array(room * cellsOfNode);
		this.places = new Int32Array(room * 2);
	}

	/** The place of the node with these numbers. */
	add(first: number, second: number, third: number, fourth: number): NodeId {
		const { cells, places } = this;
		const mask = places.length - 1;
		let slot = hashOf(first, second, third, fourth) & mask;
		for (;;) {
			const place = places[slot] as number;
			if (place === 0) break;
			const at = (place - 1) * cellsOfNode;
			if (cells[at] === first && cells[at + 1] === second && cells[at + 2] === third && cells[at + 3] === fourth)
				return place - 1;
			slot = (slot + 1) & mask;
		}
		const id = this.count++;
		places[slot] = id + 1;
		if ((id + 1) * cellsOfNode > cells.length) {
			this.cells = new Int32Array(cells.length * 2);
			this.cells.set(cells);
		}
		const at = id * cellsOfNode;
		this.cells[at] = first;
		this.cells[at + 1] = second;
		this.cells[at + 2] = third;
		this.cells[at + 3] = fourth;
		if (this.count * 2 > places.length) this.rehash();
		return id;
	}

	get length(): number {
		return this.count;
	}

	/** All nodes, in an array of their size. */
	all(): Int32Array {
		return this.cells.slice(0, this.count * cellsOfNode);
	}

	private rehash(): void {
		const { cells } = this;
		const places = new Int32Array(this.places.length * 2);
		const mask = places.length - 1;
		for (let id = 0; id < this.count; id++) {
			const at = id * cellsOfNode;
			const [first, second] = [cells[at] as number, cells[at + 1] as number];
			let slot = hashOf(first, second, cells[at + 2] as number, cells[at + 3] as number) & mask;
			while (places[slot] !== 0) slot = (slot + 1) & mask;
			places[slot] = id + 1;
		}
		this.places = places;
	}
}

/** Mixes as MurmurHash3 does at its end. */
function hashOf(first: number, second: number, third: number, fourth: number): number {
	let hash = Math.imul(first, 0x9e3779b1);
	hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13) ^ third, 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 16) ^ fourth, 0x27d4eb2f);
	return (hash ^ (hash >>> 15)) >>> 0;
}
