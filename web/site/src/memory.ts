// Formats memory as text.

const ROW = 16;

/** A number in hexadecimal. */
export function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}

/** A hex dump: addresses, bytes, and characters as in ATASCII. */
export function dump(address: number, bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let n = 0; n < bytes.length; n += ROW) {
    const row = [...bytes.subarray(n, n + ROW)];
    const characters = row.map((byte) => (byte >= 0x20 && byte < 0x7b ? String.fromCharCode(byte) : "."));
    rows.push(`${hex((address + n) & 0xffff, 4)}  ${row.map((byte) => hex(byte, 2)).join(" ")}  ${characters.join("")}`);
  }
  return rows.join("\n");
}
