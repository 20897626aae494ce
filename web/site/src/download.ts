// Downloads.

/** Offers bytes as a file to download. */
export function download(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
