/**
 * Whether all of these files were built, and after the last change of what they are made from. To add or to remove a
 * file changes its folder. It is JavaScript, so that Node need not load what strips types to find out that there are
 * none.
 * @param root absolute; the others are below it, `sources` files or folders
 */
export function isBuilt(root: string, files: readonly string[], sources: readonly string[]): boolean

/**
 * A program as it was built, if nothing has changed since: a few files instead of hundreds, and half the time.
 * @param root absolute
 * @param file of the program, below it
 * @returns its address for an import; null if it is not built, outdated, or not asked for (`STRATAGEM_FROM_SOURCE`)
 */
export function builtProgram(root: string, file: string): string | null
