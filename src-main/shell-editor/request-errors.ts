import { stripVTControlCharacters } from 'node:util'
import { RequestError } from '@agentclientprotocol/sdk'
import { type Failure, FailureError, failureFrom } from '../../src-shared/base/failure.ts'
import { revealHidden } from '../../src-shared/base/hidden-characters.ts'

/** The text of a stranger may be in it (T27). */
const visible = (text: string): string => revealHidden(stripVTControlCharacters(text))

/** What the protocol says of things that are not there; https://agentclientprotocol.com. */
const notFound = -32002
const invalidParams = -32602
const internal = -32603

/** A failure as an editor shows it: what happened, and what to do. */
export function requestError(failure: Failure): RequestError {
  return new RequestError(codeOf(failure), `${failure.message} ${failure.advice}`, { kind: failure.kind })
}

function codeOf({ kind }: Failure): number {
  if (kind === 'not-found') return notFound
  return kind === 'invalid-request' || kind === 'options-invalid' || kind === 'workspace-missing'
    ? invalidParams
    : internal
}

/** Runs a handler; its failures become errors of the protocol. */
export async function asRequest<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof RequestError) throw thrown
    if (!(thrown instanceof FailureError)) process.stderr.write(`${visible(failureFrom(thrown).detail ?? '')}\n`)
    throw requestError(failureFrom(thrown))
  }
}

export const unknownSession = (sessionId: string): RequestError =>
  new RequestError(notFound, `There is no session ${JSON.stringify(sessionId)} here. Load it, or start a new one.`)

export const invalid = (message: string): RequestError => new RequestError(invalidParams, message)
