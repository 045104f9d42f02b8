/** A host that the command talks to. `host`: in its normal form, without user and port; absent where it can't be known. `text`: the word that it stands in. */
export interface Destination {
	readonly host?: string;
	readonly port?: number;
	readonly text?: string;
	/** Not every program reads the word so. */
	readonly odd?: true;
	/** It may be a host that the command talks to, or none. */
	readonly maybe?: true;
	/** Code that nobody reads may talk to it. */
	readonly byCode?: true;
}
