/** A text within so many characters: its beginning and its end, and between them how much is missing. */

/** The text, cut where it is longer. What is said of the cut counts; where there is no room for that, there is only the beginning. */
export function cutText(text: string, most: number): string {
	if (text.length <= most) return text;
	const mark = `\n… ${text.length - most} characters and more are left out …\n`;
	const room = most - mark.length;
	if (room < mark.length) return whole(text.slice(0, Math.max(0, most)));
	const head = Math.ceil(room / 2);
	return `${whole(text.slice(0, head))}${mark}${whole(text.slice(text.length - (room - head)))}`;
}

/** Without the half of a character at either end. */
function whole(text: string): string {
	return text.replace(/[\ud800-\udbff]$/, "").replace(/^[\udc00-\udfff]/, "");
}
