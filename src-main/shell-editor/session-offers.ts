import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { mostSpecific, type StrategyPick } from '../../src-shared/strategy/strategy-pick.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import type { EditorSession } from './editor-session.ts'
import { configOptions, type EditorMode, editorModes, isUsable, modeOf, type SessionOffers } from './session-choices.ts'

/**
 * What a session in a project can be set to.
 * @param wished the mode that comes first; null: as messages in this project are answered by default
 */
export async function sessionOffers(
  host: Host,
  projectId: string,
  wished: StrategyPick | null,
): Promise<{ readonly offers: SessionOffers; readonly first: EditorMode }> {
  const [strategies, presets, defaults, settings, { profiles }] = await Promise.all([
    ask(host, 'strategies-list', { projectId }),
    ask(host, 'presets-list', { projectId }),
    ask(host, 'strategy-defaults-read', { projectId, conversationId: null }),
    ask(host, 'settings-read', {}),
    ask(host, 'profiles-list', {}),
  ])
  const source = settings.sources.command ?? null
  const usual = { ...defaults, source, settings: settings.strategy }
  const wish = wished !== null && isUsable(wished, strategies, presets) ? wished : null
  const first = mostSpecific(wish, usual).pick
  const modes = editorModes(first, strategies, presets)
  const models = profiles.map(({ id, name, model, preset }) => ({ id, name, model, preset }))
  return { offers: { modes, models }, first: modes[0] ?? modeOf(first, '', strategies, presets) }
}

/**
 * Reads again what a session can be set to. What it is set to stays, unless that is gone.
 * @returns what the editor is to be told; nothing if all is as it was
 */
export async function refreshOffers(host: Host, session: EditorSession): Promise<SessionUpdate[]> {
  const before = configOptions(session.offers, session.choices)
  const { offers } = await sessionOffers(host, session.project.id, session.offers.modes[0]?.pick ?? null)
  // The choice is looked up now: it may have been changed in the meantime.
  const { mode, model } = session.choices
  const [first] = offers.modes
  const kept = offers.modes.find(({ id }) => id === mode.id)
  const hasModel = model === null || offers.models.some(({ id }) => id === model)
  if (kept === undefined) session.gone = mode.name
  else if (!hasModel) session.gone = session.offers.models.find(({ id }) => id === model)?.name ?? 'The model'
  session.offers = offers
  session.choices = {
    ...session.choices,
    mode: kept ?? first ?? mode,
    ...(!hasModel && { model: null, effort: null }),
  }
  const now = configOptions(session.offers, session.choices)
  if (JSON.stringify(now) === JSON.stringify(before)) return []
  const moved = session.choices.mode.id === mode.id ? [] : [session.choices.mode.id]
  return [
    ...moved.map((currentModeId) => ({ sessionUpdate: 'current_mode_update' as const, currentModeId })),
    { sessionUpdate: 'config_option_update', configOptions: now },
  ]
}
