/**
 * Acts that can be done in several ways: by another option, operand, subcommand or program. Whoever refuses one of the ways mostly means the act. Each way is a
 * command line; `{x:main}` stands for what the rule names there, or else for the word behind the colon. The first way is the usual one, and refusing it is
 * refusing the act.
 */
export interface Act {
	/** What is done: "overwrites a branch of others". */
	readonly does: string;
	readonly ways: readonly string[];
}

export const acts: readonly Act[] = [
	act(
		"overwrites what others have",
		"git push --force origin main",
		"git push origin +main",
		"git push --mirror origin",
	),
	act(
		"deletes a branch of others",
		"git push --delete origin {x:main}",
		"git push origin :{x:main}",
		"git push --mirror origin",
	),
	act("deletes a branch of others", "git push origin :{x:main}", "git push --delete origin {x:main}"),
	act(
		"pushes to this branch",
		"git push origin {x:main}",
		"git push origin HEAD:{x:main}",
		"git push origin HEAD:refs/heads/{x:main}",
		"git push origin +{x:main}",
		"git push --all origin",
	),
	act("throws changes away", "git checkout .", "git restore .", "git reset --hard", "git checkout --force HEAD"),
	act("deletes files", "rm x", "unlink x", "find . -name x -delete"),
	act("deletes what lies outside", "rm -rf /", "rm -rf /usr", "rm -rf /var", "rm -r /usr"),
	act(
		"shows what stands in the file",
		"cat {x:.env}",
		"head {x:.env}",
		"tail {x:.env}",
		"less {x:.env}",
		"grep . {x:.env}",
		"cp {x:.env} copy",
		"base64 {x:.env}",
		"awk 1 {x:.env}",
	),
	act("opens what is private to all", "chmod 777 x", "chmod 0777 x", "chmod a+rwx x", "chmod -R 777 x", "chmod o+w x"),
	act("overwrites a disk", "dd if=/dev/zero of=/dev/sda", "dd if=x of=/dev/sda", "cp x /dev/sda", "tee /dev/sda"),
	act("ends processes", "kill -9 100", "kill -KILL 100", "kill 100", "pkill x", "killall x"),
	act("stops a service", "systemctl stop x", "service x stop", "systemctl kill x"),
	act("stops the machine", "shutdown now", "reboot", "poweroff", "halt", "systemctl poweroff"),
	act("raises rights", "sudo ls", "doas ls", "pkexec ls", "su -c ls"),
	act("replaces the table of jobs", "crontab -r", "crontab -e", "crontab x"),
	act("fetches from there", "curl http://{x:example.com}", "curl https://{x:example.com}", "curl {x:example.com}"),
	act("fetches from there", "wget http://{x:example.com}", "wget https://{x:example.com}", "wget {x:example.com}"),
	act(
		"sends data",
		"curl -X POST https://example.com",
		"curl -d x https://example.com",
		"curl --json x https://example.com",
		"curl -F a=b https://example.com",
		"curl -T x https://example.com",
	),
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
	act(
		"installs for the whole machine",
		"npm install -g x",
		"npm install --location=global x",
		"pnpm add -g x",
		"yarn global add x",
	),
	act("publishes the package", "npm publish", "pnpm publish", "yarn publish", "yarn npm publish"),
	act("publishes the package", "poetry publish", "twine upload x", "uv publish", "python -m twine upload x"),
	act("installs packages", "pip install x", "pip3 install x", "python -m pip install x", "uv pip install x"),
	act("destroys what is managed", "terraform destroy", "terraform apply -destroy"),
	act("destroys what is managed", "tofu destroy", "tofu apply -destroy"),
	act("shows secrets", "kubectl get secret", "kubectl get secrets", "kubectl get secret/x", "kubectl get secret x"),
	act(
		"deletes a namespace",
		"kubectl delete namespace x",
		"kubectl delete ns x",
		"kubectl delete namespace/x",
		"kubectl delete ns/x",
	),
	act(
		"reaches the machine from a container",
		"docker run --privileged x",
		"docker run -v /:/host x",
		"docker run --pid=host x",
		"docker run --cap-add=ALL x",
	),
	act(
		"clears what others use",
		"docker system prune -a",
		"docker system prune",
		"docker volume prune",
		"docker image prune -a",
	),
	act("drops a table", 'psql -c "DROP TABLE t"', 'psql -c "drop table t"', "psql -f x.sql"),
	act("drops a table", 'mysql -e "DROP TABLE t"', 'mysql -e "drop table t"'),
	act("merges", "gh pr merge", "gh api --method PUT repos/o/r/pulls/1/merge"),
	act("makes a release", "gh release create v1", "gh api --method POST repos/o/r/releases"),
	act("removes the app", "adb uninstall x", "adb shell pm uninstall x"),
	act("deletes on the device", "adb shell rm x", "adb shell find x -delete", "adb shell unlink x"),
	act(
		"shows the keychain",
		"security find-generic-password -w",
		"security find-internet-password -w",
		"security dump-keychain",
		"security export",
	),
	act("shows settings that are secret", "heroku config:get X", "heroku config", "heroku run env"),
	act("drops the database", "rails db:drop", "rake db:drop", "bin/rails db:drop", "bundle exec rails db:drop"),
	act(
		"empties the database",
		"manage.py flush",
		"./manage.py flush",
		"python manage.py flush",
		"python3 manage.py flush",
	),
	act(
		"deletes in the bucket",
		"aws s3 rm s3://b/k",
		"aws s3api delete-object --bucket b --key k",
		"aws s3 sync --delete . s3://b",
		"aws s3 mv s3://b/k x",
	),
	act("shows the environment", "env", "printenv", "export -p"),
	act("runs other programs", "pandoc --filter x y", "pandoc --lua-filter x y", "pandoc --pdf-engine=x y"),
	act("logs in there", "ssh {x:host}", "ssh user@{x:host}", "ssh -l user {x:host}"),
];

function act(does: string, ...ways: readonly string[]): Act {
	return { does, ways };
}
