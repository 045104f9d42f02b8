/** A ZIP archive of texts and bytes: deflated, in the order given, with one fixed date, so that equal contents are equal bytes. */
import { crc32, deflateRawSync } from "node:zlib";

/** 1 January 1980, the first day that ZIP knows. */
const date = 0x21;
const utf8Names = 0x800;
const deflated = 8;
const version = 20;

/** The archive's bytes. `entries`: names with their texts, or bytes. */
export function zip(entries) {
	const parts = [];
	const directory = [];
	let offset = 0;
	for (const [name, text] of entries) {
		const bytes = Buffer.from(text);
		const packed = deflateRawSync(bytes, { level: 9 });
		const label = Buffer.from(name);
		const common = fields(
			[version, 2],
			[utf8Names, 2],
			[deflated, 2],
			[0, 2],
			[date, 2],
			[crc32(bytes), 4],
			[packed.length, 4],
			[bytes.length, 4],
			[label.length, 2],
			[0, 2],
		);
		const local = Buffer.concat([fields([0x04034b50, 4]), common, label, packed]);
		directory.push(
			Buffer.concat([
				fields([0x02014b50, 4], [version, 2]),
				common,
				fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
				label,
			]),
		);
		parts.push(local);
		offset += local.length;
	}
	const central = Buffer.concat(directory);
	const end = fields(
		[0x06054b50, 4],
		[0, 2],
		[0, 2],
		[entries.length, 2],
		[entries.length, 2],
		[central.length, 4],
		[offset, 4],
		[0, 2],
	);
	return Buffer.concat([...parts, central, end]);
}

/** Numbers in little-endian order, each with its width in bytes. */
function fields(...numbers) {
	const bytes = Buffer.alloc(numbers.reduce((sum, [, width]) => sum + width, 0));
	let at = 0;
	for (const [number, width] of numbers) at = bytes.writeUIntLE(number, at, width);
	return bytes;
}
