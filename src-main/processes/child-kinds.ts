/** What a child process is for: it decides how it ends. */
export type ChildKind = 'command' | 'server' | 'helper'

/** How a kind of child ends. All times are ms. */
export interface Ending {
  /** How long it has after the end of its input, and after SIGTERM, before SIGKILL. */
  readonly afterInput: number
  readonly afterTerm: number
  /** How long pipes are read that other processes hold: after it ended by itself, and after it was ended. */
  readonly drain: number
  readonly drainEnded: number
  /** What ends with it if it ends by itself: nothing, its group, or also what left the group and has its mark. */
  readonly takes: 'nothing' | 'group' | 'all'
}

export const endings: { readonly [kind in ChildKind]: Ending } = {
  // What a model, a hook or a check runs: Stop must not wait, but git has to remove its locks.
  command: { afterInput: 0, afterTerm: 250, drain: 300, drainEnded: 30, takes: 'group' },
  // MCP servers and agents: they write what they keep at the end of their input.
  server: { afterInput: 500, afterTerm: 400, drain: 50, drainEnded: 50, takes: 'all' },
  // The app's own git, search and probes. What a hook of git starts is the user's.
  helper: { afterInput: 0, afterTerm: 50, drain: 300, drainEnded: 30, takes: 'nothing' },
}

/** Longest time that a killed process is waited for: one that waits for a broken disk can't be ended. */
export const killedWithin = 500
