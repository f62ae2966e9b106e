import type { Run } from '../../../src-shared/conversation.ts'
import type { RunView, Span } from '../../../src-shared/run-view.ts'

export interface PartProps<S extends Span = Span> {
  readonly run: Run
  readonly view: RunView
  readonly span: S
}
