import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { PromptFile } from '../../../src-shared/prompt-files/prompt-file.ts'
import { visible, visibleName } from '../../tools/text/visible.ts'
import { readFrontMatter, textField } from '../base/front-matter.ts'
import { readTrustedFiles } from '../trust/trusted-files.ts'
import { limitingFields } from './limiting-fields.ts'

/** Where a project's are found: the app's own place first, then those of other tools. The first of a name is used. */
export const projectPromptFolders = [
  '.stratagem/commands',
  '.claude/commands',
  '.opencode/command',
  '.opencode/commands',
] as const
/** Bytes of a file, and characters that the list shows of a description or a hint. */
const [largest, maxShown] = [200_000, 300]

/**
 * The user's and the project's prompt files, by name. A project's need no trust: nothing happens before the user has
 * seen the text and sends it. Of a name that both have, the project's is used.
 */
export async function promptFiles(projectFolder: string, dataFolder: string): Promise<readonly PromptFile[]> {
  const found = await Promise.all([
    ...projectPromptFolders.map((folder) => filesIn(projectFolder, folder, 'project')),
    filesIn(dataFolder, 'commands', 'user'),
  ])
  const byName = new Map<string, PromptFile>()
  for (const each of found.flat()) if (!byName.has(each.name)) byName.set(each.name, each)
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function filesIn(root: string, folder: string, source: PromptFile['source']): Promise<readonly PromptFile[]> {
  const fits = (path: string) => /\.md$/i.test(path)
  const { files } = await readTrustedFiles(root, { folder, fits, largest, depth: 4 })
  const read = await Promise.all(files.map(({ file, text }) => promptFile(file, folder, text, source)))
  return read.filter((each) => each !== null)
}

/** No model starts one by itself. */
const heldHere = ['disable-model-invocation']

/**
 * What other tools would limit while they work on the message. Here it is sent as the user's own, with the mode and the
 * rules that the user has chosen; so what does not hold is said. `allowed-tools` only grants, and grants nothing here.
 */
function limitsIn(fields: JsonObject): string {
  const chosen = ['agent', 'mode', 'tools'].filter((name) => fields[name] !== undefined)
  const found = [...chosen, ...limitingFields(fields, heldHere)]
  return found.length === 0 ? '' : ` (does not hold here: ${found.join(', ')})`
}

async function promptFile(
  file: string,
  folder: string,
  text: string,
  source: PromptFile['source'],
): Promise<PromptFile | null> {
  const name = file.slice(folder.length + 1).replace(/\.md$/i, '')
  if (!/^[\w./-]{1,100}$/.test(name)) return null
  const { fields, body } = await readFrontMatter(text.replaceAll('\r\n', '\n'))
  const said = visible(body.trim())
  if (said === '') return null
  const shown = (field: string) => visibleName(textField(fields, field) ?? '').slice(0, maxShown)
  return {
    name,
    description: `${shown('description')}${limitsIn(fields)}`,
    hint: shown('argument-hint'),
    text: said,
    source,
    file,
  }
}
