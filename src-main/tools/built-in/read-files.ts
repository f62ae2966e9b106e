/**
 * Which files the model has seen in this run, by the hash of what it saw, so that a whole file is never
 * overwritten based on outdated content (threat T32).
 */
export interface ReadFiles {
  saw(path: string, hash: string): void
  /** Hash of what was last seen; undefined if the file was never read. */
  seen(path: string): string | undefined
}

export function createReadFiles(): ReadFiles {
  const hashes = new Map<string, string>()
  return {
    saw: (path, hash) => void hashes.set(path, hash),
    seen: (path) => hashes.get(path),
  }
}
