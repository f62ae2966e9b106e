/** What a menu entry or its accelerator asks of the window. */
export type WindowCommand =
  | 'open-project'
  | 'new-conversation'
  | 'new-window'
  | 'settings'
  | 'command-palette'
  | 'search'
  | 'toggle-sidebar'
  | 'toggle-inspector'
  | 'toggle-timeline'
  | 'stop-run'
  | 'replay-run'
  | 'run-again'
  | 'compare'
  | 'shortcuts'
  | 'help-strategy'
  | 'tour'

/**
 * The desktop window's only connection to its host, `window.stratagem`: JSON text of `ClientMessage` and
 * `ServerMessage`.
 */
export interface Bridge {
  readonly kind: 'electron'
  send(text: string): void
  /** Subscribes to the host's messages; the returned function unsubscribes. */
  receive(listener: (text: string) => void): () => void
}
