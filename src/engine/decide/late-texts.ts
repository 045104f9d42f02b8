/**
 * Texts of an answer that are written when somebody reads them, once: of most answers nobody does, and to write them costs more than the rest. They are own
 * properties like the others, for whoever copies or prints the answer. One getter serves all answers: an object with a getter of its own is a slow one.
 */
import { Stamped } from "../records/stamped.js";

class LateMessage extends Stamped {
	#write: (() => string) | undefined;
	#text = "";

	constructor(answer: object, write: () => string) {
		super(answer);
		this.#write = write;
	}

	static of(answer: object): string {
		const late = ownerOf(answer, (one) => #write in one) as LateMessage;
		if (late.#write !== undefined) late.#text = late.#write();
		late.#write = undefined;
		return late.#text;
	}
}

class LateWorst extends Stamped {
	#write: (() => string | undefined) | undefined;
	#text: string | undefined;

	constructor(answer: object, write: () => string | undefined) {
		super(answer);
		this.#write = write;
	}

	static of(answer: object): string | undefined {
		const late = ownerOf(answer, (one) => #write in one) as LateWorst;
		if (late.#write !== undefined) late.#text = late.#write();
		late.#write = undefined;
		return late.#text;
	}
}

/** Whoever made an object after an answer reads the answer's. */
function ownerOf(answer: object, owns: (one: object) => boolean): object {
	let at = answer;
	while (!owns(at)) at = Object.getPrototypeOf(at);
	return at;
}

const message: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get() {
		return LateMessage.of(this);
	},
};

const worst: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get() {
		return LateWorst.of(this);
	},
};

/** Gives an answer its `message`. */
export function sayLate<T extends object>(answer: T, write: () => string): T & { readonly message: string } {
	new LateMessage(answer, write);
	return Object.defineProperty(answer, "message", message) as T & { readonly message: string };
}

/** Gives a question its `worst`. */
export function sayWorstLate<T extends { readonly worst?: string | undefined }>(
	answer: T,
	write: () => string | undefined,
): T {
	new LateWorst(answer, write);
	return Object.defineProperty(answer, "worst", worst);
}
