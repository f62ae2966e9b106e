/**
 * An answer with a status that is no success, whole. `openai` has errors of its own for these, but they keep only
 * what lies under `error` in the body, and many servers say it elsewhere.
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
