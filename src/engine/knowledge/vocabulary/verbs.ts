/**
 * The vocabulary of command lines: words that tell what a command does where no table lists it. A subcommand of a program that no table knows, or one that its
 * table leaves out, is judged by its verb. The packs' sets of verbs are made of the same words.
 */

import { once } from "../../../language/source/once.js";
import { remembered } from "../../records/remembered.js";
import { isSecretThing, secretKeepers } from "../secrets/secrets.js";
import { projectTools } from "../sets/project-tools.js";

/** What a verb says of the command. */
export type VerbClass = "looking" | "changing" | "destroying" | "exposing";

/** The verbs of each class, in small letters. A word of a command may hold one as a part: `repo-delete`, `delete-bucket`, `sites:delete`. */
export const verbs: Readonly<Record<VerbClass, readonly string[]>> = {
	looking: list(
		"list ls show describe get read view status history search query tail logs log versions info check validate inspect diff top whoami help version explain find lookup watch wait stats tree count head scan preview verify",
	),
	changing: list(
		"create add put insert update modify change set edit apply patch replace upload import publish deploy redeploy install upgrade start restart resume run exec invoke execute call submit trigger send enable register attach associate tag untag move rename copy restore clone sync promote rollback configure login logout resize scale cordon drain taint transfer suspend stop kill pause cancel failover swap move lock unlock approve reject mount migrate",
	),
	// What it names is gone or useless afterwards.
	destroying: list(
		"delete destroy remove rm rmi rmp rmdir rb del drop purge erase wipe shred obliterate nuke terminate truncate flush empty prune expunge evict uninstall undefine unregister deregister abandon decommission deprovision teardown undeploy unpublish yank unset forget reset revoke rotate clean cleanup clear leave detach discard disable deactivate archive compact break-lock trash eradicate zap deallocate dissociate disassociate disown unlink unsubscribe down",
	),
	// Others get in, or see what they did not see.
	exposing: list("authorize grant expose share unshare publicize allowlist whitelist"),
};

/** Before a verb these say how it is done: `batch-delete`, `force-remove`, `admin-delete-user`. */
const manners = "batch bulk force admin mass multi hard soft auto cascade bucket global remote".split(" ");

/** What a verb that destroys is glued to: `dropdb`, `flushall`, `rdelete`. */
const glued =
	"(?:drop|delete|del|remove|rm|flush|destroy|purge|wipe)(?:db|dbs|database|user|group|role|index|table|topic|all|cluster|lang|schema|keys|node|pool|bucket|queue)s?|(?:r|re|auto|multi|bulk|un)(?:delete|prune|remove|purge)";

/** Not destroyed: `undelete`. */
const restoring = /^un(?:delete|remove|archive)/;

/** A part of a word, or the word itself, is one of these verbs. Small letters, or a capital in front; `.` stands before a verb only: `delete.txt` is a file. */
const destroyingWords = once(() => wordsOf(verbs.destroying, glued));

/** Who may do what is changed by them: `attach-user-policy`, `add-iam-policy-binding`, `put-bucket-acl`. */
const rights =
	"(?:add|attach|put|set|create)-(?:[a-z0-9]+-)*(?:polic(?:y|ies)|acls?|permissions?|policy-binding|role-binding|trust|grants?)|(?:cluster)?rolebinding";

/** What others rely on runs no longer, or otherwise than before. */
const stopping =
	"(?:put|update|set|rotate)-secret[a-z-]*|kill|rename|transfer|scale|resize|cordon|drain|taint|rollback|seal|rekey|force-unlock|rebuild|stop_app|seek|unprotect|(?:stop|halt|suspend|reboot|restart|shutdown|poweroff|power-off)(?:-[a-z-]+)?|(?:release|resize)-[a-z-]+|set-desired-[a-z-]+|change-resource-record-sets|update-service|modify-(?:db|cluster|replication|cache|snapshot|image|instance)-[a-z-]+|(?:[A-Za-z0-9_-]+:)+(?:restore|kill|stop|restart|disable|enable|leave|rename|update|clone|transfer|scale|rollback|copy|on|off)";

/** What a project is put together, tried out and run with, and what is looked up in it. */
const building =
	"build|rebuild|b|check|c|test|t|tst|run|r|bench|doc|docs|clippy|nextest|expand|machete|fix|fmt|format|lint|vet|start|stop|restart|serve|dev|preview|watch|task|compile|package|pack|generate|clean|validate|typecheck|coverage|e2e|repl|console";

/** What others get to see, under the name of whoever is logged in; and logging in. */
const publishing =
	"(?:[a-z.-]+[.:])?(?:publish|unpublish|deploy|release|upload|push|yank|deprecate|undeprecate|owner|login|logout|adduser|signin|signout|trusted?|dist-tags?|access|team|org|token|stage|promote)(?:[:.-].*)?|publish[A-Z].*|[a-zA-Z-]*:(?:publish|deploy|release|upload)[A-Za-z]*";

/** The sets of verbs that every policy has: expressions that fit whole words. */
export const verbSets = once(
	(): Readonly<Record<string, string>> => ({
		"looking-verbs": wordsOf(verbs.looking),
		"changing-verbs": wordsOf(verbs.changing),
		"destroying-verbs": destroyingWords(),
		"exposing-verbs": wordsOf(verbs.exposing, rights),
		"stopping-verbs": stopping,
		"building-verbs": building,
		"publishing-verbs": publishing,
	}),
);

function wordsOf(all: readonly string[], more?: string): string {
	const anyCase = all.map((verb) => `[${verb[0]}${verb[0]?.toUpperCase()}]${verb.slice(1)}`);
	const verb = `(?:${[...anyCase, ...(more === undefined ? [] : [more])].join("|")})`;
	return `(?:(?:(?:${manners.join("|")})[-_:.])?${verb}(?:[-_:][A-Za-z0-9_:-]*|[A-Z][A-Za-z0-9]*)?|(?:[A-Za-z0-9_]+[-_:.])+${verb})`;
}

const destroying = once(() => new RegExp(`^(?:${destroyingWords()})$`));

/** Does this word say that something goes? */
export function isDestroying(word: string): boolean {
	const small = word.toLowerCase();
	return (
		holdsDestroying(small) &&
		destroying().test(/^[A-Z_-]+$/.test(word) ? word.toLowerCase() : word) &&
		!restoring.test(small)
	);
}

/** Most words hold no such verb, and the expressions are slow to make. */
function holdsDestroying(small: string): boolean {
	const byLetter = destroyingByLetter();
	for (let at = 0; at < small.length; at++)
		for (const verb of byLetter.get(small[at] as string) ?? []) if (small.startsWith(verb, at)) return true;
	return false;
}

const destroyingByLetter = once(() => {
	const byLetter = new Map<string, string[]>();
	for (const verb of verbs.destroying) remembered(byLetter, verb.charAt(0), () => []).push(verb);
	return byLetter;
});

/** A query that takes away what a database holds, in any case of its letters. */
export function isDestroyingQuery(text: string): boolean {
	if (!/[\s(]|^flush/i.test(text)) return false;
	return /\b(?:drop\s+(?:if\s+exists\s+)?(?:table|database|schema|(?:unique\s+)?index|(?:materialized\s+)?view|user|role|group|collection|keyspace|function|procedure|trigger|sequence|type|domain|column|constraint|owned|tablespace|extension|server|publication|subscription|policy|stream|topic|warehouse|stage|measurement|retention)|truncate\s+(?:table\s+)?["`[\w]|delete\s+from|alter\s+table\s[^;]*\sdrop)\b|\b(?:dropDatabase|dropCollection|deleteMany|deleteOne|bulkDelete)\s*\(|\.(?:drop|remove)\s*\(|^\s*(?:flushall|flushdb)\b/i.test(
		text,
	);
}

/** Programs that show their words to whoever looks. */
export const printers: ReadonlySet<string> = new Set([
	"echo",
	"printf",
	"print",
	"wall",
	"say",
	"logger",
	"notify-send",
]);

/** Programs that are known, and read queries from their input. */
export const consoles: ReadonlySet<string> = new Set(list("psql mysql sqlite3 duckdb mongosh redis-cli"));

/** Options that say the same, of programs that no table knows: `kafka-acls --remove`, `tool sync --delete`. */
export function isDestroyingOption(name: string): boolean {
	return /^--?(?:delete|remove|destroy|purge|prune|drop|wipe|erase|truncate)$|^--delete-|^--(?:hard|factory|force)-reset$/.test(
		name,
	);
}

/** Verbs with which a file is left: `snapshot save FILE`, `auth:export FILE`. */
export function isSaving(word: string): boolean {
	return /(?:^|[-_:.])(?:save|export|download|backup|extract|unpack|write|store)(?:$|[-_:.])/.test(word.toLowerCase());
}

/** Options whose value is a file or folder that is made: `--output`, `--result-file`, `--out-dir`, `--save-to`. */
export function isOutputOption(name: string): boolean {
	return /^(?:-[oO]\b.*|-[oO][./~].*|--?(?:[a-z0-9]+-)*(?:out|output|outfile|outdir|outputs?|archive|dest|destination|save|dump|export|result|download)(?:-(?:to|as|into|in|on|name|path|file|files|filename|dir|directory|folder|location|target))*)$/.test(
		name,
	);
}

/** Verbs that hand out what they are given a name of. Lists of secrets show their names. */
const showing =
	/(?:^|[-_:.])(?:get|show|view|read|print|display|reveal|export|extract|pipe|dump|cat|fetch|pull|access|decrypt|unseal|unwrap|lookup|download|generate|issue|mint|retrieve|expose|resolve|inject|copy|clip)(?:$|[-_:.])/;

/** In one word: `list-keys` and its kind name what they give. */
const showingAlone =
	/^(?:(?:list|get|show|print|regenerate|renew|export|retrieve)[-_:](?:host-|admin-|account-|storage-|query-|auth-|function-|publishing-)?(?:keys|credentials|connection-strings?|publishing-(?:profiles?|credentials))|(?:get|show|print|export|generate|retrieve|fetch)[-_:](?:[a-z0-9]+[-_:])*(?:credentials?|(?:access|identity|auth|session|id|api|login|bearer|refresh|oauth|registry|federation|authorization)[-_]tokens?|login(?:-password)?|secrets?(?:-values?)?|password-data)|assume-role|(?:create|issue|mint|generate)[-_:](?:[a-z0-9]+[-_:])*(?:tokens?|api-?keys?)|docker-config|get-token|config-helper|oauth-tokens?|decrypt|(?:[a-z]+:)+config:get|login:ci|(?:initial|root|admin|master)-password|(?:[a-z]+:)*credentials:ur[il]|showconf|(?:[a-z]+[:.])*secrets?[:.](?:access|get|show|export|pull|value|reveal)|env:(?:list|pull|export|print|show))$/;

/** Metadata is not the thing: `describe-secret`, `secrets list`. */
const tellingOf =
	/^(?:list|ls|describe|status|history|versions|search|find|info|set|create|add|put|update|delete|remove|rm)(?:[-_:]|$)/;

/** Do these words, in their order, say that a secret is shown? `program`: what they are said to. */
export function isShowingSecrets(program: string, words: readonly string[]): boolean {
	const keeps = secretKeepers.has(program) || /^(?:docker|git)-credential-/.test(program);
	// An expression that does not look at the case is twice as slow to make.
	const small = words.map((word) => word.toLowerCase());
	if (small.some((word) => /[-_:.]|^(?:decrypt|showconf)$/.test(word) && showingAlone.test(word))) return true;
	const shows = (): boolean => small.some((word) => showing.test(word) && !tellingOf.test(word));
	const tells = (): boolean => small.some((word) => tellingOf.test(word));
	if (keeps && shows()) return true;
	// `mc alias list`: names with their keys.
	if (program === "mc" && /^(?:alias|config)$/.test(words[0] ?? "") && /^(?:list|ls|export)$/.test(words[1] ?? ""))
		return true;
	// `railway variables`, `vercel env pull`: what a deployed program is given.
	if (program === "railway" && words[0] === "variables") return true;
	if (
		steering().has(program) &&
		words.some((word, at) => /^env:pull$/.test(word) || (word === "env" && /^pull$/.test(words[at + 1] ?? "")))
	)
		return true;
	// `databases connection ID`: the address, with its password.
	if (
		steering().has(program) &&
		words.some((word, at) => /^(?:databases?|db|pg)$/.test(word) && /^(?:connection|ur[il])$/.test(words[at + 1] ?? ""))
	)
		return true;
	const thing = words.findIndex((word) => isSecretThing(word.replace(/([a-z])([A-Z])/g, "$1-$2")));
	if (thing < 0) return false;
	const word = small[thing] as string;
	// `tokens create`, `projects api-keys`: what is made is printed, and so are keys for want of another verb.
	if (/(?:^|-)(?:tokens?|(?:api-?)keys)$/.test(word)) {
		const next = words[thing + 1];
		if (next !== undefined && /^(?:create|new|issue|add)$/.test(next)) return true;
		if (steering().has(program) && thing > 0 && /api-?keys$/.test(word) && !tells()) return true;
	}
	if (keeps && !tells()) return true;
	if (shows()) return !tellingOf.test(word);
	// `auth token`: it is printed for want of another verb.
	const before = words[thing - 1];
	return (
		anyToken.test(words[thing] as string) &&
		before !== undefined &&
		beforeToken.test(before) &&
		words.length === thing + 1
	);
}

const anyToken = /^(?:(?:access|auth|oauth|id)-)?tokens?$/;
const beforeToken = /^(?:auth|account|login|tunnel|iam)$/;

/** Options that show what is kept out of sight else: `--show-secrets`, `--reveal-secrets`, `--with-decryption`. */
export function isShowingOption(name: string): boolean {
	return /^--?(?:(?:show|reveal|print|with|include|expose|display|unmask|dump)-?(?:the-)?(?:secrets?|tokens?|passwords?|credentials?|keys?|sensitive|values)|with-decryption|include-values?|decrypt|unmask(?:ed)?|reveal|plain-?text-secrets?)$/.test(
		name,
	);
}

/** Programs that steer what lies elsewhere, by kind. Every policy has them as sets. */
export const tools = once(
	(): Readonly<Record<string, readonly string[]>> => ({
		"cloud-tools": list(
			"aws az azcopy azd gcloud gsutil bq oci doctl linode-cli hcloud scw ibmcloud aliyun tccli ossutil coscli exo civo vultr-cli upctl openstack heroku fly flyctl netlify vercel now wrangler railway render firebase supabase neonctl pscale turso atlas mongocli fastly cloudflared eb ecs-cli copilot sam cdk cdktf serverless sls amplify pulumi-cloud databricks snow snowsql modal runpodctl",
		),
		"cluster-tools": list(
			"kubectl k oc helm helmfile argocd argo flux velero istioctl linkerd eksctl kops kubeadm kind k3d k3s minikube nomad consul terraform tofu terragrunt pulumi kustomize crictl ctr nerdctl virsh lxc incus rancher crossplane clusterctl talosctl tkn kn skaffold tilt devspace okteto waypoint boundary",
		),
		"forge-tools": list(
			"gh glab hub tea circleci gitlab-runner gitlab-rake jenkins-cli buildkite-agent travis hf huggingface-cli",
		),
		"keeper-tools": list(
			"vault bao op bw doppler infisical chamber aws-vault restic borg borgmatic kopia duplicity duplicacy rdiff-backup rustic mc s3cmd s5cmd b2 tarsnap",
		),
		"queue-tools": list(
			"nats rabbitmqadmin rabbitmqctl kafka-topics kafka-configs kafka-consumer-groups kafka-acls kafka-delete-records kafka-streams-application-reset rpk kcat pulsar-admin redpanda mysqladmin etcdctl temporal tctl celery sidekiq beanstool",
		),
		"feature-tools": list(
			"algolia apigeecli deck ldcli unleash flipt split stripe square braintree datadog-ci pd splunk grafana-cli grafana influx sentry-cli newrelic auth0 okta twilio shopify contentful sanity launchdarkly kong opsgenie pagerduty honeycomb",
		),
	}),
);

/** A letter too many at the end of a well-known name is a slip: no shell finds such a program. */
export function isSlip(program: string): boolean {
	return program.length > 3 && steering().has(program.slice(0, -1)) && !steering().has(program);
}

const steering = once((): ReadonlySet<string> => new Set(Object.values(tools()).flat()));

/** Programs that build, and those that bring packages: what they clean they make again. */
const builders = once(
	(): ReadonlySet<string> =>
		new Set([
			...projectTools()["build-tools"],
			...list("dart expo vuepress esbuild pod carthage fastlane pixi conan vcpkg nimble zig leptos sam-build"),
		]),
);

/** Words that name something, and no act, to these: what stands behind them is looked up or searched for. */
const lookers: ReadonlySet<string> = new Set(
	list(
		"whereis whatis apropos tldr cheat howdoi man info which type help say figlet cowsay look dict compgen notify-send logger",
	),
);

/** Does this program take apart only what it makes, or do nothing with words? Then no verb says more. */
export function isTame(program: string): boolean {
	return builders().has(program) || lookers.has(program);
}

const endsDestroying = new RegExp(`(?:^|[-_])(?:${glued})$`);

/** The name of a program may be a verb itself: `dropdb`, `kafka-delete-records`. */
export function isDestroyingName(program: string): boolean {
	const name = program.replace(/\.(?:sh|bat|cmd|exe)$/, "");
	return (
		holdsDestroying(name) &&
		(endsDestroying.test(name) ||
			/(?:^|[-_])(?:delete|destroy|purge|wipe|erase|obliterate|shred|nuke|trash)(?:$|[-_])/.test(name))
	);
}

function list(text: string): readonly string[] {
	return [...new Set(text.split(" "))];
}
