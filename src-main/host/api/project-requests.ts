import type { projectRequests as requests } from '../../../src-shared/api/project-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { visibleName } from '../../tools/text/visible.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { createFileFinder } from '../projects/find-files.ts'
import { findTestCommand } from '../projects/find-test-command.ts'
import { checkedFolder } from '../projects/folder-checks.ts'
import { listFolders } from '../projects/folders.ts'
import { openProject, projectOf } from '../projects/projects.ts'
import { sampleProject } from '../projects/sample-project.ts'
import { attachMentions } from '../prompt-sources/attach.ts'
import { findMentions } from '../prompt-sources/find-mentions.ts'
import { leftOutFiles } from '../prompt-sources/left-out-files.ts'
import { promptFiles } from '../prompt-sources/prompt-files.ts'
import { type MentionParts, mentionSources } from '../runs/mention-sources.ts'

type Parts = Pick<HostContext, 'options' | 'clock' | 'store' | 'bus' | 'workspaces' | 'skills' | 'agents'> &
  MentionParts

export function projectRequests(parts: Parts): HandlersOf<keyof typeof requests> {
  const { store, options, bus, clock, workspaces } = parts
  const finder = createFileFinder(clock.elapsed)
  const open = async (folder: string) => {
    const project = await openProject(store, folder, options.dataFolder, clock.now())
    bus.publish({ kind: 'projects' })
    return project
  }
  return {
    'projects-list': () => Promise.all(store.projects.list().map((row) => projectOf(row, options.dataFolder))),
    'project-open': ({ folder }) => open(folder),
    'project-open-sample': () => open(sampleProject(options.resourcesFolder, options.dataFolder)),
    'project-pick': async () => {
      if (options.folderDialog === null) throw noDialog()
      const folder = await options.folderDialog()
      return folder === null ? null : open(folder)
    },
    'project-forget': ({ projectId }) => {
      store.projects.forget(projectId)
      bus.publish({ kind: 'projects' })
      return null
    },
    'folders-list': ({ folder }) => listFolders(folder),
    'project-test-command': ({ projectId }) =>
      findTestCommand(checkedFolder(found(store.projects.get(projectId), 'project').folder)),
    'prompt-files-list': ({ projectId }) =>
      promptFiles(checkedFolder(found(store.projects.get(projectId), 'project').folder), options.dataFolder),
    'skills-list': async ({ projectId }) =>
      (await parts.skills.of(found(store.projects.get(projectId), 'project'))).flatMap((read) => {
        if (!read.ok) return []
        const { name, description, source } = read.skill
        return [{ name, description: visibleName(description), source }]
      }),
    'left-out-files': ({ projectId }) => {
      const { id, folder } = found(store.projects.get(projectId), 'project')
      const project = { id, folder: checkedFolder(folder) }
      return leftOutFiles({ ...parts, dataFolder: options.dataFolder }, project)
    },
    'mentions-find': async ({ projectId, query }) => {
      const project = found(store.projects.get(projectId), 'project')
      const files = /^(run:|run$)/.test(query) ? [] : await finder.find(checkedFolder(project.folder), query)
      const resources = /^(run:|run$|$)/.test(query) ? [] : await parts.mcp.resources(project)
      return findMentions(store, projectId, query, files, resources)
    },
    'mentions-look': async ({ projectId, workspaceId, message }) => {
      const work = await workspaces.workIn(projectId, workspaceId)
      return (await attachMentions(message, await mentionSources(parts, work, projectId, null))).attached
    },
    'files-find': ({ projectId, query }) => {
      const project = found(store.projects.get(projectId), 'project')
      return finder.find(checkedFolder(project.folder), query)
    },
  }
}

const noDialog = () =>
  new FailureError({
    kind: 'invalid-request',
    message: 'There is no system dialog here to choose a folder.',
    advice: 'Choose the folder in the window.',
  })
