/** A file that git finds changed. */
export interface GitFile {
  /** From the top of the repository, with forward slashes. */
  readonly path: string
  /** What the next commit does to it; null: nothing. */
  readonly staged: 'added' | 'changed' | 'removed' | null
  /** What of it is not staged. */
  readonly unstaged: 'added' | 'changed' | 'removed' | 'conflict' | null
}

/** Hunks of a changed file, each as text of a unified diff from its `@@` line on. */
export interface GitHunks {
  /** Between index and working file. */
  readonly unstaged: readonly string[]
  /** Between HEAD and index. */
  readonly staged: readonly string[]
}

export interface NewestCommit {
  readonly message: string
  /** Then it can't be amended: others may have it. */
  readonly pushed: boolean
}

/** The repository of a project, as a commit from here sees it. */
export type GitState =
  /** The project is in no repository, so there is nothing to commit. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'repository'
      /** Null: HEAD is detached. */
      readonly branch: string | null
      readonly files: readonly GitFile[]
      /** Why there can be no commit now, as a sentence; null: there can. */
      readonly busy: string | null
      /** Of the project's folder in its repository: empty, or ending with a slash. */
      readonly prefix: string
      /** Files outside of the project's folder that are staged: a commit from here holds them, too. */
      readonly stagedOutside: number
      /** Names of the hooks that a commit has here. */
      readonly hooks: readonly string[]
      /** Whether they can be confined as commands are; else they are not run. */
      readonly hooksRun: boolean
    }

export interface Committed {
  readonly commit: string
  readonly subject: string
  readonly branch: string
  /** The commit that it amended; null: it amended none. */
  readonly replaced: string | null
  /** Whether it can be taken back: the first commit can't. */
  readonly undoable: boolean
}
