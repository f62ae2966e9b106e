import { shortenMiddle } from '../../../../src-shared/base/format.ts'
import { choiceLabel } from '../../../../src-shared/strategy/strategy-info.ts'
import { Select } from '../../../widgets/controls/select.tsx'
import type { TimelineRun } from '../stage/use-timeline-run.ts'

/** Which run of the conversation is drawn; there only where there is a choice. */
export function RunPicker({ shown }: { shown: TimelineRun }) {
  const { run, choices, pick } = shown
  if (run === null || choices.length < 2) return null
  const turn = choices.find((each) => each.run.id === run.id)?.turn
  return (
    <Select
      name="Run on the timeline"
      look="quiet"
      side="top"
      value={run.id}
      shown={turn === undefined ? undefined : `Turn ${turn}`}
      onChange={pick}
      choices={choices.map((each) => ({
        value: each.run.id,
        label: `Turn ${each.turn}: ${shortenMiddle(each.message.replace(/\s+/g, ' '), 48)}`,
        summary: choiceLabel(each.run.strategy),
      }))}
    />
  )
}
