import { toast } from 'sonner'
import { create } from 'zustand'
import type { Profiles } from '../../../src-shared/api/settings-requests.ts'
import {
  type ApprovalRule,
  defaultSettings,
  type ModelProfile,
  type Settings,
} from '../../../src-shared/settings/settings.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../report.ts'
import { openProjectId } from '../session/workbench-store.ts'
import { type Loadable, loading, toLoadable } from './loadable.ts'

type Change = { readonly [K in keyof Settings]?: Settings[K] }

const changed = (settings: Settings, change: Change): Settings => ({ ...settings, ...change })

export const useSettings = create<{
  readonly settings: Loadable<Settings>
  readonly profiles: Loadable<Profiles>
  readonly strategies: Loadable<readonly StrategyInfo[]>
  readonly rules: Loadable<readonly ApprovalRule[]>
}>(() => ({ settings: loading, profiles: loading, strategies: loading, rules: loading }))

/** The settings as the host last reported them. */
let confirmed: Loadable<Settings> = loading
/** Changes that the host hasn't confirmed yet, oldest first. */
let unconfirmed: readonly Change[] = []

/**
 * Takes the settings from the host. Changes that it hasn't confirmed stay visible: its report may be older than they
 * are.
 */
export function takeSettings(settings: Loadable<Settings>): void {
  confirmed = settings
  showSettings()
}

function showSettings(): void {
  const settings: Loadable<Settings> =
    confirmed.state === 'ready' ? { state: 'ready', value: unconfirmed.reduce(changed, confirmed.value) } : confirmed
  useSettings.setState({ settings })
}

export async function loadSettings(): Promise<void> {
  takeSettings(await toLoadable(ask('settings-read', {})))
}
export async function loadProfiles(): Promise<void> {
  useSettings.setState({ profiles: await toLoadable(ask('profiles-list', {})) })
}
/** Includes the strategies of the open project. */
export async function loadStrategies(): Promise<void> {
  const projectId = openProjectId()
  const strategies = await toLoadable(ask('strategies-list', { projectId }))
  if (openProjectId() === projectId) useSettings.setState({ strategies })
}
/** The rules that hold in the open project; without one, those that hold in all. */
export async function loadRules(): Promise<void> {
  const projectId = openProjectId()
  const holds = (rule: ApprovalRule) => rule.projectId === null || rule.projectId === projectId
  const rules = ask('rules-list', { projectId }).then((all) => all.filter(holds))
  useSettings.setState({ rules: await toLoadable(rules) })
}

/**
 * Changes the settings. What is opened next uses the change at once, without waiting for the host.
 * @throws FailureError if the host refuses the change, which is then taken back
 */
export async function changeSettings(change: Change): Promise<void> {
  unconfirmed = [...unconfirmed, change]
  showSettings()
  try {
    confirmed = { state: 'ready', value: await ask('settings-write', change) }
  } finally {
    unconfirmed = unconfirmed.filter((each) => each !== change)
    showSettings()
  }
}

/** Makes a newly added model the default of new conversations; a toast says so and offers Undo. */
export async function makeDefaultModel({ id, name }: Pick<ModelProfile, 'id' | 'name'>): Promise<void> {
  const { settings } = useSettings.getState()
  const before = settings.state === 'ready' ? settings.value.defaultProfile : null
  await changeSettings({ defaultProfile: id })
  const undo = { label: 'Undo', onClick: () => void toastOnFailure(changeSettings({ defaultProfile: before ?? id })) }
  toast(`New conversations use ${name}`, {
    duration: 10_000,
    ...(before !== null && before !== id && { action: undo }),
  })
}

type SettingsHere = ReturnType<typeof useSettings.getState>
const settingsIn = ({ settings: here }: SettingsHere): Settings =>
  here.state === 'ready' ? here.value : defaultSettings

/** The settings, or the defaults until they are loaded. */
export const useSettingsNow = (): Settings => useSettings(settingsIn)
export const settingsNow = (): Settings => settingsIn(useSettings.getState())
