/** `node:util` in the page: what the lints ask of it, of plain data. */
export { dequal as isDeepStrictEqual } from "dequal";
