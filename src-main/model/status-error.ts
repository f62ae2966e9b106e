/** An answer with a status that is no success, whole: servers say what is wrong in many places of it. */
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
