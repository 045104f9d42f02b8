/**
 * The versions of the site that stand beside this one: `versions.json`, a list of `{ "version", "link" }`. The build writes one that has itself alone, and nothing is shown.
 * Whoever publishes a new version puts the whole list into the folder of each, so that old ones know of new ones without being built again.
 */
import { withBase } from "vitepress";
import { defineComponent, h, onMounted, ref } from "vue";

export const Versions = defineComponent({
	name: "Versions",
	setup() {
		const versions = ref([]);
		onMounted(async () => {
			const answer = await fetch(withBase("/versions.json"));
			if (answer.ok) versions.value = (await answer.json()).filter(isVersion);
		});
		const go = ({ target }) => {
			if (target.value !== withBase("/")) location.assign(target.value);
		};
		return () =>
			versions.value.length < 2
				? null
				: h(
						"select",
						{ class: "versions", "aria-label": "Version", onChange: go },
						versions.value.map(({ version, link }) =>
							h("option", { value: link, selected: link === withBase("/") }, version),
						),
					);
	},
});

/** A folder of the same server; anything else is no version. */
function isVersion({ version, link }) {
	return typeof version === "string" && typeof link === "string" && /^\/(?:[\w.-]+\/)*$/.test(link);
}
