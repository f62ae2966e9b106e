/**
 * Folders within the user's home that package managers and compilers fill and that can be thrown away: a confined
 * command may write them, or no `npm install` would work. Nothing here is a setting or starts by itself.
 */
export const cacheFolders: readonly string[] = [
  '.cache',
  '.npm',
  '.bun/install/cache',
  '.yarn/berry/cache',
  '.local/share/pnpm/store',
  '.cargo/registry',
  '.cargo/git',
  '.gradle/caches',
  '.m2/repository',
  '.ivy2/cache',
  '.nuget/packages',
  '.pub-cache',
  'go/pkg',
  'Library/Caches',
  'Library/pnpm/store',
]
