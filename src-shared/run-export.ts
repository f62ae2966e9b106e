/** What a run can be written as. `jsonl`: its events, a line each; `markdown`: its branch of the conversation. */
export const exportFormats = ['jsonl', 'markdown', 'chrome-trace', 'otlp'] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface RunExport {
  readonly text: string
  /** A name for the file, without a folder. */
  readonly fileName: string
  /** Secrets that were taken out, by kind. */
  readonly redacted: readonly { readonly kind: string; readonly count: number }[]
}
