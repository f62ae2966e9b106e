import type { hookRequests as requests } from '../../../src-shared/api/hook-requests.ts'
import { whereCommandsWrite } from '../../tools/confinement.ts'
import { hookConcerns } from '../../tools/hooks/hook-concerns.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { callToTest } from '../settings/test-rules.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'hooks' | 'workOf'>

export function hookRequests({ store, bus, hooks, workOf }: Parts): HandlersOf<keyof typeof requests> {
  const projectOf = (projectId: string | null) =>
    projectId === null ? null : found(store.projects.get(projectId), 'project')
  const changed = () => bus.publish({ kind: 'hooks' })
  return {
    'hooks-list': ({ projectId }) => hooks.list(projectOf(projectId)),
    'hook-save': ({ hook }) => {
      const saved = hooks.save(hook)
      changed()
      return saved
    },
    'hook-remove': ({ id }) => {
      hooks.remove(id)
      changed()
      return null
    },
    'hook-switch': ({ projectId, id, enabled }) => {
      hooks.switchProjects(projectId, id, enabled)
      changed()
      return null
    },
    'hook-test': async ({ projectId, hook, tool, subject }) => {
      const runs = hook.event === 'run-end' || hookConcerns(hook, callToTest(tool, subject))
      const project = projectOf(projectId)
      if (project === null) return { runs, place: null }
      const { folder, commands } = workOf(project)
      return { runs, place: { folder, confined: whereCommandsWrite(await commands.confinement()) } }
    },
  }
}
