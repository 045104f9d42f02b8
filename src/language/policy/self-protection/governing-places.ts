/** Path patterns of rules: `**\/x` in any folder, `~/x` in the home folder, `/x` anywhere on the machine. A pattern means all below it as well. */
export interface GoverningPlaces {
	/** May not be written. */
	readonly written: readonly string[];
	/** Folders that hold some of them and other things too: they themselves, and nothing below, may not be written. */
	readonly folders: readonly string[];
	/** Folders of others that hold some of them: they themselves may not be deleted or moved. */
	readonly above: readonly string[];
	/** May be neither read nor written. */
	readonly hidden: readonly string[];
	/** Sets that every policy has, by their names. */
	readonly sets: Readonly<Record<string, readonly string[]>>;
}
