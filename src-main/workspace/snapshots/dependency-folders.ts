/** Folders of installed packages, by name: they can be installed again. */
const dependencyFolders: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', 'vendor', 'target'])

export const isDependencyFolder = (name: string): boolean => dependencyFolders.has(name)

/** Folders that tools make and can make again: what changes in them all day is no news. */
const rebuiltFolders: ReadonlySet<string> = new Set(
  `__pycache__ .cache .turbo .vite .next .nuxt .svelte-kit .parcel-cache .angular .gradle .tox .nyc_output .pytest_cache
  .mypy_cache .ruff_cache .terraform dist build out obj coverage htmlcov DerivedData Pods _build elm-stuff bower_components
  storybook-static tmp temp logs log`.split(/\s+/),
)

export const isRebuiltFolder = (name: string): boolean => rebuiltFolders.has(name)
