/** Words that the folders and files of projects, and of the teams that keep them, are called by. Long ones: of a short word another one comes by a single letter. */

export const pathWords: ReadonlySet<string> = new Set(
	`accounts accounting acceptance actions adapters addresses administration agreements analysis analytics android annotations applications application archive archives articles artifacts assembly assets attachments attic auctions authentication authorization
	backend backups balances baseline benchmarks billing binaries bookings bootstrap branches budgets builders bundles business
	calendar campaigns candidates captures cassettes catalog categories certificates changelog changes channels charts checkpoints citizens claims classes clients clinical clusters collections commands comments common community compliance components compose configuration configurations connectors contacts containers content contracts controllers conversations correspondence counters coverage credentials customers
	dashboards database databases datasets debugging decisions declarations decrypted defaults deliveries dependencies deployment deployments descriptors designs development devices diagnostics diagrams directory discovery documentation documents domains donations downloads drafts drawings drivers
	elections electronics embeddings emergency employees encrypted endpoints engine enterprise entities environment environments episodes equipment estimates evaluation evaluations events evidence examples exchange executables experiments exports extensions external extracts
	factories features feedback fields figures fixtures firmware folders forecasts formatters forms formulas foundation framework frontend functions
	gateway gateways generated generators globals grades graphics guides guidelines
	handlers handbook hardware headers helpers histories hospital
	identities images implementation imports inbound inbox includes incidents indexes infrastructure inputs instances integration integrations interfaces internal inventories inventory investigations invoices issuers issues
	journals journal kernels keyrings keystore knowledge kubernetes
	laboratory labels languages launcher layouts ledger ledgers legacy lessons libraries licenses listings literature localization locales localhost logging lookups
	machines mailboxes mailers maintenance management manifests manuals manuscripts mappings marketing materials matters measurements medical meetings members merchants messages metadata metrics middleware migrations minutes models modules monitoring monitors
	namespaces navigation network networks newsletters notebooks notes notifications
	observability observations operations operators options orchestration orders organization outbound outbox outputs overlays owners
	packages packaging pages parameters parsers participants partners passports passwords patches patients payloads payments payroll permissions personal personnel persons petitions pharmacy photos pictures pipelines planning plans platform platforms playbooks playground plugins policies portfolio positions postmortems prescriptions presentation presentations previews pricing private privileged procedures processes production products profiles programs projects properties proposals protocols prototypes providers provisioning publications published purchases
	qualification quality quarantine queries questions questionnaires
	readings receipts recipes recipients recommendations recordings records recovery reference references regions registers registry regression releases reminders renderers replays replicas reports repositories repository requests requirements research reservations resources responses results retention reviews revisions rollback rollouts routers routes routines runbooks runtime
	salaries samples sandbox scenarios schedules schemas schools scratch screens screenshots scripts searches secrets sections security segments sensors serializers servers services sessions settings shared shipments signatures signing simulation simulations sketches snapshots software solutions sources specifications specimens sprites staging standards statements statistics storage stories strategies students studies stylesheets submissions subscribers subscriptions suppliers support surveys systems
	tables taxonomy teachers telemetry templates temporary tenants terraform testdata testing textures themes thumbnails tickets timeline timesheets tokens toolchain toolchains tracking trackers trades training transactions transcripts transfers transformers transforms translations transport trials triggers tutorials
	uploads utilities upstream validation validators variables vaults vectors vehicles vendors versions videos virtual visits visualizations vouchers
	warehouse warehouses warranties webhooks websites widgets witnesses wordlists workbooks workers workflows workspace workspaces worksheets`
		.split(/\s+/)
		.filter((word) => word.length >= 6),
);
