import type { RunStatus } from '../../src-shared/run/conversation.ts'

/** The word for a run's state within a line of text. */
export const runStateText: { readonly [status in RunStatus]: string } = {
  running: 'running',
  waiting: 'waiting for you',
  completed: 'completed',
  failed: 'failed',
  aborted: 'stopped',
  interrupted: 'interrupted',
}
