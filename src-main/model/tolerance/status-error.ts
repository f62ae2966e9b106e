/**
 * A complete answer with an error status. `openai` has its own errors for these, but they keep only
 * the field `error` of the body, and many servers put the text elsewhere.
 */
export class StatusError extends Error {
  override name = 'StatusError'
  readonly status: number
  readonly headers: Headers
  readonly body: string
  constructor(status: number, headers: Headers, body: string) {
    super(`status ${status}`)
    this.status = status
    this.headers = headers
    this.body = body
  }
}
