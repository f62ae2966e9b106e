/** opencode, an agent that nobody here wrote: fetched by `npm run fetch-agents`. https://www.npmjs.com/package/opencode-ai */
import { writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { agentProgramFile, fetchedAgent, isFetched } from '../../real/kit/agents/fetched-agents.ts'
import { temporaryFolder } from '../host/host-open.ts'
import { temporaryProject } from '../project/temporary-project.ts'

const program = agentProgramFile(fetchedAgent('opencode'))
export const hasOpencode = isFetched(fetchedAgent('opencode'))

/** Said in the name of a test that needs it. */
export const opencodeNote = hasOpencode ? '' : ' (skipped: opencode is not here; npm run fetch-agents fetches it)'

/** A project with a note in it, whose opencode has this model, asks before it edits, and has a home of its own. */
export async function opencodeProject(modelUrl: string) {
  const model = { scripted: { npm: '@ai-sdk/openai-compatible', options: { baseURL: modelUrl, apiKey: 'none' } } }
  const provider = { scripted: { ...model.scripted, models: { m: { name: 'M' }, n: { name: 'N' } } } }
  const config = { provider, model: 'scripted/m', permission: { edit: 'ask', bash: 'ask' } }
  const project = await temporaryProject({ 'note.txt': 'first line\n', 'opencode.json': JSON.stringify(config) })
  const home = await temporaryFolder()
  writeFileSync(join(home, '.gitconfig'), '')
  const environment = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    PATH: `${dirname(program)}${delimiter}${process.env['PATH'] ?? ''}`,
  }
  return { project, environment }
}
