import { readIsolateTexts } from '../../../src-main/isolate/isolate.ts'
import { defaultLimits, type Limits } from '../../../src-main/isolate/limits.ts'
import { readStrategy } from '../../../src-main/isolate/read-strategy.ts'
import { type Strategies, strategiesWith } from '../../../src-main/strategy/registry.ts'
import type { Strategy } from '../../../src-main/strategy/steps.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import { resources } from '../host/host-open.ts'

export const texts = readIsolateTexts(resources)

/** The text of a user's strategy file. @param body of its generator */
export const fileOf = (body: string, head = ''): string =>
  `import * as s from 'stratagem'\n${head}\nexport default s.defineStrategy({ name: 'mine', title: 'Mine', build: () => function* (task) {\n${body}\n} })`

/** Several strategies in one file, so that it is read once: the option `which` selects one. */
export const fileOfMany = (generators: readonly string[]): string =>
  `import * as s from 'stratagem'
const all = [${generators.join(',\n')}]
export default s.defineStrategy({ name: 'mine', title: 'Mine', options: { which: s.option.number(0, 'Which one') },
  build: ({ which }) => all[which] })`

/** The line number of the first line of `body` in `fileOf`. */
export const firstLine = 4

export const readText = (text: string, limits: Limits = defaultLimits) =>
  readStrategy({ file: 'mine.ts', text }, texts, limits)

/** The app's strategies and the one that the file defines. */
export async function userStrategies(text: string, limits: Limits = defaultLimits): Promise<Strategies> {
  const read = await readText(text, limits)
  if (!read.ok) throw new Error(read.failure.message)
  return strategiesWith(() => [read.strategy])
}

export async function builtStrategy(
  text: string,
  options: JsonObject = {},
  limits: Limits = defaultLimits,
): Promise<Strategy> {
  const built = (await userStrategies(text, limits)).build({ name: 'mine', options })
  if (!built.ok) throw new Error(built.failure.message)
  return built.strategy
}
