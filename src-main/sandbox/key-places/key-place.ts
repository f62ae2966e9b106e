/** A place in a user's home where keys, credentials or what is like them lie. */
export interface KeyPlace {
  /** What it holds, and the source that says so. */
  readonly why: string
  /** Files and folders, from the home folder. `.config`, `.local/share`, `.local/state` and `.cache` move as XDG says. */
  readonly paths: readonly string[]
  /**
   * Variables that name another place. `file`, `folder`: it itself; `files`: several, as PATH lists them; else the name
   * of the file or folder in the one that the variable names.
   */
  readonly movedBy?: Readonly<Record<string, 'file' | 'files' | 'folder' | { readonly holding: readonly string[] }>>
}
