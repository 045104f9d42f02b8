/** Acts on what a project is made of that rules refuse, each with the other words for it: its history, its packages, its releases. */
import { type Act, actsIn } from "./act.js";

export const actsOfProjects: readonly Act[] = actsIn(`
rewrites the whole history: git {filter-branch x,filter-repo}
loses what could be brought back: git {reflog expire --expire=now --all,gc --prune=now,prune --expire=now} | ~git reflog delete x
commits under another name > git {commit --author=x,config user.email x,config user.name x,-c user.email=x commit}
commits without a signature > git {commit --no-gpg-sign,config commit.gpgsign false,-c commit.gpgsign=false commit}
deletes a tag: git tag {-d x,--delete x} | ~git {update-ref -d refs/tags/x,push --delete origin x}
shows the token > gh auth token | gh auth status --show-token | git credential fill
lets everybody see the repository: gh repo edit --visibility=public | gh api --method PATCH repos/o/r -f private=false
deletes a branch of others: gh api --method DELETE repos/o/r/git/refs/heads/x | ~gh pr close --delete-branch 1
deletes the run: gh run delete 1 | ~gh api --method DELETE repos/o/r/actions/runs/1
merges > gh pr merge | gh api --method PUT repos/o/r/pulls/1/merge | gh pr merge --admin | gh api graphql
merges > glab mr merge 1 | glab mr accept 1 | glab api --method PUT projects/1/merge_requests/1/merge
approves > glab mr approve 1 | glab api --method POST projects/1/merge_requests/1/approve
deletes the repository > glab repo delete x | glab api --method DELETE projects/1
makes a release > glab release create v1 | glab api --method POST projects/1/releases
shows settings that are secret: glab variable {get x,export,list} | ~glab api projects/1/variables
shows the token: glab auth status --show-token | glab config get token
starts a pipeline: glab {ci run,ci trigger,pipeline run} | ~glab api --method POST projects/1/pipeline
publishes the package: yarn publish | yarn npm publish | npm publish | pnpm publish | ~{changeset publish,lerna publish,semantic-release,release-it,np}
publishes the package > npm publish | {changeset publish,semantic-release,release-it,np,yarn publish}
takes a package back: npm unpublish x | ~{pnpm,yarn npm} unpublish x
publishes the package > cargo publish | cargo {release --execute,workspaces publish,smart-release --execute}
publishes the package > gem push x | {rake,bundle exec rake} release | gem release
takes a package back: gem yank x | ~gem owner --remove=x y
publishes the package: {dart,flutter} pub publish
publishes the package: {dotnet nuget,nuget} push x
publishes the package: {vsce,ovsx} publish | ~vsce publish --packagePath=x
publishes the package: mix hex.publish | ~mix hex.publish package
publishes the package: pod {trunk push x,repo push x y}
publishes the package: {anaconda,rattler-build} upload x
publishes the artifact: {mvn,./mvnw} {deploy,deploy:deploy-file,release:perform,deploy:deploy,nexus-staging:release,jreleaser:full-release}
publishes the artifact: sbt {publish,publishSigned}
publishes the chart: helm {push x y,cm-push x y,s3 push x y} | ~oras push x y
pushes the image: docker {push x,image push x,manifest push x,build --push x,buildx build --push x,buildx bake --push,compose push,compose build --push} | ~{skopeo copy x y,crane push x y,buildah push x,podman push x,oras push x y}
pushes the image: podman {push x,image push x,manifest push x} | ~{buildah push x,skopeo copy x y}
runs programs of packages > npx x | npm {exec x,create x,init x} | {pnpm dlx,yarn dlx,bunx,pnpx,bun x} x
runs programs of packages > npm exec x | npx x | npm {create x,init x} | {pnpm dlx,yarn dlx,bunx} x
runs programs of packages > pnpm dlx x | pnpm create x | {npx,npm exec,yarn dlx,bunx,pnpx} x
runs programs of packages > uvx x | uv tool run x | pipx run x
installs packages > pip install x | {pip3 install,python -m pip install,python3 -m pip install,uv pip install,pipx install,uv tool install,easy_install,uv add,poetry add,pipenv install,conda install} x
installs packages > npm install x | {npm add,npm i,pnpm add,yarn add,bun add} x
installs packages > {yarn,pnpm,bun} add x | {npm install,npm add,yarn add,pnpm add,bun add,bun install} x
installs packages > cargo install x | cargo binstall x
installs packages > gem install x | bundle {add x,install}
installs packages > composer require x | composer global require x
installs packages > go install x@latest | go get x@latest
installs packages > dotnet add package x | dotnet {package add x,tool install x}
installs packages > conda install x | {mamba,micromamba} install x | conda {env update --file=x,update x,create --name=x y}
fetches packages from elsewhere: {pip,pip3,uv pip} {install --index-url=https://example.com x,config set global.index-url https://example.com}
fetches packages from elsewhere: {npm,pnpm,yarn} {config set registry https://example.com,install --registry=https://example.com x} | ~npm {set registry=https://example.com,config edit}
fetches packages from elsewhere: gem {install --source=https://example.com x,sources --add https://example.com} | ~bundle config set mirror.all https://example.com
fetches packages from elsewhere: go env -w {GOPROXY=https://example.com,GONOSUMDB=*,GOFLAGS=-insecure,GONOSUMCHECK=1,GOSUMDB=off}
fetches packages from elsewhere: dotnet {nuget add source x,restore --source=x,add package x --source=y} | ~nuget sources add x
fetches packages from elsewhere: conda {install --channel=x y,config --add channels x} | ~conda config --set channel_alias x
fetches packages from elsewhere: composer config {repositories.x vcs y,repo.packagist false} | ~composer install --repository=x
fetches packages from elsewhere: helm {repo add x y,install --repo=y x z,upgrade --repo=y x z,pull --repo=y x}
fetches packages from elsewhere: {add-apt-repository,apt-add-repository} x | ~apt-key add x
fetches packages from elsewhere: cargo {install --git=x,install --index=x y,install --registry=x y,add --git=x y}
installs packages of the machine: {dnf,yum,microdnf} {install x,localinstall x,reinstall x,upgrade x} | ~rpm {-i x,-U x}
installs packages of the machine: {pacman,yay,paru} {-S x,-U x}
installs packages of the machine: brew {install x,bundle,reinstall x,upgrade x}
installs packages of the machine: apk add x | ~apk upgrade
installs packages of the machine: zypper {install x,in x,dup} | ~rpm -i x
installs packages of the machine: snap {install x,refresh x} | ~snap try x
removes packages of the machine: {dnf,yum} {remove x,erase x,autoremove} | ~rpm -e x
removes packages of the machine: brew {uninstall x,remove x,rm x,autoremove}
uploads the models: {huggingface-cli,hf} {upload x,upload-large-folder x}
shows the token: {huggingface-cli,hf} {auth token,auth list} | ~{huggingface-cli,hf} env
sends what was measured: wandb {sync x,artifact put x,launch x} | ~wandb online
runs code in the application: {rails,bin/rails,./bin/rails,bundle exec rails} {runner x,console,c,dbconsole} | ~{rake,bundle exec rake} console
runs code in the application: {php artisan,./artisan,sail artisan} {tinker,db x,tinker --execute=x}
runs code in the application: {python manage.py,python3 manage.py,./manage.py,manage.py} {shell,shell_plus,dbshell,runscript x,shell -c x}
runs code in the application: {flask shell,iex -S mix,mix run -e x,php bin/console psysh,drush php:eval x,drush php:cli}
runs typed Elixir: {elixir,iex} -e x | mix run -e x | ~erl -eval x
runs typed Ruby: {ruby,irb} -e x | bundle exec ruby -e x | ~{rails,bin/rails} runner x
runs typed JavaScript: node {-e x,--eval=x,-p x} | {bun,tsx,ts-node} -e x | npx {tsx,ts-node} -e x | ~deno eval x
runs typed Perl: perl {-e x,-E x}
runs typed PHP: php -r x | ~php artisan tinker --execute=x
runs typed R: {R,Rscript} -e x | ~littler -e x
removes objects in bulk: gsutil {rm -r x,-m rm -r x} | gcloud storage rm -r x | aws s3 rm --recursive x | s3cmd {del,rm} --recursive x | mc rm --recursive x | ~rclone {purge x,delete x} | ~az storage blob delete-batch --source=x
uploads to the store: eas {submit,build --auto-submit} | ~fastlane {deliver,supply}
uploads to the store: xcrun {altool --upload-app,iTMSTransporter -m upload} | ~fastlane {deliver,pilot}
`);
