/** A host that is one slip away from one that everybody knows, or from one that the policy names more often. */
import { edits } from "../../../../language/diagnostic/suggest.js";
import type { PolicyLint } from "../../lint-record.js";
import { respelling } from "../../reading/words/respelling.js";
import { slipOf } from "../../reading/words/typing-slips.js";
import { writtenHosts } from "../../reading/written-hosts.js";
import { oncePerPlace } from "../../reading/written-paths.js";

export const mistypedHost: Pick<PolicyLint, "check"> = {
	check: (subject) => {
		const lists = writtenHosts(subject);
		const all = lists.flatMap(({ hosts }) => hosts);
		const own = new Map<string, number>();
		for (const { text } of all) own.set(nameOf(text), (own.get(nameOf(text)) ?? 0) + 1);
		return oncePerPlace(
			all.flatMap((host, at) => {
				const name = nameOf(host.text);
				const before = new Set(all.slice(0, at).map(({ text }) => nameOf(text)));
				const [typed, meant] =
					name === ""
						? [host.text, metadataMeant(host.text)]
						: [name, localMeant(name) ?? knownMeant(name) ?? ownMeant(name, own, before)];
				if (meant === undefined || host.word.kind === "set") return [];
				const instead = host.word.text.replace(typed, () => meant);
				return [
					{
						message: `\`${host.word.text}\` reads as \`${instead}\`, misspelt`,
						span: host.word.span,
						help: `did you mean \`${instead}\`?`,
						...(instead.includes(meant) ? respelling(host.word, instead, subject) : {}),
					},
				];
			}),
		);
	},
};

/** Without port and `*.`; empty for an address. */
function nameOf(text: string): string {
	const name = text.replace(/^\*\./, "").replace(/:\d+$/, "");
	return /[a-z]/.test(name) && !name.includes(":") ? name : "";
}

/** Where clouds tell a machine its keys. */
const metadata = "169.254.169.254";

/** One slip away from the address of a cloud's metadata, among those that no machine gives itself by chance: `169.254.169.245`. */
function metadataMeant(address: string): string | undefined {
	const isLinkLocal = /^(?:\d{1,3}\.){3}\d{1,3}$/.test(address) && /^1?69\.2?54\./.test(address);
	return isLinkLocal && address !== metadata && edits(address, metadata) === 1 ? metadata : undefined;
}

/** `localhsot`: the one name without a dot that everybody knows. */
function localMeant(name: string): string | undefined {
	return name.includes(".") ? undefined : slipOf(name, ["localhost"], { atEnd: true });
}

/** The whole name, with what stands before a well-known domain as it is. */
function knownMeant(name: string): string | undefined {
	const labels = name.split(".");
	for (const domain of wellKnown) {
		const size = domain.split(".").length;
		const [before, end] = [labels.slice(0, -size), labels.slice(-size).join(".")];
		if (wellKnown.has(end)) return undefined;
		if (end.length > 0 && end[0] === domain[0] && edits(end, domain) === 1 && isSlipOf(end, domain))
			return [...before, domain].join(".");
	}
	return undefined;
}

/** A digit more or less, and a country's code in the place of another end, are names of their own. */
function isSlipOf(name: string, domain: string): boolean {
	const [own, other] = [name.split("."), domain.split(".")];
	if (own.length !== other.length) return false;
	const end = own.at(-1) ?? "";
	return !/\d/.test(name) && (end === other.at(-1) || /^(?:con|cmo|comm|ogr|orgg|rog|nte|nett|oi|ip)$/.test(end));
}

/** One label is a slip of one that stands elsewhere: of the two the rarer one, or the later. */
function ownMeant(name: string, own: ReadonlyMap<string, number>, earlier: ReadonlySet<string>): string | undefined {
	const labels = name.split(".");
	if (labels.some((_, at) => wellKnown.has(labels.slice(at).join(".")))) return undefined;
	const times = own.get(name) ?? 0;
	for (const [other, often] of own) {
		const others = other.split(".");
		// A host below a name that stands elsewhere, too.
		const [before, end] = [labels.slice(0, -others.length), labels.slice(-others.length)];
		if (other === name || others.length > labels.length || others.length < 2 || often < times) continue;
		if (often === times && !(earlier.has(other) && !earlier.has(name))) continue;
		const differing = end.flatMap((label, at) => (label === others[at] ? [] : [at]));
		const [at] = differing;
		if (
			differing.length === 1 &&
			at !== undefined &&
			slipOf(end[at] ?? "", [others[at] ?? ""], { atEnd: at > 0 || end.length > 2 }) !== undefined
		)
			return [...before, other].join(".");
	}
	return undefined;
}

const wellKnown: ReadonlySet<string> = new Set(
	"github.com githubusercontent.com gitlab.com bitbucket.org npmjs.com npmjs.org yarnpkg.com pypi.org pythonhosted.org python.org crates.io rust-lang.org rubygems.org packagist.org golang.org docker.com docker.io nodejs.org debian.org ubuntu.com google.com googleapis.com amazonaws.com azure.com microsoft.com cloudflare.com anthropic.com openai.com huggingface.co stackoverflow.com wikipedia.org slack.com atlassian.net atlassian.com sentry.io datadoghq.com pastebin.com telegram.org discord.com dropbox.com stripe.com paypal.com twilio.com sendgrid.com mailgun.net heroku.com herokuapp.com vercel.com netlify.com digitalocean.com salesforce.com shopify.com braintreegateway.com adyen.com okta.com auth0.com jfrog.io quay.io ghcr.io gradle.org maven.org apache.org kubernetes.io terraform.io hashicorp.com elastic.co mongodb.com mongodb.net snowflakecomputing.com databricks.com kaggle.com jetbrains.com apple.com android.com firebaseio.com facebook.com twitter.com linkedin.com youtube.com zoom.us notion.so airtable.com figma.com linear.app pagerduty.com newrelic.com grafana.net".split(
		" ",
	),
);
