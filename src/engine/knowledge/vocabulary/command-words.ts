/**
 * Words of command lines: parts of names of subcommands and options that several programs have, and what teams call their things. They tell a slip of the finger from a word of its own;
 * nothing is decided by them.
 */
export const commandWords: ReadonlySet<string> = new Set(
	`
		distributed parallel launcher manager module modules abort absolute accept access account accounts action active addons address addresses adjust after agent aggressive algorithm alias aliases align allow alpha alternative always annotate
		anonymous append approval approve architecture article articles artifact artifacts ascii assume async atime atomic attribute attributes audit author autoremove background backtrace backups
		banner basic batch before bench binary blame blank block blocks bootloader branch branches break brief bringup broken browser buffer builtin bundle bypass bytes cacert cache caches cafile
		calibrate calibration canonicalize capath capture catalog certificate certs cgroup changed changes chars charset chdir checks child children chmod chroot cipher ciphers class classpath
		client clobber close collect color colors colour column columns comma command commands comment comments common compare completion compress compression concurrency configuration confirm
		conflict connection console constraint content contents context contexts continue control convert cookie cookies copyright cover coverage ctime current cursor customer customers daemon
		dangerously dashboard database dataset datasets dates debug debugger decode decompress decrypt dedup dedupe default defaults define delay delimiter delta demangle dependencies dependency
		deprecated depth dereference description destination detailed details device devices diagnostic diagnostics directives directories directory disabled disallow display document domains draft
		drafts driver duplicates dynamic early edition editor email enabled encode encoding encrypt engine entry environment erase error errors escape event events exact exception exceptions exclude
		exclusive existing exists expand expect experiment experiments explicit expose extend extended extension extensions external extra extract factor failed fallback false family fatal features
		field fields filelist filename filenames files filter firmware first fixed flags flash follow force foreground forks formats forward found frame frames freeze frozen function functions
		gitignore global globals goal goals graph group groups header headers heading hidden highlight hooks hostname hosts https human hyperlink identity ignore ignored ignores image images
		implicit imports inactive include incremental indent index indicator inhibit initial inject inline inlines inode inodes input insecure installed interaction interactive interfaces internal
		interval invert invoice isolate isolated issue issues jobname kernel keyring known label labels language languages latest latex launch legacy legend length level library license limit lines
		links listen listfiles literal local location locked lockfile logfile logger logging logical loglevel machine magic manifest manual margin markdown match matches matching maxdepth measure
		measurement members memory message messages metadata method migration migrations minimal mirror missing mkdir modified module modules mouse mtime multi multiline multiple names namespace
		netrc network newer newline nocheck nocolor nodes nofollow nogroup noheadings nonprinting nopager noprompt noproxy notebook notebooks notes notifier notify number numbers numeric offline
		offset older oneline online optimize option optional options order orders other outdated outdir outfile output overlap overlay override overwrite owner owners package packages padding pager
		paginate parallel param parent parents parsable parse parser partial partition passive passphrase passthrough passthru password paths pattern patterns payment payments pending period
		permission permissions perms physical pipeline place plain platform plugin plugins porcelain portability ports posix poweroff powershell prefer preferred prefix preload present preserve
		preset presume pretty print priority pristine private privileged process processes product production products profile program progress project projects prompt property proto protocol
		provider proxy prune public python quick quiet quote quoting radix random range rcfile readable readonly reason reboot rebuild receive reconnect record recording recover recurse recursion
		recursive redirect redundant reference references referer refresh regex regexp region registry reinstall relative releases reload remote remotes repeat report reporter repository request
		require required requirements requires resolution resolve resolved resources response restrict restricted result results retries retry return reuse reverse revert revision rewrite right
		rootdir rsyncable rules runtime sandbox schedule scheduler schema scheme scope score script scripts scroll seccomp secret secrets section sections secure security select selinux sensitive
		separate separator server service services session setenv settings setup shard shared shell short showconfig sigint signal signals signature signatures silent simulate simulation since
		single smart snapshots socket socks source space spaces sparse special speed split squash squeeze stack staged staging standard starting startup state static statistics stderr stdin stdout
		store strategy stream strict string strings strip style subject suffix summarize summary suppress switch symbol symbolic symbols symlink symlinks syntax syscall syslog sysroot system table
		tables tabsize target targets tasks tempdir template terminal terminated terse tests thread threads ticket timeout times timestamp timestamps timing title token toolchain topic topics total
		totals touch trace track traditional trailing transaction transform trigger triggers trust trusted types umask unbuffered unchanged uncompress undefined under underline unicode unified
		unique unknown unmatched unpack unrestricted unsafe until unused updates usage username users value variable variables vault verbatim verbose verbosity viewer virtual volume volumes warning
		warnings where which whitelist whitespace whole width wildcard window without words workdir workers working workspace workspaces write xattrs
		acceptance accounting actuator advisories advisory aggregation alert alerts analytics android appendix appointment appointments approvals approved archive archived archives assemble assembled assertion assertions asset assets
		assigned assignee assignment assignments attachment attachments attendee audience audio authentication authorization backend backlog backup balance balancer benchmark benchmarks billing bitcoin blockchain bluetooth board boards
		booking bookings broker brokers bucket buckets bundles caching calendar campaign campaigns canary cancelled cart catalogue categories category certificates changelog channel channels chapter chapters checkout checkpoint
		checkpoints chrome chromium classifier clinical clojure closed cluster clusters collection collections commit commits compile compiler completed compliance component components compute conflicts consumer consumers contact contacts
		contract contracts controller controllers conversation conversations coupon course courses created creating creator creators daemonset dashboards declaration decryption definition definitions delete deleted deleting delivery
		department departments deployed deployment deployments development diagnosis dictionary discount discussion discussions dispatcher documentation documents downtime edge egress elixir embedding embeddings employee employees
		emulators encryption endpoint endpoints engineering environments epic erlang escalation ethereum evaluation evaluations exam example examples executed executor expired failover feedback file filters finance find firefox firewall
		fixture fixtures folder folders follower forensics formatter fortran freshness frontend fullstack functional gateway gateways generate generated generator glossary golang grades gradient guide guides handbook handler handlers
		haskell helper helpers history hospital identities inbox incident incidents inference ingestion ingress instance instances integration international internationalization inventory invoices iphone java javascript julia keychain
		keystore kotlin laboratory lambda layout layouts leader lecture lectures ledger legal libraries lineage linker lint linter locale locales localization mailbox mailing maintenance marketing marketplace medical meeting member
		merchant merchants merge merged metric metrics middleware milestone milestones mock mocks monitoring motor national newsletter nightly notification notifications object objects observability oncall opened operations orchestrator
		organization organizations outage page pages partitions path patient patients payout payouts payroll penetration performance peripheral perl photo photos php picture pictures pipelines playlist prescription presentation preview
		price prices pricing primary processor producer producers profiles provisioning published publisher queries query queue queues readme rebase receipt receipts recordings refund refunds regional regression regressor rejected release
		reminder removed replica replicas replicaset reports repositories requests research reservation reservations responses restored reverted review reviewer reviewers reviews revisions revoked roadmap rollout route router routes ruby
		rust safari salary sample samples scala scenario scenarios scheduled schemas search secondary seeding seeds sensor sensors servers sessions severity shipment shipping signing simulator smoke snapshot sources spreadsheet sprint
		stable standby statefulset storage storefront stories story streams student students stylesheet stylesheets subnet subnets subscriber subscribers subscription subscriptions suite suites supplier support suspended swift teacher
		team teams telemetry templates tenant tenants thumbnail thumbnails tickets timeline tokenizer tracing training transactions transfer transfers transformation transformer translation translations triggered tutorial tutorials
		typecheck typescript updated updating user utilities utility validate validation validator vendor vendors verification verified video videos voucher vulnerabilities vulnerability wallet warehouse webhook webhooks webkit website
		widget widgets wireless workbook worker
		east west north south central northeast southeast northwest southwest europe america asia pacific australia
	`
		.trim()
		.split(/\s+/),
);
