/** The tools of Goose's own extension `developer` as commands, by its pages. Nothing was tried. */
import type { Tools } from "../dialect/dialect.js";
import { byValue, file, list, located, nothing } from "../tools/tool-readers.js";

export const tools: Tools = {
	developer__write: file("write", "path"),
	developer__edit: file("edit", "path"),
	developer__tree: list({ folder: "path" }),
	developer__read_image: located("source"),
	// Of older versions.
	developer__text_editor: byValue(
		"command",
		{ view: file("read", "path"), write: file("write", "path") },
		file("edit", "path"),
	),
	developer__image_processor: file("read", "path"),
	developer__analyze: file("read", "path"),
	developer__list_windows: nothing,
};
