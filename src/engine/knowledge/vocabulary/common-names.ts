/**
 * Names that policies speak of and no table of a program holds: programs, packages, places on a disk, variables, roles of agents. They tell a slip of the finger from a name of its own;
 * nothing is decided by them.
 */
import { credentialFiles, keyFiles } from "../secrets/secrets.js";
import { changingNames, lookFacts, readFacts } from "../variables.js";
import { verbs } from "./verbs.js";

function list(text: string): readonly string[] {
	return text.split(/\s+/).filter((word) => word !== "");
}

/** Programs that no table describes. */
export const otherPrograms: readonly string[] = list(`
	actionlint airflow alembic altool appium aria2c asdf atlantis atlas autossh avdmanager bandit bazelisk blackbox brakeman buildah buf bundletool
	cdk8s celery checkov chezmoi chromedriver clickhouse-client cloc codecov codesign commitlint concurrently conftest copilot cosign coverage cqlsh crictl csvcut csvgrep csvjoin csvlook csvsort csvstat
	cucumber cypress dagger dagster dbmate dbt debuild depcheck detox dive djlint dlv dotenv dprint drizzle-kit earthly electron electron-builder emulator esbuild eslint_d evans expo
	fastlane ffprobe flake8 flutter flyway forge gatling gatsby ghc gitleaks glow gobuster godoc goimports golangci-lint golint gopls goreleaser gotestsum govulncheck grpcurl grype gulp gunicorn
	hadolint hardhat helmfile hugo hypercorn hyperfine identify instruments ionic ipython isort jekyll jmeter jsonlint jsonnet jupyter jupyter-lab k3d k6 k9s karma kind knex kotlinc krew ktlint kube-linter kubeconform kubectx kubens kubeseal kubeval kustomize
	lefthook lerna lhci liquibase lighthouse lint-staged litecli locust markdownlint markdownlint-cli2 mdbook memcached metro microk8s minikube mkcert mkdocs mlflow molecule mongodump mongorestore mongosh msbuild mutmut mycli mysqldump
	newman next ngrok nodemon notarytool nox nuxt nx oclif ollama openapi-generator opa orval oxlint packer papermill parcel pg_ctl pg_dump pg_dumpall pg_isready pg_restore pgcli phpcs phpstan phpunit pip-audit pip-compile pipdeptree pipx playwright plutil pm2 pnpx poetry
	pre-commit prefect prettierd prisma protoc psalm puppeteer pycodestyle pydocstyle pyflakes pylint pyright pyroscope qlmanage rails redocly regal rollup rome rspec rubocop rubycritic rustfmt rustup safety sbt scalafmt scorecard sdkmanager sequelize serverless shfmt skaffold snyk solc sonar-scanner
	spark-shell spark-submit spotless sqlc sqlfluff sqlx ssm-session-worker standard standardrb stern storybook streamlit stylelint supervisorctl svelte-kit swaks swiftformat swiftlint syft sysbench tailwindcss tapioca task tenv terragrunt terraform-docs terrascan tflint tfsec tfswitch tfenv tilt tox trivy trufflehog ts-node ts-node-dev tslint tsup tsx tune turbo twine typedoc typeorm typst
	uvicorn uwsgi vacuumdb vagrant valgrind vale vercel virtualenv vite vitest volta vsce vue wdio web-ext webpack wrk xcodebuild xcodegen xcpretty xctool yamllint yarnpkg yapf zola
	createdb dropdb createuser dropuser clusterdb reindexdb vacuumlo pg_basebackup pg_rewind pg_upgrade pg_resetwal pg_archivecleanup pg_receivewal pg_recvlogical pg_checksums pgbench initdb pgbackrest patronictl pgbouncer mysqladmin mysqlcheck mysqlimport mysqlshow mysqlslap mysqlbinlog mysqld mariadb mariadb-dump mariadb-admin sqlplus sqlldr sqlcl rman expdp impdp lsnrctl tnsping dgmgrl sqlcmd bcp db2 isql tsql osql usql duckdb sqlite3 clickhouse nodetool cassandra sstableloader influx influxd mongo mongod mongostat mongotop mongoexport mongoimport mongofiles redis-cli redis-server redis-benchmark valkey-cli cockroach neo4j cypher-shell arangosh couchdb etcdctl
	dfu-util dfu-programmer dfu-suffix dfu-prefix st-flash st-info st-util openocd pyocd avrdude esptool esptool.py espefuse.py espsecure.py nrfjprog nrfutil probe-rs JLinkExe stm32flash bossac teensy_loader_cli picotool picocom minicom putty plink cutecom candump cansend canplayer cansniffer cangen isotpsend isotprecv i2cdetect i2cget i2cset i2cdump gpioset gpioget gpioinfo gpiomon spidev_test mosquitto_pub mosquitto_sub modpoll imgtool mcumgr west
	arm-none-eabi-gcc arm-none-eabi-g++ arm-none-eabi-gdb arm-none-eabi-objcopy arm-none-eabi-objdump arm-none-eabi-size arm-none-eabi-nm arm-none-eabi-ld arm-none-eabi-ar arm-none-eabi-as arm-none-eabi-readelf arm-none-eabi-strip arm-none-eabi-addr2line riscv32-unknown-elf-gcc riscv64-unknown-elf-gcc xtensa-esp32-elf-gcc avr-gcc avr-objcopy avr-objdump avr-size avr-nm aarch64-linux-gnu-gcc
	sbatch srun salloc squeue scancel sinfo sacct sacctmgr scontrol sprio sshare sstat sreport strigger sattach sbcast sdiag qsub qstat qdel qhold qalter qrsh bsub bjobs bkill bhosts condor_submit condor_q condor_rm mpirun mpiexec mpicc mpicxx mpif90 spack apptainer singularity globus
	gdalinfo gdalwarp gdal_translate gdalbuildvrt gdaldem gdaladdo gdal_rasterize gdal_merge.py gdal_calc.py gdaltransform gdallocationinfo gdalsrsinfo ogr2ogr ogrinfo ogrmerge.py qgis_process osmium osm2pgsql raster2pgsql shp2pgsql pgsql2shp tippecanoe mapproxy-util saga_cmd pdal laszip cs2cs
	ros2 rosdep roslaunch rosrun rostopic rosnode rosbag rosparam rosservice rosmsg roscore rviz rviz2 rqt gazebo gzserver gzclient colcon catkin catkin_make xacro moveit_setup_assistant micro_ros_agent
	samtools bcftools bedtools bowtie2 hisat2 fastqc multiqc nextflow snakemake cutadapt trimmomatic kallisto gatk blastn blastp makeblastdb seqkit seqtk minimap2 plink plink2 vcftools dcmdump dcmodify storescu findscu movescu echoscu dcm2niix fslmaths
	sox soxi montage composite exiftool mediainfo HandBrakeCLI blender inkscape gimp ghostscript pdftk pdftotext pdfinfo pdfimages qpdf mutool img2pdf ocrmypdf tesseract soffice libreoffice unoconv pandoc
	kafka-topics.sh kafka-console-consumer kafka-console-producer hdfs hadoop hive beeline impala-shell spark-sql pyspark sqoop oozie zkCli.sh metabase
	torchrun accelerate deepspeed tensorboard wandb nvidia-smi nvtop gpustat nvcc rocm-smi vllm llama-cli huggingface-cli
	sendmail mutt msmtp postfix postqueue postsuper mailq newaliases offlineimap fetchmail procmail signal-cli
	smbclient smbget rpcclient ldapsearch ldapmodify ldapadd ldapdelete winbind wbinfo kinit klist kdestroy kadmin sssctl snmpwalk snmpget snmpset ipmitool ipmiutil racadm storcli megacli smartctl hdparm nvme sgdisk parted fdisk cfdisk gdisk wipefs blkdiscard badblocks mdadm lvcreate lvremove lvextend vgcreate vgremove pvcreate pvremove cryptsetup zpool btrfs mkfs.ext4 mkfs.xfs tune2fs resize2fs e2fsck dumpe2fs debugfs
	nmap masscan tcpdump tshark wireshark dumpcap nikto sqlmap hydra hashcat ffuf nuclei amass subfinder arp-scan ettercap aircrack-ng
	jconsole jhsdb jpackage jlink jmod jfr certutil pk12util signtool apksigner zipalign aapt aapt2 adb fastboot scrcpy
	gpg-connect-agent gpgconf pinentry age-keygen sops minisign signify ssh-keygen ssh-keyscan ssh-agent ssh-add ssh-copy-id sshfs sshpass
	systemctl journalctl loginctl hostnamectl timedatectl localectl resolvectl networkctl machinectl busctl systemd-run systemd-analyze crontab atq atrm
	useradd userdel usermod groupadd groupdel groupmod gpasswd chpasswd chage visudo pwconv
	iptables ip6tables nft ufw firewall-cmd ipset conntrack ethtool nmcli wpa_supplicant hostapd dnsmasq nginx apache2 apachectl haproxy traefik varnishd squid envoy
	inotifywait inotifywatch entr watchexec watchman pdsh clush fping mtr iperf3 nuttcp
`);

const otherProgramNames: ReadonlySet<string> = new Set(otherPrograms);

/** Is this a program that no table describes, and that people know? */
export function isOtherProgram(name: string): boolean {
	return otherProgramNames.has(name);
}

/** Programs whose long options begin with one dash, and that refuse two: not all of them have a table. */
export const oneDash: ReadonlySet<string> = new Set(
	list(
		"xcodebuild java javac keytool jarsigner emulator hdiutil plutil screencapture openssl convert magick mogrify identify",
	),
);

/** Words that name a package or a product, and the program that they bring. */
export const programsOfPackages: ReadonlyMap<string, string> = new Map([
	["ripgrep", "rg"],
	["silversearcher-ag", "ag"],
	["fd-find", "fd"],
	["awscli", "aws"],
	["azure-cli", "az"],
	["kubernetes", "kubectl"],
	["kubernetes-cli", "kubectl"],
	["golang", "go"],
	["openssh", "ssh"],
	["openssh-client", "ssh"],
	["openssl-tool", "openssl"],
	["gnupg", "gpg"],
	["neovim", "nvim"],
	["httpie", "http"],
	["imagemagick", "magick"],
	["graphicsmagick", "gm"],
	["typescript", "tsc"],
	["csvkit", "csvcut"],
	["opentofu", "tofu"],
	["hashicorp-vault", "vault"],
	["google-cloud-sdk", "gcloud"],
	["postgresql-client", "psql"],
	["mysql-client", "mysql"],
	["mongodb", "mongosh"],
	["simctl", "xcrun simctl"],
	["notarytool", "xcrun notarytool"],
	["altool", "xcrun altool"],
	["devicectl", "xcrun devicectl"],
	["docker-buildx", "docker buildx"],
]);

/** What many programs call their subcommands. */
export const commonVerbs: ReadonlySet<string> = new Set([
	...list(
		"push pull fetch drop release status commit install uninstall update upgrade publish deploy delete remove create list build start stop restart login logout config init clean test version export import apply destroy plan rollback migrate serve snapshot seed compile generate format validate approve merge review checkout rebase describe download upload backup restore monitor connect disconnect register archive terminate analyze benchmark",
	),
	...verbs.looking.filter((verb) => verb.length > 4),
	...verbs.changing.filter((verb) => verb.length > 4),
	...verbs.destroying.filter((verb) => verb.length > 4),
]);

/** What teams call their agents. */
export const roles: readonly string[] = list(
	"default reviewer developer engineer operator deployer releaser maintainer tester analyst auditor planner researcher coder writer reader builder helper assistant frontend backend platform infrastructure security release nightly designer supervisor orchestrator coordinator contributor administrator documentation migrator observer inspector explorer integrator",
);

/** Variables of everyday work, beside those that change what runs. */
export const variableNames: ReadonlySet<string> = new Set(
	[
		...lookFacts.flatMap(({ names }) => names),
		...readFacts.flatMap(({ names }) => names),
		...changingNames,
		...list(`
			HOME USER LOGNAME SHELL PATH PWD OLDPWD HOSTNAME TMPDIR TEMP EDITOR DISPLAY XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS
			JAVA_HOME ANDROID_HOME ANDROID_SDK_ROOT GRADLE_USER_HOME GRADLE_OPTS MAVEN_OPTS MAVEN_HOME GOPATH GOROOT GOBIN GOPROXY GOPRIVATE GONOSUMDB GONOSUMCHECK GOSUMDB GONOPROXY GOINSECURE GOCACHE GOMODCACHE CARGO_HOME RUSTUP_HOME VIRTUAL_ENV PYTHONPATH CONDA_PREFIX NVM_DIR PNPM_HOME BUN_INSTALL DENO_DIR
			CARGO_TERM_COLOR CLICOLOR CLICOLOR_FORCE NO_COLOR FORCE_COLOR PY_COLORS
			HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS
			AWS_PROFILE AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE GOOGLE_APPLICATION_CREDENTIALS CLOUDSDK_CONFIG CLOUDSDK_CORE_PROJECT AZURE_CONFIG_DIR KUBECONFIG DOCKER_HOST DOCKER_CONFIG
			GITHUB_TOKEN GH_TOKEN GITLAB_TOKEN CI_JOB_TOKEN NPM_TOKEN NODE_AUTH_TOKEN ANTHROPIC_API_KEY OPENAI_API_KEY DATABASE_URL REDIS_URL PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD PGPASSFILE
			GITHUB_ACTIONS GITHUB_WORKSPACE GITHUB_REF GITHUB_SHA RUNNER_TEMP
		`),
	].filter((name) => !name.includes("*")),
);

/** What names of variables begin with, of one sort. */
export const variableBeginnings: readonly string[] = list(
	"TF_VAR_ NEXT_PUBLIC_ VITE_ REACT_APP_ NUXT_ EXPO_PUBLIC_ CARGO_ GITHUB_ GITLAB_ DOCKER_ COMPOSE_ AIRFLOW_ SPRING_ DJANGO_ FLASK_ RAILS_ POSTGRES_ MYSQL_ npm_config_",
);

/** Places that rules speak of, in the home folder, on the machine, and in a project. Folders end nowhere: what lies below is not told. Those of the harnesses stand in their records. */
export const knownPlaces: readonly string[] = [
	...credentialFiles,
	...keyFiles,
	...list(`
		~/.ssh/{authorized_keys,known_hosts,config,id_rsa,id_dsa,id_ecdsa,id_ed25519} ~/.aws/{credentials,config,sso,cli} ~/.gnupg ~/.kube/{config,cache} ~/.docker/config.json ~/.config/{gcloud,gh,git,fish,nvim,op,helm,containers,systemd,autostart,rclone,doctl,pip,uv} ~/.local/{bin,share,lib,state} ~/.cache ~/.netrc ~/.npmrc ~/.yarnrc ~/.pypirc ~/.pgpass ~/.my.cnf ~/.gitconfig ~/.git-credentials ~/.dockercfg
		~/.bashrc ~/.bash_profile ~/.bash_history ~/.bash_login ~/.bash_aliases ~/.profile ~/.zshrc ~/.zshenv ~/.zprofile ~/.zsh_history ~/.vimrc ~/.vim ~/.tmux.conf ~/.inputrc ~/.env ~/.envrc ~/.direnv ~/.npm ~/.nvm ~/.rvm ~/.rbenv ~/.pyenv ~/.asdf ~/.cargo ~/.rustup ~/.gem ~/.bundle ~/.m2 ~/.gradle ~/.ivy2 ~/.sbt ~/.nuget ~/.composer ~/.vscode ~/.terraform.d ~/.terraformrc ~/.vault-token ~/.azure ~/.oci ~/.conda ~/.condarc ~/.jupyter ~/.ipython ~/.mozilla ~/.android ~/.expo ~/.yarn ~/.bun ~/.deno ~/.volta ~/.snowflake ~/.snowsql ~/.dbt/profiles.yml
		~/Library/{Keychains,LaunchAgents,LaunchDaemons,Developer,Caches,Preferences,Logs,Containers} ~/{Desktop,Documents,Downloads,Pictures,Movies,Music,Public,Library,Applications}
		/etc/{passwd,shadow,group,gshadow,sudoers,sudoers.d,hosts,hostname,crontab,cron.d,cron.daily,cron.hourly,fstab,profile,profile.d,environment,resolv.conf,ssh,ssl,systemd,nginx,apache2,postgresql,mysql,docker,kubernetes,letsencrypt,pam.d,security,skel,init.d,apt,yum.repos.d,default,bashrc,zshrc,ld.so.preload,ld.so.conf}
		/{bin,boot,dev,etc,home,lib,lib64,media,mnt,nix,opt,proc,root,run,sbin,snap,srv,sys,tmp,usr,var,Users,Library,System,Applications,Volumes,private,data,app,workspace,workspaces,builds,work,repo,code,src}
		/usr/{bin,sbin,lib,lib64,libexec,local,share,include,src} /usr/local/{bin,sbin,lib,share,etc,src,opt,Cellar} /var/{log,lib,run,spool,tmp,cache,www,backups,mail,opt,db,folders,lock,local,empty} /var/log/{syslog,auth.log,messages,secure,journal,nginx,postgresql,mysql,audit} /var/lib/{docker,postgresql,mysql,dpkg,apt,kubelet,containerd,redis,jenkins} /var/spool/{cron,mail}
		/dev/{null,zero,random,urandom,stdin,stdout,stderr,tty,mem,kmem,disk,mapper,shm,fd} /opt/{homebrew,local,hostedtoolcache} /root/{.ssh,.aws,.kube,.bashrc,.profile} /proc/{self,cpuinfo,meminfo,kcore,sys}
		.github/{workflows,actions,CODEOWNERS,ISSUE_TEMPLATE,PULL_REQUEST_TEMPLATE,dependabot.yml,copilot-instructions.md} .git/{hooks,config,objects,refs,info,modules,worktrees,HEAD,index} .gitlab-ci.yml .gitmodules .gitattributes .gitignore .circleci .husky .vscode/{settings.json,tasks.json,launch.json,extensions.json} .idea .devcontainer .env .env.local .env.production .envrc .npmrc .pre-commit-config.yaml .terraform
		**/{.env,.envrc,.npmrc,.netrc,.pypirc,.pgpass,.git-credentials,.htpasswd,.ssh,.aws,.git,.github,.gnupg,.kube,.docker,.terraform,node_modules,id_rsa,id_dsa,id_ecdsa,id_ed25519,credentials,credentials.json,secrets,secrets.yaml,secrets.yml,secrets.json,service-account.json,authorized_keys,known_hosts,kubeconfig,Dockerfile,Makefile,package.json,package-lock.json,pnpm-lock.yaml,yarn.lock,CODEOWNERS,terraform.tfstate,terraform.tfvars,passwd,shadow}
	`),
];
