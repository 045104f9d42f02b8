/**
 * What programs without a table call their subcommands, and their options where these begin with one dash. Lists tell a slip of the finger from a name; they need not be whole, since what
 * is near to none of their words is told by nobody. Nothing is decided by them.
 */

const subcommandRows = `
alembic: branches check current downgrade edit ensure_version heads history init list_templates merge revision show stamp upgrade
alembic downgrade: base
alembic upgrade: head heads
alembic stamp: head heads base
airflow: cheat-sheet connections config dags db info jobs kerberos plugins pools providers roles scheduler tasks triggerer users variables version webserver worker standalone
ansible-galaxy: collection role install init remove delete list search import setup info download verify publish
ansible-vault: create decrypt edit view encrypt encrypt_string rekey
amtool: alert silence check-config config cluster template
promtool: check query debug test tsdb promql push
atlas: migrate schema login version
buf: build breaking curl dep export format generate lint push registry convert
cdk: bootstrap deploy destroy diff synth synthesize list watch import doctor context
cdk8s: synth import init
celery: worker beat inspect control purge status events flower shell call result report migrate upgrade multi
changeset: add version publish status tag init pre
crictl: attach create exec images inspect inspecti logs ps pull rmi rmp runp start stats stop
cosign: attest sign verify generate-key-pair attach copy clean download tree upload verify-attestation
cypress: open run verify install info cache version
dagster: asset job run schedule sensor dev instance
dbmate: new up create drop migrate rollback down status dump load wait
dbt: build clean clone compile debug deps docs init list ls parse retry run run-operation seed show snapshot source test
dlv: attach connect core dap debug exec replay test trace version
dvc: add cache checkout commit config data dag destroy diff doctor exp experiments fetch freeze gc get get-url import import-url init install list live metrics move params plots pull push queue remote remove repro root run stage status studio unfreeze unprotect update version
drizzle-kit: generate migrate push pull introspect check up studio drop
eas: build submit update login logout whoami device credentials secret project channel branch metadata
electron-builder: build install-app-deps node-gyp-rebuild create-self-signed-cert start
expo: start export run prebuild install customize config login logout whoami publish doctor
fastlane: action actions add_plugin cert deliver docs enable_auto_complete env frameit gym init install_plugins lanes list match new_action new_plugin pem pilot precheck produce run scan screengrab search_plugins sigh snapshot socket_server spaceauth supply trigger update_fastlane update_plugins upload_to_app_store upload_to_testflight upload_to_play_store
flutter: analyze assemble attach bash-completion build channel clean config create custom-devices daemon devices doctor downgrade drive emulators gen-l10n install logs precache pub run screenshot symbolize test upgrade
dart: analyze compile create devtools doc fix format info pub run test
flyway: clean info migrate validate undo repair baseline check snapshot generate diff
gatsby: build develop serve new info clean repl recipes plugin
golangci-lint: run linters cache config custom fmt formatters help migrate version completion
goreleaser: build changelog check completion continue healthcheck init jsonschema publish release announce verify
grype: db explain config version
hasura: actions console deploy init metadata migrate migration plugins scripts seed seeds update-cli version
helmfile: apply build cache deps destroy diff fetch init lint list repos show-dag status sync template test write-values
hugo: build completion config convert deploy env gen import list mod new server version
ionic: build capacitor config cordova deploy doctor generate info init integrations login logout repair serve signup ssh ssl start
jekyll: build clean doctor help new new-theme serve
jupyter: bundlerextension console contrib execute kernel kernelspec lab labextension migrate nbclassic nbconvert nbextension notebook qtconsole run server serverextension troubleshoot trust
k3d: cluster completion config image kubeconfig node registry version
kind: build completion create delete export get load version
knex: init migrate migrate:make migrate:latest migrate:up migrate:rollback migrate:down migrate:currentVersion migrate:list migrate:unlock seed:make seed:run
krew: help index info install list search uninstall update upgrade version
lefthook: add install uninstall run dump validate version self-update
lerna: add bootstrap changed clean create diff exec import info init link list publish run version watch repair
liquibase: calculate-checksum changelog-sync clear-checksums diff diff-changelog drop-all execute-sql future-rollback-sql generate-changelog history list-locks rollback rollback-count rollback-to-date snapshot status tag tag-exists unexpected-changesets update update-count update-sql validate
maestro: test record studio upload cloud hierarchy
microk8s: config enable disable status start stop inspect kubectl reset version helm
minikube: addons cache config cp dashboard delete docker-env image ip kubectl logs mount node pause profile service ssh start status stop tunnel unpause update-check update-context version
mkdocs: build gh-deploy get-deps new serve
mlflow: artifacts azureml db deployments doctor experiments gc models recipes run runs sagemaker server ui
molecule: check cleanup converge create dependency destroy drivers idempotence init lint list login matrix prepare reset side-effect syntax test verify
newman: run
next: build dev export info lint start telemetry typegen
ng: add analytics build cache completion config deploy doc e2e extract-i18n generate lint new run serve test update version
nuxt: add analyze build build-module cleanup dev devtools generate info init module prepare preview start test typecheck upgrade
nx: affected build connect daemon dep-graph exec format format:check format:write generate graph init lint list migrate release repair report reset run run-many serve show sync test watch
playwright: clear-cache codegen cr ff install install-deps merge-reports open pdf run-server screenshot show-report show-trace test uninstall wk
pm2: start stop restart reload delete list logs monit save resurrect startup unstartup flush describe show status kill scale trigger deploy
pod: cache deintegrate env init install ipc lib list outdated plugins repo setup spec trunk try update
prefect: agent artifact automation block cloud concurrency-limit config dashboard deploy deployment dev flow flow-run init kubernetes profile server shell task-run variable version work-pool work-queue worker
prisma: init generate db migrate studio validate format version debug platform
quarto: render preview serve create use add update remove convert pandoc run install publish check call inspect list uninstall tools
rabbitmqctl: add_user add_vhost authenticate_user await_startup change_password clear_permissions clear_policy cluster_status delete_queue delete_user delete_vhost environment eval force_boot force_reset forget_cluster_node join_cluster list_bindings list_channels list_connections list_consumers list_exchanges list_permissions list_policies list_queues list_users list_vhosts node_health_check ping purge_queue report reset set_permissions set_policy set_user_tags start_app status stop stop_app wait
rabbitmqadmin: list show declare delete export get import publish purge close help
react-native: start run-android run-ios bundle build-android build-ios config doctor info init log-android log-ios upgrade
safety: check scan auth generate validate
sam: build deploy delete init invoke list local logs package pipeline publish remote sync traces validate
serverless: create deploy info invoke logs metrics package plugin print remove rollback test
skaffold: apply build completion config credits debug delete deploy dev diagnose filter fix init inspect lsp render run schema survey test verify version
snyk: auth code config container iac log4shell monitor policy sbom test version ignore
sqlfluff: dialects fix format lint parse render rules version
sqlx: database migrate prepare completions
storybook: add build dev doctor init migrate upgrade sandbox link remove
streamlit: cache config docs hello run version
supabase: branches db domains encryption functions gen init inspect link login logout migration network-bans orgs postgres-config projects secrets seed services snippets sso start status stop storage test unlink vanity-subdomains
supervisorctl: add avail clear exit fg maintail open pid quit reload remove reread restart shutdown signal start status stop tail update version
swiftlint: analyze docs generate-docs lint baseline reporters rules version
terragrunt: apply apply-all catalog destroy destroy-all find fmt force-unlock graph-dependencies hclfmt import init list output output-module-groups plan plan-all providers refresh render-json run run-all scaffold show stack state taint terragrunt-info untaint validate validate-all validate-inputs workspace
tfenv: install use uninstall list list-remote version-name init pin
tilt: alpha analytics api-resources apply args ci create delete demo describe disable docker down dump edit enable explain get logs lsp patch snapshot trigger up verify-install version wait
trivy: aws clean config convert filesystem image kubernetes module plugin registry repository rootfs sbom server version vm vex
trufflehog: git github gitlab filesystem s3 gcs syslog circleci docker travisci postman elasticsearch jenkins huggingface
turbo: build run dev lint test prune daemon gen generate login logout link unlink scan telemetry query watch info ls bin boundaries
twine: check register upload
typeorm: cache:clear entity:create init migration:create migration:generate migration:revert migration:run migration:show query schema:drop schema:log schema:sync subscriber:create version
vsce: ls package publish unpublish list ls-publishers delete-publisher login logout verify-pat show search
wrangler: build d1 delete deploy deployments dev docs hyperdrive init kv login logout mtls-certificate pages publish pubsub queues r2 rollback secret tail types vectorize versions whoami
west: alias attach blobs boards build completion config debug debugserver diff flash forall grep help init list manifest manifest-check packages robot rtt sdk selfupdate shields sign simulate spdx status topdir twister update zephyr-export
esptool.py: chip_id dump_mem elf2image erase_flash erase_region flash_id image_info load_ram make_image merge_bin read_flash read_flash_status read_mac read_mem run verify_flash version write_flash write_flash_status write_mem
st-flash: read write erase reset
idf.py: app app-flash bootloader build clean efuse-burn erase-flash flash fullclean menuconfig monitor openocd reconfigure set-target size uf2
pio: access account boards check ci debug device home org pkg project remote run settings system team test upgrade
agvtool: bump mvers new-marketing-version new-version next-version vers what-marketing-version what-version
avdmanager: create delete list move
xcrun simctl: addmedia appinfo boot clone create delete diagnose erase get_app_container getenv help icloud_sync install io keychain launch list listapps location logverbose openurl pair pbcopy pbpaste privacy push rename runtime shutdown spawn status_bar terminate ui uninstall unpair upgrade
xcodebuild: analyze archive build build-for-testing clean docbuild install installhdrs installsrc test test-without-building
kaggle: competitions datasets kernels models files config
huggingface-cli: download upload repo login logout whoami env tag scan-cache delete-cache
wandb: agent artifact controller docker init job launch launch-agent local login offline online pull restore server status sweep sync verify
ray: attach cluster-dump cpp dashboard debug disable-usage-stats down exec get-head-ip job list logs memory metrics microbenchmark monitor rsync-down rsync-up serve start stat status stop submit summary timeline up
great_expectations: checkpoint datasource docs init project store suite
bq: cancel cp extract get-iam-policy head help init insert load ls mk mkdef partition query rm set-iam-policy shell show update version wait
gsutil: acl cat compose config cors cp defacl defstorageclass du hash help iam kms label lifecycle logging ls mb mv notification pap perfdiag rb requesterpays retention rewrite rm rpo rsync setmeta signurl stat test ubla update version versioning web
doctl: account apps auth balance billing-history completion compute databases invoice kubernetes monitoring projects registry serverless version vpcs
eksctl: anywhere associate completion create delete deregister disassociate drain enable generate get help info register scale set unset update upgrade utils version
kops: completion create delete distrust edit export get help promote replace rolling-update toolbox trust update upgrade validate version
velero: backup backup-location bug client completion create debug delete describe get help install plugin repo restore schedule snapshot-location uninstall version
argocd: account admin app appset cert cluster completion configure context gpg login logout proj relogin repo repocreds version
argo: archive auth cluster-template completion cp cron delete executor-plugin get lint list logs node resubmit resume retry server stop submit suspend template terminate version wait watch
flux: bootstrap build check completion create delete diff envsubst events export get install list logs migrate pull push reconcile resume stats suspend tag trace tree uninstall version
istioctl: admin analyze bug-report completion dashboard experimental install kube-inject manifest operator profile proxy-config proxy-status remote-clusters tag uninstall upgrade validate version
linkerd: check completion diagnostics identity inject install jaeger multicluster profile prune smi stat tap uninject uninstall upgrade version viz
boundary: accounts auth-methods authenticate connect database dev groups hosts server sessions targets users version
meson: setup configure dist install introspect init test wrap subprojects rewrite compile devenv env2mfile format
bazel: analyze-profile aquery build canonicalize-flags clean config coverage cquery dump fetch help info license mobile-install mod print_action query run shutdown sync test vendor version
bazelisk: analyze-profile aquery build canonicalize-flags clean config coverage cquery dump fetch help info license mobile-install mod print_action query run shutdown sync test vendor version
buck2: audit build clean cquery docs explain help init install kill log query rage root run server status targets test uquery utarget
pants: check fix fmt generate-lockfiles help lint list package peek publish repl run tailor test update-build-files
sbt: clean compile console doc package publish publishLocal run test testOnly update assembly reload
lein: check classpath clean compile deploy deps do install jar javac new pom release repl retest run search test trampoline uberjar update-in upgrade vcs version with-profile
rebar3: as clean compile cover ct deps dialyzer do edoc escriptize eunit get-deps hex lock new path pkgs release relup report shell tar tree unlock update upgrade version xref
gleam: add build check clean deps docs export fix format help hex lsp new publish remove run shell test update
symfony: check:requirements composer console help local:server:start new open php run serve server:list server:log server:start server:status server:stop var:export
drush: cache:rebuild config:export config:import cron deploy pm:install pm:uninstall sql:cli sql:connect sql:drop sql:dump sql:query sql:sync updatedb user:create user:login watchdog:show
wp: cache cap cli comment config core cron db embed eval eval-file export help i18n import language maintenance-mode media menu network option package plugin post post-type rewrite role scaffold search-replace server shell sidebar site super-admin taxonomy term theme transient user widget
artisan: clear-compiled down env inspire list migrate optimize serve test tinker up
craft: clear-caches db exec gc graphql index-assets install mailer migrate project-config queue resave setup shell tests up update users utils
`;

const optionRows = `
xcodebuild: -project -target -alltargets -workspace -scheme -destination -destination-timeout -configuration -arch -sdk -showsdks -showBuildSettings -showdestinations -showTestPlans -list -find-executable -find-library -version -usage -help -verbose -license -checkFirstLaunchStatus -runFirstLaunch -derivedDataPath -resultBundlePath -resultStreamPath -archivePath -exportArchive -exportPath -exportOptionsPlist -exportNotarizedApp -enableCodeCoverage -allowProvisioningUpdates -allowProvisioningDeviceRegistration -authenticationKeyPath -authenticationKeyID -authenticationKeyIssuerID -testPlan -only-testing -skip-testing -only-test-configuration -skip-test-configuration -parallel-testing-enabled -parallel-testing-worker-count -maximum-parallel-testing-workers -maximum-concurrent-test-simulator-destinations -disable-concurrent-destination-testing -retry-tests-on-failure -run-tests-until-failure -test-iterations -test-timeouts-enabled -default-test-execution-time-allowance -xctestrun -testLanguage -testRegion -toolchain -quiet -dry-run -jobs -parallelizeTargets -hideShellScriptEnvironment -json -skipPackagePluginValidation -skipMacroValidation -resolvePackageDependencies -clonedSourcePackagesDirPath -disableAutomaticPackageResolution -onlyUsePackageVersionsFromResolvedFile -packageCachePath -xcconfig -create-xcframework -downloadPlatform -downloadAllPlatforms -importPlatform
keytool: -certreq -changealias -delete -exportcert -export -genkeypair -genkey -genseckey -gencert -importcert -import -importpass -importkeystore -keypasswd -list -printcert -printcertreq -printcrl -storepasswd -showinfo -keystore -storepass -storetype -alias -keyalg -keysize -validity -dname -file -rfc -noprompt -keypass -sigalg -destkeystore -srckeystore -deststorepass -srcstorepass
jarsigner: -keystore -storepass -storetype -keypass -sigfile -signedjar -digestalg -sigalg -verify -verbose -certs -tsa -strict
plutil: -lint -convert -insert -replace -remove -extract -type -create -help
codesign: -s -v -d -f --sign --verify --display --force --options --entitlements --deep --strict --timestamp --identifier
emulator: -avd -list-avds -wipe-data -no-window -no-audio -no-boot-anim -no-snapshot -gpu -port -read-only -writable-system -netdelay -netspeed -memory -verbose
`;

function rowsOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
	return new Map(
		text
			.trim()
			.split("\n")
			.flatMap((row): [string, ReadonlySet<string>][] => {
				const at = row.indexOf(": ");
				if (at < 0) return [];
				return [[row.slice(0, at), new Set(row.slice(at + 2).split(" "))]];
			}),
	);
}

const subcommands = rowsOf(subcommandRows);
const options = rowsOf(optionRows);

/** The programs whose words stand here. */
export const vocabularyPrograms: ReadonlySet<string> = new Set(
	[...subcommands.keys(), ...options.keys()].map((row) => row.split(" ")[0] ?? row),
);

/** What may stand behind the program's name and these words; undefined where nobody says so. */
export function otherSubcommands(program: string, typed: readonly string[] = []): ReadonlySet<string> | undefined {
	return subcommands.get([program, ...typed].join(" "));
}

/** Options of a program without a table, with their dashes. */
export function otherOptions(program: string): ReadonlySet<string> | undefined {
	return options.get(program);
}
