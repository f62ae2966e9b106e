import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'

/**
 * Writes a strategy from the template into the user's folder, with the types for completion in an editor.
 * @returns the file
 * @throws FailureError if the name is invalid or taken
 */
export function writeNewStrategy(
  folder: string,
  resourcesFolder: string,
  name: string,
  taken: readonly StrategyInfo[],
): string {
  const text = newText(resourcesFolder, name, taken)
  const file = join(folder, `${name}.ts`)
  if (existsSync(file)) throw nameTaken(name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const support of supportFiles(resourcesFolder)) writeFileSync(join(folder, support.name), support.text)
  writeFileSync(file, text, { flag: 'wx' })
  return file
}

/**
 * The same into a project, through the path guard.
 * @returns the file, relative to the project's folder
 * @throws FailureError if the name is invalid or taken, or the file can't be written
 */
export async function writeProjectStrategy(
  projectFolder: string,
  resourcesFolder: string,
  name: string,
  taken: readonly StrategyInfo[],
): Promise<string> {
  const own = { name: `${name}.ts`, text: newText(resourcesFolder, name, taken) }
  const guarded = await guardFiles(projectFolder)
  const pathOf = (file: string) => `.stratagem/strategies/${file}`
  if ((await guarded.readText(pathOf(own.name))).ok) throw nameTaken(name)
  for (const file of [...supportFiles(resourcesFolder), own]) {
    const written = await guarded.writeText(pathOf(file.name), file.text, 'any')
    if (!written.ok) throw refused(`The strategy could not be written into the project: ${written.problem}`, elsewhere)
  }
  return pathOf(own.name)
}

/** The types for completion in an editor. */
function supportFiles(resourcesFolder: string) {
  return ['stratagem.d.ts', 'tsconfig.json'].map((name) => ({
    name,
    text: readFileSync(join(resourcesFolder, 'strategies', name), 'utf8'),
  }))
}

function newText(resourcesFolder: string, name: string, taken: readonly StrategyInfo[]): string {
  if (!/^[a-z][a-z0-9-]{0,59}$/.test(name))
    throw refused(`${JSON.stringify(name)} is not a valid strategy name.`, shape)
  if (taken.some((each) => each.name === name)) throw nameTaken(name)
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`
  return readFileSync(join(resourcesFolder, 'strategies', 'template.ts'), 'utf8')
    .replace("'NAME'", `'${name}'`)
    .replace("'TITLE'", `'${title}'`)
}

const shape = 'Use lowercase letters, digits and hyphens, starting with a letter, such as second-thought.'
const elsewhere = 'Check the folder .stratagem/strategies of the project, or create it for yourself.'

const nameTaken = (name: string) => refused(`There is already a strategy named ${name}.`, 'Choose another name.')
const refused = (message: string, advice: string) => new FailureError({ kind: 'invalid-request', message, advice })
