/** A folder that a package manager or compiler fills by itself, and from which it runs or installs things later. */
export interface CachePlace {
  readonly name: string
  /** Relative to the home folder; the first is made of `.cache` on Linux, the last is for macOS. */
  readonly folders: readonly string[]
  /**
   * Variables by which the program is given another folder; none: it only has the usual one. None that another program
   * would complain about, as npm does about settings of npm that it does not know.
   */
  readonly variables: readonly string[]
  /** What is filled within the folder, if not all of it: the rest holds settings and programs of the user’s. */
  readonly within?: readonly string[]
  /** Files of the user’s that the program also needs in another folder. */
  readonly links?: readonly string[]
  /** Without layers the user’s own folder is read, since an empty one would be of no use. */
  readonly readOnlyElse?: true
}

const inCache = (name: string, mac = name): readonly string[] => [`.cache/${name}`, `Library/Caches/${mac}`]

/**
 * Whatever is in such a folder is run or installed later, in other projects and by the user too: a package of npx, a
 * virtual environment, a wheel, a build script, a toolchain. So commands never write the user’s: see `cache-rules.ts`.
 * Sources: each program’s documentation of its variables.
 */
export const cachePlaces: readonly CachePlace[] = [
  { name: 'npm', folders: ['.npm'], variables: ['npm_config_cache'] },
  { name: 'node-gyp', folders: inCache('node-gyp'), variables: ['npm_package_config_node_gyp_devdir'] },
  { name: 'yarn', folders: inCache('yarn', 'Yarn'), variables: ['YARN_CACHE_FOLDER'] },
  { name: 'yarn-berry', folders: ['.yarn/berry'], variables: ['YARN_GLOBAL_FOLDER'] },
  {
    name: 'pnpm-store',
    folders: ['.local/share/pnpm', 'Library/pnpm'],
    variables: ['PNPM_HOME'],
    within: ['store'],
  },
  { name: 'pnpm', folders: inCache('pnpm'), variables: ['pnpm_config_cache_dir'] },
  { name: 'bun', folders: ['.bun/install/cache'], variables: ['BUN_INSTALL_CACHE_DIR'] },
  { name: 'deno', folders: inCache('deno'), variables: ['DENO_DIR'] },
  { name: 'pip', folders: inCache('pip'), variables: ['PIP_CACHE_DIR'] },
  { name: 'uv', folders: inCache('uv'), variables: ['UV_CACHE_DIR'] },
  { name: 'poetry', folders: inCache('pypoetry'), variables: ['POETRY_CACHE_DIR'] },
  { name: 'pdm', folders: inCache('pdm'), variables: ['PDM_CACHE_DIR'] },
  { name: 'pre-commit', folders: inCache('pre-commit'), variables: ['PRE_COMMIT_HOME'], readOnlyElse: true },
  {
    name: 'playwright',
    folders: inCache('ms-playwright'),
    variables: ['PLAYWRIGHT_BROWSERS_PATH'],
    readOnlyElse: true,
  },
  {
    name: 'cargo',
    folders: ['.cargo'],
    variables: ['CARGO_HOME'],
    within: ['registry', 'git'],
    links: ['config.toml', 'config'],
  },
  { name: 'go', folders: ['go'], variables: ['GOPATH'], within: ['pkg'] },
  { name: 'go-build', folders: inCache('go-build'), variables: ['GOCACHE'] },
  { name: 'golangci-lint', folders: inCache('golangci-lint'), variables: ['GOLANGCI_LINT_CACHE'] },
  { name: 'gradle', folders: ['.gradle'], variables: ['GRADLE_USER_HOME'] },
  { name: 'maven', folders: ['.m2/repository'], variables: [] },
  { name: 'ivy', folders: ['.ivy2/cache'], variables: [] },
  { name: 'coursier', folders: inCache('coursier'), variables: ['COURSIER_CACHE'] },
  { name: 'nuget', folders: ['.nuget/packages'], variables: ['NUGET_PACKAGES'] },
  { name: 'composer', folders: inCache('composer'), variables: ['COMPOSER_CACHE_DIR'] },
  { name: 'cocoapods', folders: inCache('CocoaPods'), variables: [] },
  { name: 'swift', folders: inCache('org.swift.swiftpm'), variables: [] },
  { name: 'ccache', folders: inCache('ccache'), variables: ['CCACHE_DIR'] },
  { name: 'sccache', folders: inCache('sccache', 'Mozilla.sccache'), variables: ['SCCACHE_DIR'] },
  { name: 'zig', folders: inCache('zig'), variables: ['ZIG_GLOBAL_CACHE_DIR'] },
  { name: 'bazel', folders: inCache('bazel'), variables: [] },
  { name: 'turbo', folders: inCache('turbo'), variables: [] },
  { name: 'typescript', folders: inCache('typescript'), variables: [] },
]
