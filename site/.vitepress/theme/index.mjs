/** VitePress' own theme, without fonts that would have to be fetched, and with the playground on the first page. */

import Theme from "vitepress/theme-without-fonts";
import { h } from "vue";
import { Playground } from "./playground.mjs";
import "./style.css";

export default {
	extends: Theme,
	Layout: () => h(Theme.Layout, null, { "home-hero-after": () => h(Playground) }),
};
