export const fileActKinds = ['run', 'restore', 'merge'] as const
/** What the app did to the files of a project's own folder or of a copy. */
export interface FileAct {
  /** Id of the project or of the copy. */
  readonly place: string
  readonly projectId: string
  readonly kind: (typeof fileActKinds)[number]
  readonly runId: string | null
  readonly at: number
  /** Snapshots; `after` is null while it continues. */
  readonly before: string
  readonly after: string | null
}
export interface OpenFileAct extends Pick<FileAct, 'before'> {
  readonly number: number
  readonly target: string | null
}
