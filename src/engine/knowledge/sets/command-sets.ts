/**
 * Commands by what they do to others, to the machine or to the account, whatever their program is: what programs of one kind have in common, and no
 * power says. Every policy has them as sets: `ask @publishing-commands`. Each is a pattern as rules write it, without quotes: words, globs, braces, options; in front
 * may stand a set of programs, `@queue-tools`.
 * The facts are those of the programs' own manuals.
 */

import { tools } from "../vocabulary/verbs.js";

/** What runs containers. */
const containers = "{docker,podman,nerdctl}";

/** What steers things that lie elsewhere. */
const services = Object.keys(tools()).map((kind) => `@${kind}`);

export const commandSets = {
	"container-tools": ["docker", "podman", "nerdctl"],
	/** What steers things that lie elsewhere. */
	"service-tools": services,
	/** What sends mail, messages, files or whatever comes in to whom it is told. */
	"sending-tools": words(
		"nc ncat netcat socat telnet mail mailx mutt neomutt sendmail msmtp ssmtp swaks lftp ftp tnftp ncftp ncftpput tftp smbclient mosquitto_pub kafka-console-producer*",
	),
	/** What bounds agents. */
	"guarding-tools": words("rampart nah dcg shellfirm cupcake agentsh cc-safety-net"),
	/** What administers Windows. */
	"windows-tools": words(
		"reg ntdsutil netsh bcdedit schtasks regsvr32* mshta* rundll32* reagentc vssadmin wbadmin cmdkey",
	),
	/** Others get to see it, under the name of whoever is logged in, and it stays there. */
	"publishing-commands": lines(`
		npm publish
		pnpm publish
		yarn publish
		yarn npm publish
		bun publish
		deno publish
		cargo publish
		twine upload
		python -m=twine
		python3 -m=twine
		poetry publish
		uv publish
		hatch publish
		flit publish
		gem push
		rake release
		docker push
		podman push
		helm push
		dotnet nuget push
		vsce publish
		ovsx publish
		npm deprecate
		npm unpublish
		pnpm unpublish
		yarn npm unpublish
		npm {dist-tag,dist-tags} {rm,remove,add,set}
		npm {owner,access,team} {add,rm,remove,grant,revoke,destroy,set}
		cargo {yank,owner}
		gem {yank,owner}
		mvn ** {deploy,deploy:*,release:*}
		mvnw ** {deploy,deploy:*,release:*}
		gradle ** {publish*,*:publish*}
		gradlew ** {publish*,*:publish*}
	`),
	/** Files of this machine go to another one. */
	"uploading-commands": lines(`
		scp * *:*
		rsync * *:*
		curl --form=*@*
		curl --form=*=\\<*
		curl --upload-file
		curl --data=@*
		curl --data-binary=@*
		curl --data-urlencode=*@*
		curl --json=@*
		wget --post-file
		wget --body-file
		aws s3 {cp,sync,mv}
		aws s3api put-object
		gsutil {cp,rsync,mv} * gs:*
		gcloud storage {cp,rsync,mv} * gs:*
		az storage * {upload,upload-batch,copy}
		kubectl cp
		{gh,glab} release upload
		glab snippet create
		gh gist create
		mc {put,mirror} * *
		s3cmd {put,sync}
		{b2,oras,crane,skopeo} ** {upload,push,copy}
		{http,https,xh,xhs} ** *@*
		{croc,wormhole,magic-wormhole,ffsend,transfer} {send,upload}
		rclone rcat
		rclone {copy,copyto,move,moveto,sync} * *:*
		nats pub
		kcat -P
		redis-cli -x
		git push *:*
	`),
	/** A way from elsewhere to this machine. */
	"tunnel-commands": ["ngrok", "cloudflared tunnel", "lt", "tailscale {funnel,serve}"],
	/** Consoles of services that hold data. */
	"service-consoles": lines(`
		bq query
		snowsql
		snow sql
		turso db shell
		databricks sql
		influx
		pscale
		neonctl
		rpk
		splunk
		supabase db
		wrangler d1
	`),
	/** A request to a service on the web that takes something away there. */
	"deleting-requests": lines(`
		curl --request=[dD][eE][lL][eE][tT][eE]
		curl --header=*ethod-[oO]verride:*[dD][eE][lL][eE][tT][eE]*
		curl --data=*mutation*delete*
		curl --request=POST ** *[/_]{delete,doDelete}*
		curl --data ** *[/_]{delete,doDelete}*
		wget --method=[dD][eE][lL][eE][tT][eE]
		{http,https,xh,xhs,curlie} ** [dD][eE][lL][eE][tT][eE]
		{http,https,xh,xhs,curlie} POST *delete*
		{gh,glab} api --method=[dD][eE][lL][eE][tT][eE]
		gh api graphql ** *mutation*delete*
		gh api graphql --field=*mutation*delete*
		gh api graphql --raw-field=*mutation*delete*
		{hub,tea} api ** [dD][eE][lL][eE][tT][eE]
	`),
	/** What lies elsewhere goes, by an option. */
	"deleting-options": [
		...["--delete-config", "--reset-offsets"].map((option) => `@queue-tools ${option}`),
		"azcopy --delete-destination",
		...services.flatMap((kind) => ["--remove", "--purge", "--prune", "--destroy"].map((option) => `${kind} ${option}`)),
	],
	/** It runs on another machine, where no rule of this one holds, and takes something away there. */
	"remote-deletions": lines(`
		gcloud compute ssh --command=*rm\\ *
		{fly,flyctl} ssh console -C=*rm\\ *
		{fly,flyctl} ssh console --command=*rm\\ *
		vagrant ssh --command=*rm\\ *
		ssh ** {rm,rmdir,shred,truncate,dd}
		ssh ** {rm,rmdir,shred,truncate,dd}\\ *
		kubectl rollout undo
		aws kms schedule-key-deletion
	`),
	/** Tasks of frameworks that empty the database of a project, or take its last change back. */
	"database-resets": lines(`
		rake {db:drop,db:reset,db:purge,db:truncate_all,db:schema:load,db:migrate:reset}*
		rails {db:drop,db:reset,db:purge,db:truncate_all,db:schema:load,db:migrate:reset}*
		mix {ecto.drop,ecto.reset,ash.reset,ash_postgres.drop}
		{python,python3} *manage.py {flush,reset_db,sqlflush,migrate_schemas,clear_cache,reset_schema}
		django-admin {flush,reset_db}
		flask db downgrade
		alembic downgrade
		php {*artisan,*bin/console} {migrate:fresh,migrate:reset,migrate:refresh,db:wipe,queue:flush,doctrine:database:drop,doctrine:schema:drop}
	`),
	/** What runs elsewhere is put there, or replaced. */
	"deploying-commands": lines(`
		kubectl {apply,replace,patch}
		{terraform,tofu} apply
		pulumi {up,update}
		{cdk,sls,serverless,sst,sam,eb,firebase} deploy
		{netlify,vercel} deploy --prod
		helm {install,upgrade,rollback}
	`),
	/** Settings and rights of what is shared: who sees a repository, who may do what, what runs with which settings. */
	"shared-settings-commands": lines(`
		gh repo edit --visibility
		gh repo sync --force
		{gh,glab} ssh-key add
		gh gpg-key add
		gh repo deploy-key add
		kubectl certificate approve
		kubectl {edit,set}
		kubectl rollout restart
		k {set,apply,replace}
		oc adm policy
		az role assignment create
		gsutil {iam,acl,defacl} ch
		terraform state {mv,push,replace-provider}
		{deck,algolia,ldcli,unleash,flipt,apigeecli} {sync,push}
	`),
	/** They make keys for an account. */
	"key-making-commands": lines(`
		aws iam create-*
		gcloud iam service-accounts keys create
		az ad sp create-for-rbac
		az ad {sp,app} credential reset
	`),
	/** Containers, images, volumes and networks go, those of others too. */
	"container-removals": lines(`
		{docker,podman} ** prune
		podman {system,machine} reset
		{docker,podman} pod rm
		${containers} {rm,rmi} --force
		${containers} {volume,network} rm
		${containers} compose down --volumes
		${containers} compose {kill,rm}
		${containers} kill
		docker {service,stack,config,secret,node,context,swarm,buildx} {rm,remove,leave}
		{docker,podman} stop * *
	`),
	/** A container that owns the host: its processes, its devices, its folders, the engine's own socket. `--privileged` aside, which can be switched off again. */
	"host-owning-containers": lines(`
		${containers} {run,create} --pid=host
		${containers} {run,create} --cap-add
		${containers} {run,create} --userns=host
		${containers} {run,create} --security-opt=*unconfined*
		${containers} {run,create} --device=/dev/{sd,hd,vd,xvd,nvme,mmcblk,dm-,md,mem,kmem}*
		${containers} {run,create} --volume=/:*
		${containers} {run,create} --volume=*docker.sock*
		${containers} {run,create} --volume={/etc,/root,/boot,/proc,/sys,/dev,/usr,/bin,/lib}[:/]*
		${containers} {run,create} --mount=*{src,source,device}=/
		${containers} {run,create} --mount=*{src,source,device}=/[!a-zA-Z0-9._]*
		${containers} {run,create} --mount=*{src,source,device}=/{etc,root,boot,proc,sys,dev,usr,bin,lib}*
		${containers} {run,create} --mount=*docker.sock*
	`),
	/** Services and processes end that others may rely on. */
	"stopping-commands": lines(`
		systemctl {stop,mask,disable,kill,isolate,set-default,poweroff,reboot,halt,kexec,rescue,emergency,suspend,hibernate}
		service * stop
		pkill
		killall
		setenforce
		kill ** -1
	`),
	/** The network of the machine goes away. */
	"network-cuts": ["ifconfig * down", "ip link set ** down", "ip route {flush,del}", "route {del,delete,flush}"],
	/** Settings of the whole machine. */
	"machine-settings-commands": lines(`
		timedatectl set-*
		hostnamectl {set-hostname,hostname} *
		localectl set-*
		resolvectl {dns,domain,revert}
		nmcli {con,connection,c} {up,down,modify,mod,add,edit,clone}
		nmcli {device,dev,d} {connect,disconnect,set}
		ip link {delete,del}
		ip route {replace,change}
		nft --file
		firewall-cmd
		pfctl
	`),
	/** They install for more than one folder. */
	"machine-wide-installs": lines(`
		{apt,apt-get,dnf,yum,snap,flatpak} install
		add-apt-repository
		apt-add-repository
		apt-key {add,adv,del}
		dpkg-divert --add
		dpkg-divert --remove
		dpkg-divert --rename
		nixos-rebuild {switch,boot,test}
		home-manager switch
		darwin-rebuild switch
		apk add
		zypper {install,in}
		nix-env --install
		nix profile {install,add}
		emerge
		{yay,paru} --sync
		npm install --global
		npm install --location=global
		pnpm add --global
		yarn global add
		cargo install --git
		pip install --user --index-url
	`),
	/** They take packages from more than one folder. */
	"package-removals": lines(`
		brew {uninstall,remove,rm,autoremove}
		gem {uninstall,cleanup}
		{rbenv,pyenv} uninstall
		rustup {self,toolchain,target,component} {uninstall,remove}
		pipx {uninstall,uninstall-all}
		cargo uninstall
		composer global {remove,rm,uninstall}
		npm {uninstall,remove,rm,un} --global
		apk del
		zypper {remove,rm}
		nix-env --uninstall
		nix profile remove
		nix-collect-garbage
		nix store gc
		{yay,paru} --remove
		xbps-remove
	`),
	/** What starts by itself from now on. */
	"autostart-commands": lines(`
		systemctl {enable,reenable,preset,link,edit,add-wants,add-requires,set-property}
		systemctl {set-environment,import-environment}
		git maintenance {start,register}
		scalar register
		launchctl {load,bootstrap,enable,submit}
		update-rc.d
		chkconfig
		rc-update add
		loginctl enable-linger
		pm2 {startup,save}
		brew services {start,run,restart}
		initctl
	`),
	/** What they set is run or obeyed later, by programs of the whole account. */
	"account-settings-commands": lines(`
		{gh,glab} {extension,extensions,ext} {install,upgrade}
		{gh,glab} alias {set,import}
		{gh,glab} config set {editor,browser,pager,git_protocol,host,glab_pager,browser}
		{npm,pnpm,yarn} config set
		npm set
		{pip,pip3} config {set,edit}
		helm plugin {install,add,update}
		kubectl krew {install,upgrade}
		kubectl config set-credentials
		docker plugin install
		vagrant plugin install
		packer plugins install
		brew tap
		az extension add
		gcloud components install
		aws configure set
		asdf plugin add
		{code,code-insiders,codium,cursor,windsurf} --install-extension
		dconf {write,load}
		gsettings set
		defaults {write,import}
		xdg-mime default
		xdg-settings set
		update-alternatives
		kwriteconfig*
		husky {add,set,install,init}
		lefthook install
		stow
		chezmoi {apply,init,update}
	`),
} as const satisfies Readonly<Record<string, readonly string[]>>;

function words(text: string): readonly string[] {
	return text.split(" ");
}

function lines(text: string): readonly string[] {
	return text.trim().split(/\n\s*/);
}
