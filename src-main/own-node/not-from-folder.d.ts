/** Has Windows and its shell look for programs in `PATH` alone, and not in the working folder first. */
export const notFromFolder: string

/** Sets that for this process, and for those that it starts: before the first of them. */
export function findNothingInFolder(): void
