import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import { type Todo, type TodoState, todoSummary, todosOf } from '../../../../src-shared/run/todos.ts'
import type { RunView, ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import { useRunOutline } from '../../../stores/runs/run-store.ts'

/** The list of what is to be done, as it stands at the moment that is shown; later calls change this card. */
export function TodoCard({ runId, span }: { readonly runId: string; readonly span: ToolSpan }) {
  const todos = latestList(useRunOutline(runId), span)
  if (todos === null) return null
  return (
    <section className="chat-card chat-todos" aria-label="To do">
      <header>
        <b>To do</b>
        <span className="chat-summary">{todoSummary(todos)}</span>
      </header>
      <ul>
        {todos.map(({ id, text, status }) => (
          <li key={id} className={status}>
            <Mark status={status} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ status }: { readonly status: TodoState }) {
  const Icon = icons[status]
  return <Icon size={14} role="img" aria-label={names[status]} />
}

const icons = { pending: Circle, in_progress: CircleDot, done: CircleCheck } as const
const names: { readonly [S in TodoState]: string } = { pending: 'To do', in_progress: 'In progress', done: 'Done' }

function latestList(view: RunView | null, first: ToolSpan): readonly Todo[] | null {
  const spans = view?.spans ?? []
  for (let at = spans.length - 1; at >= 0; at--) {
    const span = spans[at]
    if (span?.kind !== 'tool' || (span.rewrites ?? span.path) !== first.path) continue
    const todos = todosOf(span.call, span.result)
    if (todos !== null) return todos
  }
  return todosOf(first.call, first.result)
}
