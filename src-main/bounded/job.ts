/** What can be worked on in a thread. All of it is plain data. */
export type Job =
  /** HTML as text: all that is read of a page, or less. */
  | { readonly kind: 'page-text'; readonly html: string; readonly much: 'all' | 'beginning' }
  /** Whether a value is what a JSON Schema says. */
  | { readonly kind: 'schema-match'; readonly schema: unknown; readonly value: unknown }
  /** YAML as plain data. `failsafe`: numbers and dates stay as they are written. */
  | { readonly kind: 'yaml'; readonly text: string; readonly failsafe: boolean }
  /** A file with results of others, as `readOutsideFile` reads it; null if it is none. */
  | { readonly kind: 'results'; readonly bytes: Uint8Array; readonly score: string | null }
  /** TOML 1.0 as plain data. */
  | { readonly kind: 'toml'; readonly text: string }
