/** Caches of package managers and compilers, by their names in the system's cache folder. */
const named: readonly string[] = [
  'pip',
  'uv',
  'pypoetry',
  'pdm',
  'go-build',
  'golangci-lint',
  'deno',
  'yarn',
  'Yarn',
  'pnpm',
  'node-gyp',
  'typescript',
  'turbo',
  'composer',
  'coursier',
  'ccache',
  'sccache',
  'Mozilla.sccache',
  'zig',
  'bazel',
  'CocoaPods',
  'org.swift.swiftpm',
]

/**
 * Folders in the user's home that package managers and compilers fill and that can be deleted: a confined
 * command may write them, or no `npm install` would work. None contains settings or starts by itself. Not the cache
 * folder as a whole: a command could empty it, with what took other programs hours to download.
 */
export const cacheFolders: readonly string[] = [
  ...named.flatMap((name) => [`.cache/${name}`, `Library/Caches/${name}`]),
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
  'go/pkg',
  'Library/pnpm/store',
]
