import { useMemo } from 'react'
import { z } from 'zod'
import type { ListedAgent } from '../../../src-shared/api/settings-requests.ts'
import { shortenMiddle } from '../../../src-shared/base/format.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { useAgents } from '../../stores/server-cache/agent-store.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Combobox } from '../../widgets/controls/combobox.tsx'
import { Select } from '../../widgets/controls/select.tsx'
import { Popover } from '../../widgets/overlays/popover.tsx'
import { choiceOf, layersOf, withOptions } from '../strategy/composition.ts'
import styles from './composer.module.css'

const none: readonly ListedAgent[] = []
/** Maximum length of what is chosen of an agent, in the composer, characters. */
const maxShown = 32

/** Options of the strategy `agent`. */
const options = z.object({
  agent: z.string().catch('opencode'),
  model: z.string().catch(''),
  mode: z.string().catch(''),
})

interface Props {
  /** One that has the strategy `agent` in it. */
  readonly strategy: StrategyChoice
  readonly onChange: (strategy: StrategyChoice) => void
  readonly side: 'top' | 'bottom'
}

/** Chooses the agent that works, and the model and mode that it works with, from what it last offered. */
export function AgentChoice({ strategy, onChange, side }: Props) {
  const agents = valueOr(useAgents(), none)
  const layers = useMemo(() => layersOf(strategy), [strategy])
  const at = layers.findIndex(isAgent)
  const layer = layers[at]
  const { agent, model, mode } = options.parse(layer?.options ?? {})
  const change = (part: Partial<z.infer<typeof options>>) => {
    if (layer !== undefined) onChange(choiceOf(withOptions(layers, at, { ...layer.options, ...part })))
  }
  const chosen = [model, mode].filter((each) => each !== '').join(' · ')
  const shown = chosen === '' ? 'Its own model' : shortenMiddle(chosen, maxShown)
  return (
    <>
      <Select
        name="Agent"
        side={side}
        look="quiet"
        value={agent}
        shown={agentName(agents.find(({ entry }) => entry.name === agent)) ?? agent}
        choices={choicesOf(agents, agent)}
        // What one agent calls a model or a mode is another one's nothing.
        onChange={(name) => change({ agent: name, model: '', mode: '' })}
      />
      <Popover
        side={side}
        title={`Model and mode of ${agent}`}
        trigger={
          <Button look="quiet" aria-label={`Model and mode of ${agent}: ${shown}`} aria-pressed={chosen !== ''}>
            {shown}
          </Button>
        }
      >
        <Offered
          name="Model"
          category="model"
          listed={agents.find(({ entry }) => entry.name === agent)}
          value={model}
          onChange={(next) => change({ model: next })}
        />
        <Offered
          name="Mode"
          category="mode"
          listed={agents.find(({ entry }) => entry.name === agent)}
          value={mode}
          onChange={(next) => change({ mode: next })}
        />
      </Popover>
    </>
  )
}

/** Whether another agent works somewhere in the strategy. */
export const hasAgent = (strategy: StrategyChoice | null): strategy is StrategyChoice =>
  strategy !== null && layersOf(strategy).some(isAgent)

const isAgent = ({ name }: { readonly name: string }): boolean => name === 'agent'

interface OfferedProps {
  readonly name: string
  readonly category: string
  readonly listed: ListedAgent | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text, with what the agent last offered as suggestions. */
function Offered({ name, category, listed, value, onChange }: OfferedProps) {
  const offered = listed?.offers?.choices.find((each) => each.category === category)
  const hint =
    offered === undefined
      ? listed?.offers
        ? `The agent offered no ${category} when it was last started.`
        : `What it offers is shown here once it has worked, or was tested in Settings → Agents.`
      : `Empty: its own choice, last ${offered.current}`
  return (
    <div className={styles.offered}>
      <Combobox
        label={name}
        hint={hint}
        mono
        placeholder={offered?.current ?? 'Its own choice'}
        value={value}
        choices={offered?.values.map(({ id }) => id) ?? []}
        onChange={(next) => onChange(next.trim())}
      />
    </div>
  )
}

const agentName = (listed: ListedAgent | undefined): string | null =>
  listed === undefined ? null : [listed.entry.icon, listed.entry.name].filter((each) => each !== '').join(' ')

/** The agents that are found, and the chosen one in any case. */
const choicesOf = (agents: readonly ListedAgent[], chosen: string) =>
  [
    ...agents.filter(({ program, own, entry }) => program !== null || own || entry.name === chosen),
    ...(agents.some(({ entry }) => entry.name === chosen) ? [] : [null]),
  ].map((each) =>
    each === null
      ? { value: chosen, label: chosen, summary: 'Not in Settings → Agents' }
      : { value: each.entry.name, label: agentName(each) ?? '', summary: summaryOf(each) },
  )

const summaryOf = ({ program, offers }: ListedAgent): string | undefined => {
  if (program === null) return 'Not found on this computer'
  return offers === null ? undefined : `${offers.name} ${offers.version}`.trim()
}
