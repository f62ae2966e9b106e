import { readFileSync } from 'node:fs'
import { checkLines } from '../../../../src-main/host/bundles/read-bundle.ts'
import { opencodeData } from '../../../../src-main/host/bundles/sessions/opencode-parts.ts'
import { readSession } from '../../../../src-main/host/bundles/sessions/read-session.ts'
import type { Session } from '../../../../src-main/host/bundles/sessions/session.ts'
import { sessionBundle } from '../../../../src-main/host/bundles/sessions/session-bundle.ts'
import { formatDuration } from '../../../../src-shared/base/format.ts'
import { parseEvent } from '../../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../../src-shared/run/view/fold.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'

/** Sessions written by hand in the form that each tool writes; nobody's own. */
export const sessionFile = (name: string): Buffer => readFileSync(new URL(`files/${name}`, import.meta.url))

export function sessionIn(bytes: Buffer): Session {
  const session = readSession([bytes])
  if (session === null) throw new Error('no session was found in the file')
  return session
}

export function exportedIn(name: string) {
  const data = opencodeData(JSON.parse(sessionFile(name).toString()))
  if (data === null) throw new Error(`${name} is no export`)
  return data
}

/** Checked and folded as after an import: a run a turn. */
export function viewsOf(session: Session): readonly RunView[] {
  const { runs } = checkLines(sessionBundle(session, '1.0.0'))
  return runs.map(({ texts }) =>
    foldItems(
      emptyRunView(),
      texts.map((text) => ({ kind: 'event', event: parseEvent(text) })),
    ),
  )
}

/** A line for each span: path, kind, name, state, start and end. */
export const outline = (view: RunView | undefined): readonly string[] =>
  (view?.spans ?? []).map((span) => {
    const end = span.endMs === null ? '…' : formatDuration(span.endMs)
    return `${span.path} ${nameOf(span)} ${span.state} ${formatDuration(span.startMs)} to ${end}`
  })

function nameOf(span: Span): string {
  switch (span.kind) {
    case 'model':
      return `model ${span.bound.model}`
    case 'tool':
      return `${span.effect} ${span.call.tool}`
    case 'child':
      return `child ${span.goal}`
    case 'branches':
      return `${span.count} branches`
    case 'notice':
      return `notice ${span.text}`
    case 'phase':
    case 'step':
    case 'unknown':
      return span.kind
  }
}
