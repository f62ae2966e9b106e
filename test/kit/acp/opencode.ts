/**
 * opencode, an agent that nobody here wrote: fetched by `npm run fetch-agents` into the cache, and no dependency.
 * https://www.npmjs.com/package/opencode-ai
 */
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { temporaryFolder } from '../host/host-open.ts'
import { temporaryProject } from '../project/temporary-project.ts'

const version = '1.18.33'
const systems: { readonly [platform: string]: string } = { win32: 'windows' }
const name = `opencode-${systems[process.platform] ?? process.platform}-${process.arch}`

/** The package with the program for this system. */
export const opencodePackage = `${name}@${version}`
/** Where it is installed. */
export const opencodeCache = resolve(import.meta.dirname, `../../../node_modules/.cache/agents/opencode-${version}`)

const program = join(
  opencodeCache,
  'node_modules',
  name,
  'bin',
  process.platform === 'win32' ? 'opencode.exe' : 'opencode',
)
export const hasOpencode = existsSync(program)

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
