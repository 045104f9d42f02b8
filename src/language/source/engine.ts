/** Which build of bylaw this is. */

/** Put in by the build: the version and the beginning of a digest of all that the bundles are made of. */
declare const BYLAW_ENGINE: string | undefined;

/**
 * The build, such as `0.1.0+5c3d9a1f`; `source` where the sources run as they are. What one build compiled is for the same build only:
 * the facts about programs, and what a compiled policy means, may change with each.
 */
export const engine: string = typeof BYLAW_ENGINE === "string" ? BYLAW_ENGINE : "source";
