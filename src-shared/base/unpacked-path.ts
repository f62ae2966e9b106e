/**
 * Where a file of the app is found by other programs. The packaged app lies in an archive that only its own code can
 * read; what others need lies beside it, under the same name.
 */
export const unpackedPath = (path: string): string => path.replace(/([\\/]app\.asar)(?=[\\/]|$)/, '$1.unpacked')
