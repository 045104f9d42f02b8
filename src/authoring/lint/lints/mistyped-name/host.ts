/** A host that is one slip away from one that everybody knows, or from one that the policy names more often. */
import {
	countryEnds,
	domainEnds,
	isHostEnd,
	reservedEnds,
	shortEnds,
} from "../../../../engine/knowledge/vocabulary/domain-ends.js";
import { edits } from "../../../../language/diagnostic/suggest.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { PolicyLint } from "../../lint-record.js";
import { isKnown, timesWritten } from "../../reading/words/own-vocabulary.js";
import { respelling } from "../../reading/words/respelling.js";
import { slipOf } from "../../reading/words/typing-slips.js";
import { type WrittenHost, writtenHosts } from "../../reading/written-hosts.js";
import { oncePerPlace } from "../../reading/written-paths.js";

export const mistypedHost: Pick<PolicyLint, "check"> = {
	check: (subject) => {
		const all = [...writtenHosts(subject).flatMap(({ hosts }) => hosts), ...hostsOfSets(subject)];
		const own = new Map<string, number>();
		for (const { text } of all) own.set(nameOf(text), (own.get(nameOf(text)) ?? 0) + 1);
		// `grafana.obs.example` and `tempo.obs.example` speak of `obs.example`, too.
		const withParents = new Map(own);
		for (const name of own.keys()) {
			const parent = name.slice(name.indexOf(".") + 1);
			if (parent.includes(".")) withParents.set(parent, (withParents.get(parent) ?? 0) + 1);
		}
		return oncePerPlace(
			all.flatMap((host, at) => {
				const name = nameOf(host.text);
				const before = new Set(
					all.slice(0, at).flatMap(({ text }) => [nameOf(text), nameOf(text).slice(nameOf(text).indexOf(".") + 1)]),
				);
				const [typed, meant] =
					name === ""
						? [host.text, metadataMeant(host.text)]
						: [
								name,
								localMeant(name) ??
									knownMeant(name) ??
									otherEnd(name) ??
									ownMeant(name, withParents, before, subject) ??
									endMeant(name, own),
							];
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

/** `set bastions = a.ops.example, b.ops.exmaple`: every element is written as hosts are, and one of them ends as no file does. */
function hostsOfSets(subject: ValidPolicyContext): readonly Pick<WrittenHost, "text" | "word">[] {
	return subject.ownStatements().flatMap(({ statement }) => {
		if (statement.kind !== "set") return [];
		const words = statement.patterns.map(({ words: [only, ...more] }) => (more.length === 0 ? only : undefined));
		const hosts = words.flatMap((word) =>
			word?.kind === "plain" && /^(?:\*\.)?(?:[a-z\d-]+\.)+[a-z]+(?::\d+)?$/.test(word.text)
				? [{ text: word.text, word: { ...word, kind: word.kind, negated: false } }]
				: [],
		);
		const isSure = hosts.some(({ text }) => isHostEnd(nameOf(text).split(".").at(-1) ?? ""));
		return isSure && hosts.length === words.length ? hosts : [];
	});
}

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

/** `build.corp.exmaple`, `api.shop.cmo`: no domain ends so, and one that is reserved or well known is a slip away. Whoever writes an end again and again has it. */
function endMeant(name: string, own: ReadonlyMap<string, number>): string | undefined {
	const labels = name.split(".");
	const end = labels.at(-1) ?? "";
	if (labels.length < 2 || !/^[a-z]+$/.test(end) || domainEnds.has(end)) return undefined;
	const often = [...own.keys()].filter((one) => one.endsWith(`.${end}`)).length;
	if (often >= customary) return undefined;
	const meant =
		end.length === 2
			? countryEnds.has(swapped(end))
				? swapped(end)
				: undefined
			: (slipOf(end, reservedEnds, { atEnd: true }) ?? shortEnds.get(end));
	return meant === undefined ? undefined : [...labels.slice(0, -1), meant].join(".");
}

const customary = 3;

function swapped(end: string): string {
	return [...end].reverse().join("");
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

/** `sum.golang.com`, `api.wandb.com`: a host that everybody knows, below another end. */
function otherEnd(name: string): string | undefined {
	const at = name.lastIndexOf(".");
	// Of a name of two parts anybody may have the other ends.
	if (
		knownHosts.includes(name) ||
		name.split(".").length < 3 ||
		!/\.(?:com|org|net|io|co|ai|dev|ogr|cmo|info)$/.test(name)
	)
		return undefined;
	return knownHosts.find((one) => one.slice(0, one.lastIndexOf(".")) === name.slice(0, at));
}

const knownHosts: readonly string[] =
	"proxy.golang.org sum.golang.org pkg.go.dev go.dev golang.org api.wandb.ai wandb.ai huggingface.co cdn-lfs.huggingface.co files.pythonhosted.org upload.pypi.org test.pypi.org static.crates.io index.crates.io rubygems.org api.rubygems.org repo1.maven.org repo.maven.apache.org plugins.gradle.org services.gradle.org api.nuget.org hex.pm repo.hex.pm repo.packagist.org packagist.org getcomposer.org deb.debian.org security.debian.org archive.ubuntu.com dl-cdn.alpinelinux.org api.github.com raw.githubusercontent.com objects.githubusercontent.com codeload.github.com ghcr.io quay.io gcr.io docker.io auth.docker.io download.docker.com releases.hashicorp.com checkpoint-api.hashicorp.com api.openai.com api.anthropic.com api.stripe.com hooks.slack.com api.telegram.org sentry.io viaf.org d-nb.info celestrak.org docs.python.org docs.rs developer.mozilla.org download.pytorch.org docs.pytorch.org kaggle.com arxiv.org doi.org export.arxiv.org letsencrypt.org acme-v02.api.letsencrypt.org keyserver.ubuntu.com keys.openpgp.org fcm.googleapis.com api.cloudflare.com api.heroku.com api.digitalocean.com api.vercel.com api.netlify.com"
		.split(" ")
		.filter((one) => !one.startsWith("registry."));

/** A digit more or less, and a country's code in the place of another end, are names of their own. */
function isSlipOf(name: string, domain: string): boolean {
	const [own, other] = [name.split("."), domain.split(".")];
	if (own.length !== other.length) return false;
	const end = own.at(-1) ?? "";
	return !/\d/.test(name) && (end === other.at(-1) || /^(?:con|cmo|comm|ogr|orgg|rog|nte|nett|oi|ip)$/.test(end));
}

/** One label is a slip of one that stands elsewhere: of the two the rarer one, or the later. */
function ownMeant(
	name: string,
	own: ReadonlyMap<string, number>,
	earlier: ReadonlySet<string>,
	subject: ValidPolicyContext,
): string | undefined {
	const labels = name.split(".");
	if (labels.some((_, at) => wellKnown.has(labels.slice(at).join(".")))) return undefined;
	const times = own.get(name) ?? 0;
	for (const [other, often] of own) {
		const others = other.split(".");
		// A host below a name that stands elsewhere, too.
		const [before, end] = [labels.slice(0, -others.length), labels.slice(-others.length)];
		if (other === name || others.length > labels.length || others.length < 2) continue;
		const differing = end.flatMap((label, at) => (label === others[at] ? [] : [at]));
		const [at] = differing;
		const known = [end, others].map((one) => isWord(one[at ?? -1] ?? ""));
		const numbered =
			differing.length === 1 && at !== undefined ? otherNumbered(end[at] ?? "", others[at] ?? "", subject) : undefined;
		if (numbered !== undefined) return [...before, ...end.with(at ?? 0, numbered)].join(".");
		// Of two of which one is a word the other is the slip, however often they stand.
		const isRarer = often > times || (often === times && earlier.has(other) && !earlier.has(name));
		if (known[0] === known[1] ? !isRarer : known[0]) continue;
		if (
			differing.length === 1 &&
			at !== undefined &&
			slipOf(end[at] ?? "", [others[at] ?? ""], { atEnd: at > 0 || end.length > 2 }) !== undefined
		)
			return [...before, other].join(".");
	}
	return undefined;
}

/** `hrl2` beside `hlr1`: two machines of one name, which the policy writes more often. */
function otherNumbered(label: string, other: string, subject: ValidPolicyContext): string | undefined {
	const [, stem = "", number = ""] = /^([a-z]+)(\d+)$/.exec(label) ?? [];
	const [, meant = ""] = /^([a-z]+)\d+$/.exec(other) ?? [];
	if (stem.length < 3 || meant === stem || timesWritten(meant, subject) <= timesWritten(stem, subject))
		return undefined;
	const isTurned =
		stem.length === meant.length && [...stem].sort().join("") === [...meant].sort().join("") && edits(stem, meant) <= 2;
	return isTurned || slipOf(stem, [meant]) !== undefined ? `${meant}${number}` : undefined;
}

/** `staging`, `api-gateway`: words of command lines. */
function isWord(label: string): boolean {
	return label.split("-").every((part) => part.length > 3 && isKnown(part));
}

const wellKnown: ReadonlySet<string> = new Set(
	"github.com githubusercontent.com gitlab.com bitbucket.org npmjs.com npmjs.org yarnpkg.com pypi.org pythonhosted.org python.org crates.io rust-lang.org rubygems.org packagist.org golang.org docker.com docker.io nodejs.org debian.org ubuntu.com google.com googleapis.com amazonaws.com azure.com microsoft.com cloudflare.com anthropic.com openai.com huggingface.co stackoverflow.com wikipedia.org slack.com atlassian.net atlassian.com sentry.io datadoghq.com pastebin.com telegram.org discord.com dropbox.com stripe.com paypal.com twilio.com sendgrid.com mailgun.net heroku.com herokuapp.com vercel.com netlify.com digitalocean.com salesforce.com shopify.com braintreegateway.com adyen.com okta.com auth0.com jfrog.io quay.io ghcr.io gradle.org maven.org apache.org kubernetes.io terraform.io hashicorp.com elastic.co mongodb.com mongodb.net snowflakecomputing.com databricks.com kaggle.com jetbrains.com apple.com android.com firebaseio.com facebook.com twitter.com linkedin.com youtube.com zoom.us notion.so airtable.com figma.com linear.app pagerduty.com newrelic.com grafana.net grafana.com mozilla.org w3.org php.net perl.org cpan.org cran.r-project.org postgresql.org mysql.com sqlite.org redis.io nginx.org kernel.org archlinux.org fedoraproject.org redhat.com alpinelinux.org gnu.org eclipse.org spring.io flutter.dev dart.dev kotlinlang.org swift.org reactjs.org vuejs.org angular.io djangoproject.com readthedocs.io rubyonrails.org laravel.com wordpress.org wordpress.com medium.com reddit.com cloudfront.net fastly.net akamai.net hubspot.com zendesk.com intercom.io asana.com trello.com monday.com clickup.com miro.com snyk.io sonarcloud.io codecov.io circleci.com travis-ci.com pulumi.com unpkg.com jsdelivr.net esm.sh deno.land bun.sh".split(
		" ",
	),
);
