import type { AgentContext, McpServer as EditorServer, SessionUpdate } from '@agentclientprotocol/sdk'
import type { Host } from '../host/host.ts'
import type { SessionChoices, SessionOffers } from './session-choices.ts'

/** What an editor's session needs of the process that serves it. */
export interface EditorParts {
  readonly host: Host
  readonly client: AgentContext
  /** Of the app. */
  readonly dataFolder: string
  /** Profile ids by role for sessions that choose no model; empty: as the settings and presets say. */
  readonly roles: { readonly [role: string]: string }
  /** What the editor can show besides permission requests: forms (elicitation). */
  readonly asks: { readonly form: boolean }
  /** Says something to whoever reads this process's standard error. */
  report(text: string): void
}

/** A branch of a conversation that an editor works on. */
export interface EditorSession {
  readonly id: string
  readonly conversationId: string
  readonly project: { readonly id: string; readonly folder: string }
  readonly servers: readonly EditorServer[]
  /** The turn that the next message follows; null: none. */
  leaf: string | null
  choices: SessionChoices
  offers: SessionOffers
  /** The name of what it was set to, and is gone; null: all that it is set to is what the user set. */
  gone: string | null
  /** The run that works on a prompt now. */
  runId: string | null
  /** How often the user canceled: what was asked for before is not begun. */
  cancels: number
  /** Prompts are answered one after the other. */
  last: Promise<unknown>
  /** Servers that the user was asked about, with the answer. */
  readonly allowed: Map<string, boolean>
  /** The slash commands that the editor was sent last, as JSON. */
  commands: string
}

/** Sends updates in their order. @returns when the last one is on its way */
export function sendUpdates(
  { client }: Pick<EditorParts, 'client'>,
  { id }: Pick<EditorSession, 'id'>,
  updates: readonly SessionUpdate[],
): Promise<unknown> {
  const sent = updates.map((update) => client.notify('session/update', { sessionId: id, update }))
  // An editor that is gone ends the connection: there is nobody to tell.
  return Promise.all(sent).catch(() => undefined)
}
