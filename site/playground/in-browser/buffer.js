/** `node:buffer` in the page. */
export { Buffer } from "buffer";

/** Texts of a page are whole. */
export function isUtf8() {
	return true;
}
