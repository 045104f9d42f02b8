/** The place of the playground. Its code is made beside the site (scripts/build/playground.mjs), and loaded when the page is there. */
import { useData, withBase } from "vitepress";
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from "vue";

export const Playground = defineComponent({
	name: "Playground",
	setup() {
		const place = ref(null);
		const failure = ref("");
		const { theme } = useData();
		let leave;
		onMounted(async () => {
			try {
				const address = withBase("/playground/playground.js");
				const { mountPlayground } = await import(/* @vite-ignore */ address);
				if (place.value !== null) leave = await mountPlayground(place.value, theme.value.examples);
			} catch (error) {
				failure.value = `This browser can't decide commands here: ${error instanceof Error ? error.message : error}`;
			}
		});
		onBeforeUnmount(() => leave?.());
		return () =>
			h("section", { class: "playground", "aria-label": "Playground" }, [
				h("div", { ref: place, class: "playground-place" }),
				failure.value === "" ? null : h("p", { role: "alert" }, failure.value),
				h("noscript", "The playground needs JavaScript; the other pages do without."),
			]);
	},
});
