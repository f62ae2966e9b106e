/** Caches of package managers and compilers, by the name each has in the system's folder of caches. */
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
 * Folders within the user's home that package managers and compilers fill and that can be thrown away: a confined
 * command may write them, or no `npm install` would work. Nothing here is a setting or starts by itself. Not the folder
 * of all caches: a command could empty it, with what took other programs hours to fetch.
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
