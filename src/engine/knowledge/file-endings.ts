/** Endings of files that hold the same: other names of one format, formats for the same thing, and copies as they lie about. */

export interface EndingFamily {
	readonly what: string;
	readonly endings: readonly string[];
	/** A list names the family when it has so many of them. */
	readonly fewest: number;
	/** Those that are missed where they are not among them; absent: all. */
	readonly missed?: readonly string[];
}

export const endingFamilies: readonly EndingFamily[] = [
	{ what: "stores of keys", endings: ["jks", "p12", "pfx", "keystore"], fewest: 2, missed: ["p12"] },
	{ what: "PKCS#12 files", endings: ["pfx", "p12"], fewest: 1, missed: ["p12"] },
	alike("states of Terraform", "tfstate tfstate.backup"),
	alike("YAML files", "yaml yml"),
	alike("web pages", "html htm"),
	alike("pictures", "jpg jpeg"),
	alike("pictures", "tif tiff"),
	alike("databases of SQLite", "sqlite sqlite3"),
	alike("HDF5 files", "h5 hdf5"),
	alike("medical images", "dcm dicom"),
	alike("models", "step stp"),
	alike("models", "iges igs"),
	// They lie compressed as a rule.
	alike("variants", "vcf vcf.gz"),
	alike("reads", "fastq fastq.gz fq.gz"),
	alike("reads", "fq fq.gz"),
	alike("sequences", "fasta fasta.gz"),
	alike("images", "nii nii.gz"),
	alike("dumps", "sql sql.gz"),
	{ what: "aligned reads", endings: ["bam", "cram", "sam"], fewest: 2 },
];

function alike(what: string, endings: string): EndingFamily {
	return { what, endings: endings.split(" "), fewest: 1 };
}

/** Endings that people know. They tell a slip of the finger; nothing is decided by them. */
export const knownEndings: ReadonlySet<string> = new Set(
	`pem key crt cer cert der csr p12 pfx jks keystore truststore kdbx kdb gpg asc sig ppk pub ovpn age
	json jsonc json5 jsonl ndjson yaml yml toml ini conf config cnf cfg env envrc properties plist xml xsd xsl html htm css scss less
	js jsx mjs cjs ts tsx mts cts vue svelte py pyi pyc ipynb rb erb php java kt kts scala groovy gradle go mod sum rs c h cc cpp cxx hpp hh cs fs swift m mm dart lua pl pm r jl hs ml ex exs erl clj sh bash zsh fish ps1 bat cmd awk sed vim sql
	sqlite sqlite3 db db3 mdb csv tsv parquet avro orc arrow xlsx xls xlsm ods docx doc odt pptx ppt pdf txt text md mdx rst adoc tex bib log lock lck pid out err tmp temp bak backup back old orig save swp
	zip tar gz tgz bz2 tbz xz txz zst lz4 rar 7z jar war ear apk aab ipa dmg iso img bin hex elf uf2 dtb dts dtsi map deb rpm whl egg gem crate nupkg
	tf tfvars tfstate hcl tpl tmpl template proto graphql gql wasm wat svg png jpg jpeg gif webp bmp ico tif tiff psd ai blend fbx obj stl step stp wav mp3 ogg flac mp4 mov mkv avi webm ttf otf woff woff2
	pt pth ckpt safetensors onnx gguf ggml h5 hdf5 npy npz pkl pickle joblib feather dcm dicom nii vcf bam sam cram fasta fastq fq fa bed
	mobileprovision provisionprofile entitlements xcconfig pbxproj strings service timer socket mount target dump spec rules patch diff eml msg ics vcf mbox bag urdf xacro launch
	uasset umap unity prefab asset cue ldif kml gpx shp dbf geojson kubeconfig htpasswd credentials secret secrets token`
		.trim()
		.split(/\s+/),
);
