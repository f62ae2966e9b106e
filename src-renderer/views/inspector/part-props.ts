import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'

export interface PartProps<S extends Span = Span> {
  readonly run: Run
  readonly view: RunView
  readonly span: S
}
