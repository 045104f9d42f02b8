/** What is signed in a repository of bundles, as it stands in the files. */
import type { TopRole } from "../../runtime/bundle/metadata.js";

export interface Role {
	readonly keyids: readonly string[];
	readonly threshold: number;
}
export interface Team extends Role {
	readonly name: string;
	readonly terminating: boolean;
	readonly paths: readonly string[];
	/** The policy that its own may not be looser than. */
	readonly ceiling?: { readonly sha256: string; readonly length: number };
}
export interface KeyText {
	readonly keytype: "ed25519";
	readonly scheme: "ed25519";
	readonly keyval: { readonly public: string };
}
export type Keys = Readonly<Record<string, KeyText>>;
export interface Common {
	readonly version: number;
	readonly expires: string;
}
export interface Root extends Common {
	readonly keys: Keys;
	readonly roles: Readonly<Record<TopRole, Role>>;
}
export interface Target {
	readonly length: number;
	readonly hashes: { readonly sha256: string };
	readonly custom: Readonly<Record<string, unknown>>;
}
export interface Targets extends Common {
	readonly targets: Readonly<Record<string, Target>>;
	readonly delegations?: { readonly keys: Keys; readonly roles: readonly Team[] };
}
