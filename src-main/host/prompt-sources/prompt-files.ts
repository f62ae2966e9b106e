import { formatNumber } from '../../../src-shared/base/format.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { LeftOutFile } from '../../../src-shared/prompt-files/left-out-file.ts'
import { type PromptFile, typeableName } from '../../../src-shared/prompt-files/prompt-file.ts'
import { visible, visibleName } from '../../tools/text/visible.ts'
import { proseField, readFrontMatter } from '../base/front-matter.ts'
import { readTrustedFiles } from '../trust/trusted-files.ts'
import { limitingFields } from './limiting-fields.ts'

/** Where a project's are found: the app's own place first, then those of other tools. The first of a name is used. */
export const projectPromptFolders = [
  '.stratagem/commands',
  '.claude/commands',
  '.opencode/command',
  '.opencode/commands',
] as const
/** Bytes of a file, characters of its name, and characters that the list shows of a description or a hint. */
const [largest, maxName, maxShown] = [200_000, 100, 300]

type UnusedFile = Pick<LeftOutFile, 'file' | 'problem'>

/**
 * The user's and the project's prompt files, by name. A project's need no trust: nothing happens before the user has
 * seen the text and sends it. Of a name that both have, the project's is used.
 */
export const promptFiles = async (projectFolder: string, dataFolder: string): Promise<readonly PromptFile[]> =>
  (await readPromptFiles(projectFolder, dataFolder)).files

/** The same, with the files that are not used, but for the user's own of a name that the project has. */
export async function readPromptFiles(
  projectFolder: string,
  dataFolder: string,
): Promise<{ readonly files: readonly PromptFile[]; readonly leftOut: readonly UnusedFile[] }> {
  const found = await Promise.all([
    ...projectPromptFolders.map((folder) => filesIn(projectFolder, folder, 'project')),
    filesIn(dataFolder, 'commands', 'user'),
  ])
  const byName = new Map<string, PromptFile>()
  const leftOut: UnusedFile[] = []
  for (const each of found.flat()) {
    const first = 'problem' in each ? undefined : byName.get(each.name)
    if ('problem' in each) leftOut.push(each)
    else if (first === undefined) byName.set(each.name, each)
    else if (first.source === each.source)
      leftOut.push({ file: each.file, problem: `${first.file} has the same name, ${each.name}, and is used.` })
  }
  return { files: [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), leftOut }
}

async function filesIn(
  root: string,
  folder: string,
  source: PromptFile['source'],
): Promise<readonly (PromptFile | UnusedFile)[]> {
  const fits = (path: string) => /\.md$/i.test(path)
  const { files, unreadable } = await readTrustedFiles(root, { folder, fits, largest, depth: 4 })
  const read = await Promise.all(files.map(({ file, text }) => promptFile(file, folder, text, source)))
  return [...read, ...unreadable.map(({ file, why }) => ({ file, problem: why }))]
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
): Promise<PromptFile | UnusedFile> {
  const name = typeableName(file.slice(folder.length + 1).replace(/\.md$/i, ''))
  if (name === '') return { file, problem: 'Its name has no letter and no digit, so it can’t be typed.' }
  if (name.length > maxName) return { file, problem: `Its name is longer than ${formatNumber(maxName)} characters.` }
  const { fields, body } = await readFrontMatter(text)
  const said = visible(body.trim())
  if (said === '') return { file, problem: 'It has no text that could be sent.' }
  const shown = (field: string) => visibleName(proseField(fields, field) ?? '').slice(0, maxShown)
  return {
    name,
    description: `${shown('description')}${limitsIn(fields)}`,
    hint: shown('argument-hint'),
    text: said,
    source,
    file,
  }
}
