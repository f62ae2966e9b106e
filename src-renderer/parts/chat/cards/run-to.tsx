import { ArrowRightToLine, ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import type { Breakpoint } from '../../../../src-shared/run/debug/breakpoint.ts'
import type { PauseAction, PausedContent } from '../../../../src-shared/run/debug/pause-events.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { spanLabel } from '../../../run/span-names.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useSettings } from '../../../stores/server-cache/settings-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Menu, type MenuGroup } from '../../../widgets/overlays/menu.tsx'
import { layersOf } from '../../strategy/composition.ts'

interface Props {
  readonly runId: string
  readonly path: string
  readonly content: PausedContent | null
  readonly disabled: boolean
  readonly onChoose: (action: PauseAction) => void
}

/** The points that a paused run can continue to. */
export function RunTo({ runId, path, content, disabled, onChoose }: Props) {
  const around = useRuns(({ views }) => views[runId])
  const phases = usePhaseNames(around)
  const groups = useMemo(() => (around === undefined ? [] : groupsAround(around, path)), [around, path])
  const point = (label: string, at: Breakpoint) => ({ label, run: () => onChoose({ kind: 'run-to', at }) })
  const tools = content?.kind === 'request' ? content.offered : toolsIn(around)
  const menu: readonly MenuGroup[] = [
    { label: 'The next', items: nextSteps.map(([label, at]) => point(label, at)) },
    ...some(
      'The end of',
      groups.map((group) => ({
        label: spanLabel(group),
        run: () => onChoose({ kind: 'step-over', group: group.path }),
      })),
    ),
    ...some(
      'The phase',
      phases.map((name) => point(name, { on: 'phase', name })),
    ),
    ...some(
      'The tool',
      tools.slice(0, maxTools).map((name) => point(name, { on: 'tool', name })),
    ),
  ]
  return (
    <Menu
      side="top"
      groups={menu}
      trigger={
        <Button icon={<ArrowRightToLine aria-hidden="true" />} disabled={disabled}>
          Run to
          <ChevronDown size={13} aria-hidden="true" />
        </Button>
      }
    />
  )
}

/** More are written as a breakpoint in the settings. */
const maxTools = 12

const some = (label: string, items: MenuGroup['items']): MenuGroup[] => (items.length === 0 ? [] : [{ label, items }])

const nextSteps: readonly (readonly [string, Breakpoint])[] = [
  ['Model call', { on: 'step', kind: 'call-model' }],
  ['Tool call', { on: 'step', kind: 'run-tool' }],
  ['Check', { on: 'step', kind: 'check' }],
  ['Question to you', { on: 'step', kind: 'ask-user' }],
  ['Snapshot of the files', { on: 'step', kind: 'snapshot' }],
  ['Phase', { on: 'phase', name: '*' }],
]

/** The phases and child runs that a step is in, innermost first. */
function groupsAround(view: RunView, path: string): readonly Span[] {
  const groups: Span[] = []
  for (let at = spanIn(view, path)?.parent ?? null; at !== null; ) {
    const group = spanIn(view, at)
    if (group === undefined) break
    if (group.kind === 'phase' || group.kind === 'child') groups.push(group)
    at = group.parent
  }
  return groups
}

const spanIn = ({ spans, at }: RunView, path: string): Span | undefined => spans[at.get(path) ?? -1]

/** The tools that the run has called so far. */
function toolsIn(view: RunView | undefined): readonly string[] {
  return [...new Set(view?.spans.flatMap((span) => (span.kind === 'tool' ? [span.call.tool] : [])) ?? [])]
}

function usePhaseNames(view: RunView | undefined): readonly string[] {
  const strategies = useSettings((state) => valueOr(state.strategies, null))
  const strategy = view?.strategy ?? null
  return useMemo(() => {
    if (strategy === null || strategies === null) return []
    const infos = layersOf(strategy).map(({ name }) => strategies.find((each) => each.name === name))
    return [...new Set(infos.flatMap((info) => info?.phases.map(({ name }) => name) ?? []))]
  }, [strategy, strategies])
}
