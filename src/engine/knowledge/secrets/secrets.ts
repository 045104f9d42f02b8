/**
 * The one table of secrets: where programs keep what opens other things, and what variables are called that hold one. The packs'
 * sets, deciding, the lints, attacks and the log's masking ask here; what deciding does not ask stands in secret-places.ts, secret-shapes.ts and secret-names.ts. Places of agents' harnesses stand in their records.
 * Paths are those of rules: `~/x` in the home folder, `**\/x` in any folder; a folder means all below it.
 */

const home: Readonly<Record<string, readonly string[]>> = {
	ssh: [".ssh/id_*", ".ssh/*.pem", ".ssh/*_key", ".ssh/*_rsa", ".ssh/*_ed25519", ".ssh/identity", ".ssh/agent"],
	stores: [
		".gnupg",
		".password-store",
		".local/share/{gopass,keyrings,kwalletd,rbw,pass}",
		".config/{op,rbw,Bitwarden,Bitwarden CLI,1Password,gopass,infisical,akeyless,age,sops,keepassxc,lpass}",
		".{op,lpass,doppler,infisical,akeyless,age,step,vault-token,vault_pass,vault_pass.txt,ansible_vault_pass,keepass}",
		"Library/Keychains",
		"Library/Application Support/{1Password,Bitwarden,Bitwarden CLI,sops}",
	],
	clouds: [
		".aws/{credentials,sso,cli}",
		".azure",
		".config/{gcloud,doctl,hcloud,linode-cli,scw,exoscale,b2,vultr-cli,configstore,rclone,s3cmd,tccli}",
		".{boto,oci,aliyun,bluemix,linode-cli,vultr-cli.yaml,civo.json,exoscale,ovh.conf,tccli,s3cfg,mc,rclone.conf,passwd-s3fs,b2_account_info,azcopy}",
	],
	clusters: [
		".kube/{config,config.*,*.config,cache}",
		".docker/config.json",
		".config/{containers/auth.json,helm/registry,helm/repositories.yaml,argocd,k3d,kwctl}",
		".{argocd,rancher,pulumi/credentials.json,terraform.d/credentials.tfrc.json,terraformrc,tfenv,chef,consul-token,nomad-token}",
	],
	forges: [
		".config/{gh/hosts.yml,hub,glab-cli,tea,git/credentials,jira,.jira,acli,bkt,forgejo-cli}",
		".{git-credentials,netrc,authinfo,authinfo.gpg,circleci,travis,buildkite,jira.d}",
		"_netrc",
	],
	packages: [
		".{npmrc,yarnrc.yml,pypirc,gem/credentials,bundle/config,cargo/credentials,cargo/credentials.toml,m2/settings.xml,m2/settings-security.xml,gradle/gradle.properties,composer/auth.json,nuget/NuGet/NuGet.Config,hex/hex.config,pub-cache/credentials.json,condarc,continuum,pause}",
		".{sbt,ivy2}/{.credentials,credentials}",
		".subversion/{auth,servers}",
		".config/{pypoetry/auth.toml,composer/auth.json,NuGet,dart/pub-credentials.json,anaconda,uv/credentials}",
		".local/share/{gem/credentials,uv/credentials}",
		"Library/Preferences/pypoetry/auth.toml",
	],
	databases: [
		".{pgpass,pg_service.conf,my.cnf,mylogin.cnf,snowsql,snowflake,databrickscfg,databricks,dbt/profiles.yml,cassandra,influxdbv2,turso,supabase,clickhouse-client,mongodb}",
		".config/{mongocli,atlascli,snowflake,neonctl,planetscale,turso,supabase}",
	],
	services: [
		".{msmtprc,fetchmailrc,mbsyncrc,isyncrc,offlineimaprc,getmail,mpoprc,smbcredentials,davfs2/secrets,vnc/passwd,purple/accounts.xml,weechat/sec.conf,ICEauthority,Xauthority,rhosts,lftp/bookmarks,ncftp/bookmarks}",
		".config/{msmtp,isyncrc,mbsync,filezilla,FileZilla,weechat/sec.conf,remmina,hexchat,evolution,lftp/bookmarks,nchat,syncthing,rustdesk,transmission/settings.json}",
		".{fly,netlify,now,vercel,wrangler,cloudflared,railway,ngrok2,twilio-cli,sentryclirc,newrelic,okta,serverlessrc,expo/state.json,appstoreconnect,android/adbkey,heroku,render,stripe,tsuru,cf}",
		".config/{netlify,.wrangler,wrangler,firebase,ngrok,stripe,auth0,shopify-cli-kit-nodejs,shopify,twilio-cli,railway,heroku,render,cloudflared,sentry,datadog,tailscale}",
		".local/share/{com.vercel.cli,heroku,.wrangler}",
		"Library/Application Support/{com.vercel.cli,ngrok,rclone}",
		"Library/Preferences/{netlify,.wrangler,configstore}",
	],
	models: [
		".{kaggle/kaggle.json,huggingface/token,modal.toml,openai,anthropic,ollama/id_ed25519,runpod,replicate}",
		".config/{io.datasette.llm/keys.json,openai,anthropic,wandb,huggingface,kaggle}",
		".cache/huggingface/{token,stored_tokens}",
	],
	browsers: [
		".mozilla/firefox/*/{logins.json,key3.db,key4.db,cookies.sqlite}",
		".config/{google-chrome,chromium,BraveSoftware,microsoft-edge,vivaldi,opera}",
		"Library/Application Support/{Google/Chrome,Firefox/Profiles,BraveSoftware,Microsoft Edge}",
		"Library/Cookies",
	],
};

const machine: readonly string[] = [
	"/etc/{shadow,shadow-,gshadow,gshadow-,sudoers,sudoers.d,master.passwd,krb5.keytab,wireguard,security/opasswd}",
	"/etc/ssh/ssh_host_*_key",
	"/etc/ssl/private",
	"/etc/letsencrypt/{live,archive,accounts}",
	"/etc/NetworkManager/system-connections",
	"/etc/kubernetes/{pki,admin.conf,kubelet.conf,controller-manager.conf,scheduler.conf}",
	"/etc/rancher/k3s/k3s.yaml",
	"/var/lib/kubelet/pki",
	"/{run,var/run}/secrets",
	"/run/user/*/{containers/auth.json,keyring}",
	"/Library/Keychains",
	"/var/db/{dslocal,SystemKey}",
	// What processes were started with, and what they hold.
	"/proc/*/{environ,mem}",
	"/proc/*/task/*/{environ,mem}",
	"/proc/kcore",
];

/** In the home folder, and on the machine: the set `@credential-files`. */
export const credentialFiles: readonly string[] = [
	...Object.values(home)
		.flat()
		.map((path) => `~/${path}`),
	...machine,
];

/** By their names, wherever they lie: the set `@key-files`. */
export const keyFiles: readonly string[] = [
	"**/.{env,ENV}",
	"**/.env.{local,production,prod,staging,secret,secrets,vault}",
	"**/.env.*.local",
	"**/{id_rsa,id_dsa,id_ecdsa,id_ed25519,id_ecdsa_sk,id_ed25519_sk}",
	"**/*.{key,p12,pfx,ppk,kdbx,jks,keystore}",
	"**/.{git-credentials,netrc,pgpass,htpasswd,vault-token,vault_pass,s3cfg,dockercfg}",
];

/** Folders that hold some of them beside other things, whole: the set `@credential-folders`. */
export const credentialFolders: readonly string[] = ["~/.ssh", "~/.aws", "~/.kube", "~/.config/{gh,op}"];

/** Last words of the name of a variable, an option or a setting that holds a secret. */
const secretWords = "TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASSCODE|PASS|PWD|CREDENTIALS?|BEARER|JWT|AUTHTOKEN";
/** What a key is for that is a secret: `API_KEY`. */
const secretKeys = "API|ACCESS|SECRET|PRIVATE|SIGNING|ENCRYPTION|MASTER|DEPLOY|LICENSE|ACCOUNT|AUTH";
const byWord = new RegExp(`(?:^|_)(?:${secretWords})$`);
const byKey = new RegExp(`(?:^|_)(?:${secretKeys})_?KEY$`);
const byPart = new RegExp(
	`secret|token|passw|passphrase|credential|(?:${secretKeys})_?key|_key$|^key$|_pwd$|_auth$|_pat$|database_url|connection_?string|_dsn$`,
	"i",
);

/** Does a variable of this name hold a secret, by its name alone? */
export function namesSecret(name: string): boolean {
	if (/PUBLIC|(?:^|_)(?:SORT|PRIMARY|FOREIGN|CACHE|PARTITION)_KEY$/.test(name)) return false;
	return (
		byWord.test(name.replace(/^(?:OLD)?PWD$/, "")) ||
		byKey.test(name) ||
		/^(?:PGPASSWORD|SSHPASS|NODE_AUTH_TOKEN)$/.test(name)
	);
}

/** May it hold one? Every name of which that is sure, and names that speak of such things. */
export function mayNameSecret(name: string): boolean {
	return byPart.test(name) || namesSecret(name);
}

/** Does the last part of a word name a thing that opens other things? `access-token`, `secrets`, `secret-value` */
export function isSecretThing(word: string): boolean {
	return secretThings.test(word.toLowerCase());
}

const secretThings =
	/(?:^|[-_:.])(?<!(?:random|public)[-_])(?:secrets?|tokens?|passwords?|passwd|passphrases?|credentials?|creds?|apikeys?|(?:api|access|private|storage|auth|master|admin|function|signing|host|unseal|account)[-_]?keys?|connection-strings?|kubeconfig|keychains?|jwts?|otp|totp|sas)(?:[-_:.](?:values?|data|strings?|versions?|entry|ur[il]))?$/;

/** Programs that keep secrets for others: what they show is one. */
export const secretKeepers: ReadonlySet<string> = new Set(
	words(
		"vault bao pass gopass passage bw bws rbw op lpass dcli keepassxc-cli kpcli keeper nordpass nordpass-cli proton-pass psono secret-tool keyring kwallet-query kwalletcli chamber infisical akeyless conjur summon berglas teller credstash confidant ansible-vault sops biscuit envkey envwarden doppler kubeseal dotenv-vault keyctl wg wg-quick phase pssh-box knox ejson blackbox_cat git-credential-store step",
	),
);

function words(text: string): readonly string[] {
	return text.split(" ");
}
