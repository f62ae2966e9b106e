/** The paths in what git prints with `-z`. */
export const pathsIn = (output: Buffer): string[] => output.toString().split('\0').slice(0, -1)
