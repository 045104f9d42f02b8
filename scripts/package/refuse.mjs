/** The repository's folder is not what is published: `npm run package` makes that. */
console.error(
	"the repository is not published as it lies here: publish the file that `npm run package` makes (docs/publishing.md)",
);
process.exit(1);
