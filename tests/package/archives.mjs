// Archives made byte by byte, so that a test can say what is wrong with one.
import { crc32, deflateRawSync } from "node:zlib";

const bytes = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const u16 = (value) => [value & 255, (value >> 8) & 255];
const u32 = (value) => [...u16(value & 0xffff), ...u16((value >>> 16) & 0xffff)];
const u64 = (value) => [...u32(value % 2 ** 32), ...u32(Math.floor(value / 2 ** 32))];

/**
 * A zip of `{ path, text, mode, method, flags, size, crc }`. `size` and `crc` are what the archive claims; `wide` writes sizes and the
 * offset in 64 bits.
 */
export function zipOf(entries, { wide = false } = {}) {
  const [local, central] = [[], []];
  let offset = 0;
  for (const { path, text = "", mode = 0, method = 8, flags = 0, size, crc } of entries) {
    const name = Buffer.from(path);
    const contents = Buffer.from(text);
    const packed = method === 8 ? deflateRawSync(contents) : contents;
    const sum = crc ?? crc32(contents);
    const claimed = size ?? contents.length;
    const common = [...u16(20), ...u16(flags), ...u16(method), ...u32(0), ...u32(sum)];
    const header = bytes(u32(0x04034b50), common, u32(packed.length), u32(claimed), u16(name.length), u16(0), name);
    local.push(header, packed);
    const extra = wide ? [...u16(1), ...u16(24), ...u64(claimed), ...u64(packed.length), ...u64(offset)] : [];
    const numbers = wide ? [0xffffffff, 0xffffffff] : [packed.length, claimed];
    const lengths = [...u16(name.length), ...u16(extra.length), ...u16(0), ...u16(0), ...u16(0)];
    const place = wide ? 0xffffffff : offset;
    const made = [20, mode === 0 ? 0 : 3];
    central.push(bytes(u32(0x02014b50), made, common, ...numbers.map(u32), lengths, u16(0), u16(mode), u32(place), name, extra));
    offset += header.length + packed.length;
  }
  const directory = bytes(...central);
  const counts = [...u16(entries.length), ...u16(entries.length)];
  const end = (count, size, at) => bytes(u32(0x06054b50), u16(0), u16(0), count, u32(size), u32(at), u16(0));
  if (!wide) return bytes(...local, directory, end(counts, directory.length, offset));
  const wideEnd = bytes(u32(0x06064b50), u64(44), u16(45), u16(45), u32(0), u32(0), u64(entries.length), u64(entries.length));
  const locator = bytes(u32(0x07064b50), u32(0), u64(offset + directory.length), u32(1));
  const sizes = bytes(u64(directory.length), u64(offset));
  return bytes(...local, directory, wideEnd, sizes, locator, end(u32(0xffffffff), 0xffffffff, 0xffffffff));
}

const field = (text, length) => Buffer.concat([Buffer.from(text).subarray(0, length), Buffer.alloc(length)]).subarray(0, length);
const octal = (value, length) => field(`${value.toString(8).padStart(length - 1, "0")}\0`, length);

/** A tar of `{ path, text, type, target, size }`; `pax` is put into a header before the entry. */
export function tarOf(entries, { end = true } = {}) {
  const blocks = entries.flatMap(({ path, text = "", type = "0", target = "", size, pax }) => {
    const contents = Buffer.from(text);
    const records = Object.entries(pax ?? {}).map(([key, value]) => paxRecord(key, value));
    return [...(pax ? [block("pax", records.join(""), "x", "")] : []), block(path, contents, type, target, size ?? contents.length)];
  });
  return Buffer.concat([...blocks, ...(end ? [Buffer.alloc(1_024)] : [])]);
}

function paxRecord(key, value) {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length + 1;
  while (String(length).length + Buffer.byteLength(rest) !== length) length = String(length).length + Buffer.byteLength(rest);
  return `${length}${rest}`;
}

function block(path, text, type, target, size = Buffer.byteLength(text)) {
  const contents = Buffer.from(text);
  const header = Buffer.concat([
    field(path, 100),
    octal(0o644, 8),
    octal(0, 8),
    octal(0, 8),
    octal(size, 12),
    octal(0, 12),
    Buffer.from("        "),
    Buffer.from(type),
    field(target, 100),
    Buffer.from("ustar\x0000"),
    Buffer.alloc(247),
  ]);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    7,
  ).copy(header, 148);
  return Buffer.concat([header, contents, Buffer.alloc((512 - (contents.length % 512)) % 512)]);
}
