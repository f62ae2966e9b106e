/** A tool call of the conversation with its result, or a check that the strategy reported. */
export interface Done {
  readonly tool: string
  readonly arguments: { readonly [name: string]: unknown }
  readonly result: string
  /** Made after the newest user message. */
  readonly recent: boolean
}
