/** What Node has everywhere, for what was written for it. */
export { Buffer } from "buffer";
export const process = { env: {}, argv: [], platform: "linux", version: "", versions: {}, cwd: () => "/repo" };
