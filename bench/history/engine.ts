/** What the benchmark measures, bundled by it: parts that the package does not export. */
export { decide } from "../../src/engine/decide/decide.js";
export { newHistory } from "../../src/engine/history/history.js";
export { diskHistory } from "../../src/runtime/history/disk-history.js";
export { loadText } from "../../src/runtime/load/load.js";
export { realWorld } from "../../src/runtime/load/world.js";
