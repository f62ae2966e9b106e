import type { BoundLane, LaneSetUp } from '../../../../src-shared/comparison/comparison.ts'
import { laneDifferences, type PromptDifference } from '../../../../src-shared/comparison/comparison-differs.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { usePresetList } from '../../../stores/server-cache/preset-store.ts'
import { useSettings, useSettingsNow } from '../../../stores/server-cache/settings-store.ts'
import { useKnownStrategies } from '../../../stores/server-cache/strategy-titles.ts'
import { TextDiff } from '../../../widgets/diff/text-diff.tsx'
import styles from '../compare.module.css'

const noProfiles = { profiles: [], presets: [] }

/** Describes what differs between lanes, and says that everything else is equal. */
export function Differences({ lanes }: { readonly lanes: readonly (LaneSetUp | BoundLane)[] }) {
  const presets = usePresetList()
  const profiles = useSettings((state) => valueOr(state.profiles, noProfiles)).profiles
  const strategies = useKnownStrategies()
  const usual = useSettingsNow()
  const { differ, alike, unequal, prompts } = laneDifferences(lanes, { presets, profiles, strategies, usual })
  return (
    <>
      <p className={styles.differs}>
        {differ.map((sentence) => (
          <strong key={sentence}>{sentence} </strong>
        ))}
        {alike}
        {unequal !== null && ` ${unequal}`}
      </p>
      {prompts.map((each) => (
        <PromptTexts key={each.subject} difference={each} />
      ))}
    </>
  )
}

/** The first text against each other one, if that differs. */
function PromptTexts({ difference: { subject, versions } }: { readonly difference: PromptDifference }) {
  const [first, ...others] = versions
  return (
    <details className={styles.options}>
      <summary>{subject}</summary>
      {others.map(
        ({ label, text }) =>
          first !== undefined &&
          text !== first.text && (
            <figure key={label} className={styles.promptDiff}>
              <figcaption>
                {first.label} → {label}
              </figcaption>
              <TextDiff before={first.text} after={text} />
            </figure>
          ),
      )}
    </details>
  )
}
