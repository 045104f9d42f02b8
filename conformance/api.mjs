/** What other programs may use. */
export { casesOf, wanted } from "./cases.mjs";
export { candidates } from "./derive.mjs";
export { openWith as openBylaw } from "./gates/bylaw.mjs";
export { hookStarter, lineIn, makePlace, starterOf } from "./gates.mjs";
export { groups } from "./groups.mjs";
export { answerOf } from "./hook.mjs";
export { pageOf } from "./page.mjs";
export { runGate } from "./runner.mjs";
export { heldOf, passedOf, shareHeld, tableOf } from "./score.mjs";
