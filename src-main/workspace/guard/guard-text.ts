const words: { readonly [code: string]: (path: string) => string } = {
  ENOENT: (path) => `There is no ${path}.`,
  EACCES: (path) => `${path} may not be opened: the user has no permission for it.`,
  EPERM: (path) => `${path} may not be changed: the system does not permit it.`,
  ELOOP: (path) => `${path} can't be followed: its symbolic links go in a circle or were changed just now.`,
  ENAMETOOLONG: (path) => `${shortened(path)} can't be used: the name is too long for this file system.`,
  ENOTDIR: (path) => `${path} can't be reached: a part of the path is a file, not a folder.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  ENXIO: (path) => `${path} is a socket or a device, not a file.`,
  EEXIST: (path) => `${path} exists already.`,
  ENOSPC: (path) => `${path} could not be written: the disk is full.`,
  EDQUOT: (path) => `${path} could not be written: the disk quota is used up.`,
  EROFS: (path) => `${path} could not be written: the file system is read-only.`,
  EBUSY: (path) => `${path} is in use by another program. Try again later.`,
  ETXTBSY: (path) => `${path} is a program that is running now.`,
  EMFILE: (path) => `${path} could not be opened: too many files are open. Try again.`,
  EIO: (path) => `${path} could not be read or written: the disk reported an error.`,
}

const shortened = (path: string) => (path.length <= 120 ? path : `${path.slice(0, 60)}…${path.slice(-40)}`)

/** The system's error code, or null if the thrown thing has none. */
export function codeOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !('code' in thrown)) return null
  return typeof thrown.code === 'string' ? thrown.code : null
}

/** A file system error as a sentence. An error without a system code is a bug and is rethrown. */
export function problemFrom(thrown: unknown, path: string): string {
  const code = codeOf(thrown)
  if (code === null) throw thrown
  return words[code]?.(path) ?? `${path} can't be used: the system answered ${code}.`
}
