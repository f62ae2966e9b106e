/** What an agent may take and send. Times in ms. */
export interface AgentLimits {
  readonly initializeMs: number
  /** For a new session, or an earlier one; some agents wait for their MCP servers meanwhile. */
  readonly sessionMs: number
  /** For a mode or an option. */
  readonly optionMs: number
  /** For a sign-in, which the user completes in a browser. */
  readonly signInMs: number
  /** A prompt ends if the agent sends nothing for so long; the time it waits for the user does not count. */
  readonly silenceMs: number
  /** After a cancelled prompt, until the agent is ended. */
  readonly cancelMs: number
  /** Characters of one message; a longer one is dropped. */
  readonly maxLine: number
  /** Messages of one prompt, and their characters. */
  readonly maxMessages: number
  readonly maxCharacters: number
  readonly maxCalls: number
  /** Requests of the agent that are open at the same time. */
  readonly maxRequests: number
  /** Terminals of one prompt, and bytes that are kept of what a command prints. */
  readonly maxTerminals: number
  readonly maxOutput: number
}

export const usualLimits: AgentLimits = {
  initializeMs: 30_000,
  sessionMs: 90_000,
  optionMs: 10_000,
  signInMs: 300_000,
  silenceMs: 1_800_000,
  cancelMs: 2000,
  maxLine: 16_000_000,
  maxMessages: 500_000,
  maxCharacters: 400_000_000,
  maxCalls: 2000,
  maxRequests: 100,
  maxTerminals: 500,
  maxOutput: 1_000_000,
}
