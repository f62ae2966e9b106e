import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { hostModelServer, type ScriptedAnswer } from '../host/host-model-server.ts'
import { openTestHost, temporaryFolder, testProfile } from '../host/host-open.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import { editorOn, type TestEditor } from './editor.ts'

interface More {
  readonly files?: Record<string, string>
  readonly profile?: Partial<ModelProfile>
  readonly form?: NonNullable<Parameters<typeof editorOn>[1]>['form']
}

/** An editor with a session whose model answers by the script; on the data folder of its host. */
export async function editorSession(
  script: (turn: number) => ScriptedAnswer,
  { files = {}, profile = {}, form }: More = {},
) {
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const project = await temporaryProject({ 'a.txt': 'one\ntwo\nthree\n', ...files })
  const server = await hostModelServer((_asked, turn) => script(turn))
  await ask(host, 'profile-save', { profile: testProfile(server.url, profile), key: null })
  const editor = await editorOn(host, { dataFolder, ...(form !== undefined && { form }) })
  const made = await editor.agent.request('session/new', { cwd: project.folder, mcpServers: [] })
  const { sessionId } = made
  await setOption(editor, sessionId, 'model', 'prof_test')
  const { id: projectId } = await ask(host, 'project-open', { folder: project.folder })
  return { host, project, projectId, server, editor, made, sessionId, dataFolder }
}

export const setOption = (editor: TestEditor, sessionId: string, configId: string, value: string) =>
  editor.agent.request('session/set_config_option', { sessionId, configId, value })

export async function conversationsIn(host: Host, folder: string) {
  const { id } = await ask(host, 'project-open', { folder })
  return ask(host, 'conversations-list', { projectId: id })
}
