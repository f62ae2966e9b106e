import { Check, ChevronDown } from 'lucide-react'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { useChosenChanges } from '../../stores/session/changes-store.ts'
import { type ShownTurn, useShownTurns } from '../../stores/session/turns.ts'
import { Menu } from '../../widgets/overlays/menu.tsx'

/** In a long conversation only the newest turns are listed; older ones can be opened from their answers. */
const maxOffered = 30

/** Names the turn whose changes are shown, and switches to other turns. */
export function TurnMenu({ run }: { readonly run: Run }) {
  const turns = useShownTurns()
  const at = turns.findIndex(({ turn }) => turn.id === run.turnId)
  const shown = turns[at]
  if (shown === undefined) return null
  const others = turns
    .map((each, index) => ({ ...each, index }))
    .filter((each) => each.index === at || (each.run?.changes?.files ?? 0) > 0)
    .slice(-maxOffered)
  return (
    <div className="changes-of">
      <span>Changes of</span>
      <Menu
        trigger={
          <button type="button" className="changes-turn-name" aria-label={`Changes of ${nameOf(shown, at)}`}>
            <span>{nameOf(shown, at)}</span>
            <ChevronDown size={13} aria-hidden="true" />
          </button>
        }
        groups={[
          {
            items: others.map((each) => ({
              label: nameOf(each, each.index),
              icon: each.index === at ? <Check /> : undefined,
              run: () => useChosenChanges.setState({ runId: each.run?.id ?? null }),
            })),
          },
        ]}
      />
    </div>
  )
}

const nameOf = ({ turn }: ShownTurn, at: number): string =>
  `Turn ${at + 1} · ${(turn.message.trim().split('\n', 1)[0] ?? '').slice(0, 80)}`
