/** ms after which a download has its own hold on the bytes. */
const held = 60_000

/** Gives bytes or text to the user as a file, by the window's own way of downloading. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), held)
}
