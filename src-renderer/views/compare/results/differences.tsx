import type { BoundLane, LaneSetUp } from '../../../../src-shared/comparison/comparison.ts'
import { laneDifferences } from '../../../../src-shared/comparison/comparison-differs.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { usePresetList } from '../../../stores/server-cache/preset-store.ts'
import { useSettings, useSettingsNow } from '../../../stores/server-cache/settings-store.ts'
import { useKnownStrategies } from '../../../stores/server-cache/strategy-titles.ts'
import styles from '../compare.module.css'

const noProfiles = { profiles: [], presets: [] }

/** Describes what differs between lanes, and says that everything else is equal. */
export function Differences({ lanes }: { readonly lanes: readonly (LaneSetUp | BoundLane)[] }) {
  const presets = usePresetList()
  const profiles = useSettings((state) => valueOr(state.profiles, noProfiles)).profiles
  const strategies = useKnownStrategies()
  const usual = useSettingsNow()
  const { differ, alike } = laneDifferences(lanes, { presets, profiles, strategies, usual })
  return (
    <p className={styles.differs}>
      {differ.map((sentence) => (
        <strong key={sentence}>{sentence} </strong>
      ))}
      {alike}
    </p>
  )
}
