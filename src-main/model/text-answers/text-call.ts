/** A call that a model wrote into its text. */
export interface TextCall {
  readonly tool: string
  /** JSON text, as far as it could be read. */
  readonly arguments: string
}
