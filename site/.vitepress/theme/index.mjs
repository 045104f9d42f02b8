/** VitePress' own theme, without fonts that would have to be fetched, and with the playground on the first page and the other versions in the bar. */

import Theme from "vitepress/theme-without-fonts";
import { h } from "vue";
import { Playground } from "./playground.mjs";
import { Versions } from "./versions.mjs";
import "./style.css";

export default {
	extends: Theme,
	Layout: () =>
		h(Theme.Layout, null, { "home-hero-after": () => h(Playground), "nav-bar-content-after": () => h(Versions) }),
};
