/** cc-safety-net at the strictest of its levels. */
export { open } from "./cc-safety-net.mjs";

process.env.CC_SAFETY_NET_LEVEL = "paranoid";
