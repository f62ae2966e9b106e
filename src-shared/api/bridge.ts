/** What a menu entry or its accelerator asks of the window. */
export type WindowCommand =
  | 'open-project'
  | 'new-conversation'
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

/** All that a desktop window has of its host, as `window.stratagem`: JSON text of `ClientMessage` and `ServerMessage`. */
export interface Bridge {
  readonly kind: 'electron'
  send(text: string): void
  /** Hears every message of the host; the answer undoes it. */
  receive(listener: (text: string) => void): () => void
}
