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
