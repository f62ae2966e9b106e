import { inputSources, type StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { OptionalPickSelect, PickSelect } from '../../parts/choices/pick-select.tsx'
import { Page, Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { setDefault, usePresets } from '../../stores/server-cache/preset-store.ts'
import { changeSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { openOverlay } from '../../stores/session/layout-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { OwnStrategies } from './own-strategies.tsx'
import { RoutingRules } from './routing-rules.tsx'
import { TrustRows } from './trust-rows.tsx'

const sourceText = {
  electron: 'In the desktop app',
  browser: 'In a browser',
  command: 'From the command line',
} as const

export function StrategiesPage() {
  const settings = useSettingsNow()
  const { project, conversationId } = useWorkbench()
  const defaults = usePresets((state) => state.defaults)
  const setSource = (source: (typeof inputSources)[number], pick: StrategyPick | null) => {
    const { [source]: _before, ...others } = settings.sources
    void toastOnFailure(changeSettings({ sources: pick === null ? others : { ...others, [source]: pick } }))
  }
  return (
    <Page
      title="Strategies"
      text="Default strategies. The most specific setting wins: message, conversation, project, app, then the general default."
    >
      <div className={styles.rows}>
        <Row label="Default" hint="If nothing more specific is set">
          <PickSelect
            name="Default strategy"
            value={settings.strategy}
            onChange={(strategy) => void toastOnFailure(changeSettings({ strategy }))}
          />
        </Row>
        {inputSources.map((source) => (
          <Row key={source} label={sourceText[source]}>
            <OptionalPickSelect
              name={`Strategy ${sourceText[source].toLowerCase()}`}
              value={settings.sources[source] ?? null}
              otherwise="Use default"
              onChange={(pick) => setSource(source, pick)}
            />
          </Row>
        ))}
        {project !== null && (
          <Row label={`In ${project.name}`}>
            <OptionalPickSelect
              name="Strategy in this project"
              value={defaults.project}
              otherwise="Use default"
              onChange={(pick) => void toastOnFailure(setDefault('project', project.id, pick))}
            />
          </Row>
        )}
        {conversationId !== null && (
          <Row label="In the open conversation">
            <OptionalPickSelect
              name="Strategy in this conversation"
              value={defaults.conversation}
              otherwise="Keep current"
              onChange={(pick) => void toastOnFailure(setDefault('conversation', conversationId, pick))}
            />
          </Row>
        )}
      </div>
      <h4 className={styles.label}>How auto picks</h4>
      <RoutingRules routing={settings.routing} />
      <h4 className={styles.label}>Your own and the project’s</h4>
      <div className={styles.rows}>
        <Row label="Compose strategies" hint="Presets, yours and the project’s">
          <Button small onClick={() => openOverlay('strategy')}>
            Open…
          </Button>
        </Row>
        <OwnStrategies />
        <TrustRows />
      </div>
    </Page>
  )
}
