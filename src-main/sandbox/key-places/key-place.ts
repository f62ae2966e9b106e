/** A place in a user's home with keys, credentials or similar secrets. */
export interface KeyPlace {
  /** What it contains, and the source for that. */
  readonly why: string
  /**
   * Files and folders, relative to the home folder. `.config`, `.local/share`, `.local/state` and `.cache` move as XDG
   * says.
   */
  readonly paths: readonly string[]
  /**
   * Variables that name another place. `file`, `folder`: the place itself; `files`: several, separated as in PATH; else
   * the name of the file or folder inside the one that the variable names.
   */
  readonly movedBy?: Readonly<Record<string, 'file' | 'files' | 'folder' | { readonly holding: readonly string[] }>>
}
