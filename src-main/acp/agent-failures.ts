import { RequestError } from '@agentclientprotocol/sdk'
import { type Failure, FailureError } from '../../src-shared/base/failure.ts'
import type { SignInMethod } from '../../src-shared/settings/agent-offers.ts'

/** Characters of an agent's own words that a failure repeats. */
const maxRepeated = 600

const agentFailed = (message: string, advice: string, detail = ''): FailureError => {
  const failure: Failure = { kind: 'agent-failed', message, advice }
  return new FailureError(detail === '' ? failure : { ...failure, detail: detail.slice(-maxRepeated) })
}

export const ended = (how: string, errors: string): FailureError =>
  agentFailed(
    `The agent ${how}.`,
    errors.trim() === ''
      ? 'Test it in Settings → Agents, then try again.'
      : `It printed: ${errors.trim().slice(-maxRepeated)}`,
    errors,
  )

export const otherVersion = (version: unknown): FailureError =>
  agentFailed(
    `The agent speaks version ${JSON.stringify(version)?.slice(0, 40) ?? 'unknown'} of the protocol, and Stratagem speaks version 1.`,
    'Update the agent, or Stratagem.',
  )

export const silent = (doing: string, ms: number): FailureError =>
  agentFailed(
    `The agent did not ${doing} within ${Math.round(ms / 1000)} s.`,
    'Test it in Settings → Agents, or start it in a terminal to see what it waits for.',
  )

export const quiet = (ms: number): FailureError =>
  agentFailed(
    `The agent sent nothing for ${Math.max(1, Math.round(ms / 60_000))} min.`,
    'Look at the files before you send the message again: its work so far is there.',
  )

export const flooded = (what: string): FailureError =>
  agentFailed(
    `The agent was ended because it sent too much: ${what}.`,
    'Look at the files: its work so far is there. Give it a smaller task, or another agent.',
  )

/** Begins the message of each failure that a sign-in mends. */
export const wantsSignIn = 'The agent wants you to sign in first.'

export const signInFirst = (methods: readonly SignInMethod[]): FailureError =>
  agentFailed(
    wantsSignIn,
    `Open it in Settings → Agents and sign in there${methods.length === 0 ? ', or start it in a terminal and sign in there' : ` (${methods.map(({ name }) => name).join(', ')})`}, then try again.`,
  )

/** Values that are named if another one was wanted. */
const maxNamed = 12

/** A model, a mode, … that the agent did not take. @param why its own words, or empty */
export function notChosen(category: string, value: string, offered: readonly string[], why: string): FailureError {
  const named = offered.slice(0, maxNamed).join(', ')
  const rest = offered.length - maxNamed
  const list = offered.length === 0 ? '' : `It offers ${named}${rest > 0 ? ` and ${rest} more` : ''}. `
  const what = { model: 'model', mode: 'mode' }[category] ?? category
  return agentFailed(
    `The agent does not take the ${what} ${JSON.stringify(value.slice(0, 200))}, so nothing was sent to it.`,
    `${list}Choose another ${what}, or none.`,
    why,
  )
}

/** The protocol's code for `auth_required`. */
const authRequired = -32000

/** What the agent refused, or why it could not be asked. @param doing such as `open a session` */
export function refused(thrown: unknown, doing: string, signInMethods: readonly SignInMethod[]): FailureError {
  if (thrown instanceof FailureError) return thrown
  if (thrown instanceof RequestError) {
    if (thrown.code === authRequired) return signInFirst(signInMethods)
    const data = thrown.data === undefined ? '' : ` ${JSON.stringify(thrown.data)}`
    const words = `${thrown.message}${data}`.trim().slice(0, maxRepeated)
    return agentFailed(
      `The agent could not ${doing}.`,
      words === '' ? 'It gave no reason. Try again.' : `It says: ${words}`,
      `error ${thrown.code}`,
    )
  }
  const words = thrown instanceof Error ? thrown.message : String(thrown)
  return agentFailed(`The agent could not ${doing}.`, 'Try again, or test it in Settings → Agents.', words)
}
