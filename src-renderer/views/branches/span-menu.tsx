import { ChartNoAxesGantt, FileClock, GitFork, MessageSquareText, SquareMousePointer } from 'lucide-react'
import { showSide } from '../../stores/layout-store.ts'
import { isLookedAtOnly } from '../../stores/looked-at-only.ts'
import { spanIn, useRuns } from '../../stores/run-store.ts'
import { showIn } from '../../stores/selection-store.ts'
import { useWorkbench } from '../../stores/workbench-store.ts'
import { MenuAtPoint } from '../../widgets/menu-at-point.tsx'
import { openFilesDialog } from '../files/files-dialog-store.ts'
import { spanLabel, spanType } from '../timeline/span-names.ts'
import { isForkable, openFork } from './fork-store.ts'
import { turnOfRun } from './show-step.ts'
import { closeSpanMenu, useSpanMenu } from './span-menu-store.ts'

const whyNot = () =>
  isLookedAtOnly() ? 'Only once it is imported into a project' : 'From model calls and tool calls that have ended'

/** What can be done with a step, wherever it was pointed at: in the conversation or on the timeline. */
export function SpanMenu() {
  const open = useSpanMenu((state) => state.open)
  const tree = useWorkbench((state) => state.tree)
  const span = useRuns(({ views }) => (open === null ? null : spanIn(views[open.span.runId], open.span.path)))
  if (open === null || span === null || tree?.state !== 'ready') return null
  const turn = turnOfRun(tree.value.turns, open.span.runId)
  const at = open.span
  const step = span.kind === 'model' || span.kind === 'tool' || span.kind === 'step'
  return (
    <MenuAtPoint
      point={open.point}
      name={`${spanType(span)} ${spanLabel(span)}`}
      onClose={closeSpanMenu}
      groups={[
        {
          items: [
            {
              label: 'Go on from here…',
              icon: <GitFork />,
              disabled: !isForkable(span),
              summary: isForkable(span) ? undefined : whyNot(),
              run: () => openFork(at),
            },
            ...(step && turn !== null
              ? [
                  {
                    label: 'Files before this step…',
                    icon: <FileClock />,
                    run: () =>
                      openFilesDialog({ at: { ...at, when: 'before' }, turn, title: 'Files before this step' }),
                  },
                ]
              : []),
          ],
        },
        {
          items: [
            { label: 'Show in the conversation', icon: <MessageSquareText />, run: () => showIn('chat', at) },
            { label: 'Show on the timeline', icon: <ChartNoAxesGantt />, run: () => showIn('timeline', at) },
            { label: 'Inspect', icon: <SquareMousePointer />, run: () => showSide('inspector') },
          ],
        },
      ]}
    />
  )
}
