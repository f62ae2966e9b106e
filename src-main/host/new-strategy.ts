import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../../src-shared/failure.ts'
import type { StrategyInfo } from '../../src-shared/strategy-info.ts'

/**
 * Writes a strategy from the template into the user's folder, and beside it the types that an editor completes by.
 * @returns the file
 * @throws FailureError where the name is no name, or taken
 */
export function writeNewStrategy(
  folder: string,
  resourcesFolder: string,
  name: string,
  taken: readonly StrategyInfo[],
): string {
  const file = join(folder, `${name}.ts`)
  if (!/^[a-z][a-z0-9-]{0,59}$/.test(name)) throw refused(`${JSON.stringify(name)} is no name for a strategy.`, shape)
  if (taken.some((each) => each.name === name) || existsSync(file))
    throw refused(`There is a strategy called ${name} already.`, 'Choose another name.')
  const kit = join(resourcesFolder, 'strategies')
  mkdirSync(folder, { recursive: true })
  for (const beside of ['stratagem.d.ts', 'tsconfig.json']) copyFileSync(join(kit, beside), join(folder, beside))
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`
  const text = readFileSync(join(kit, 'template.ts'), 'utf8')
    .replace("'NAME'", `'${name}'`)
    .replace("'TITLE'", `'${title}'`)
  writeFileSync(file, text, { flag: 'wx' })
  return file
}

const shape = 'Use small letters, figures and hyphens, a letter first, such as second-thought.'

const refused = (message: string, advice: string) => new FailureError({ kind: 'invalid-request', message, advice })
