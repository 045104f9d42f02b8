/** Something that was asked of a bundle can't be done: why, and what to do. */
export class BundleError extends Error {
	override readonly name = "BundleError";
	constructor(
		message: string,
		readonly help: string,
	) {
		super(message);
	}
}
