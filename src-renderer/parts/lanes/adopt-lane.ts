import { toast } from 'sonner'
import type { BoundLane } from '../../../src-shared/comparison/comparison.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { titleInConversation } from '../../../src-shared/strategy/strategy-title.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { loadPresets, setDefault, usePresets } from '../../stores/server-cache/preset-store.ts'
import { settingsNow, useSettings } from '../../stores/server-cache/settings-store.ts'
import { laneUse, leftOutLimits } from './lane-use.ts'

/** Makes a lane's strategy, options and models the default of the project's new conversations. Can be undone. */
export async function adoptLane(projectId: string, lane: BoundLane): Promise<void> {
  const strategy = lane.name || titleInConversation(lane.choice, valueOr(useSettings.getState().strategies, []))
  const models = [...new Set(Object.values(lane.bound).map(({ profileName }) => profileName))].join(', ')
  const use = laneUse(lane, settingsNow(), `${strategy}, ${models}`)
  const before = usePresets.getState().defaults.project
  const saved =
    use.kind === 'pick' ? null : await ask('preset-save', { projectId, source: 'user', id: null, preset: use.preset })
  const pick: StrategyPick = use.kind === 'pick' ? use.pick : { preset: saved?.id ?? '' }
  await setDefault('project', projectId, pick)
  if (saved !== null) await loadPresets()
  const undo = async () => {
    await setDefault('project', projectId, before)
    if (saved === null) return
    await ask('preset-delete', { projectId, id: saved.id })
    await loadPresets()
  }
  toast.success(`New conversations in this project use ${saved === null ? strategy : `“${saved.name}”`}`, {
    description: leftOutLimits(lane.budget, settingsNow().budget),
    duration: 15_000,
    action: { label: 'Undo', onClick: () => void toastOnFailure(undo()) },
  })
}
