import type { presetRequests as requests } from '../../../src-shared/api/strategy-requests.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { exportPreset, importPreset, type PresetProject } from '../presets/presets.ts'
import { checkChoice } from '../strategies/validate-choice.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'strategies' | 'presets' | 'defaults'>

export function presetRequests({
  store,
  bus,
  presets,
  defaults,
  strategies,
}: Parts): HandlersOf<keyof typeof requests> {
  const projectOf = (id: string): PresetProject => found(store.projects.get(id), 'project')
  const maybe = (id: string | null) => (id === null ? null : projectOf(id))
  const changed = () => bus.publish({ kind: 'presets' })
  return {
    'strategy-check': async ({ strategy, projectId }) => checkChoice(strategy, await strategies.of(projectId)),
    'strategy-defaults-read': ({ projectId, conversationId }) => ({
      project: defaults.get('project', projectId),
      conversation: conversationId === null ? null : defaults.get('conversation', conversationId),
    }),
    'strategy-default-set': ({ scope, id, strategy }) => {
      defaults.set(scope, id, strategy)
      changed()
      return null
    },
    'presets-list': ({ projectId }) => presets.list(maybe(projectId)),
    'preset-save': async ({ projectId, ...request }) => {
      const saved = await presets.save(maybe(projectId), request)
      changed()
      return saved
    },
    'preset-delete': async ({ projectId, id }) => {
      await presets.remove(maybe(projectId), id)
      changed()
      return null
    },
    'preset-export': async ({ projectId, id }) => ({ text: exportPreset(await presets.get(maybe(projectId), id)) }),
    'preset-import': async ({ text, projectId }) => importPreset(text, await strategies.of(projectId)),
  }
}
