import type { StrategyInfo } from '../../src-shared/strategy/strategy-info.ts'
import { readIsolateTexts } from '../isolate/isolate.ts'
import type { IsolateTexts } from '../isolate/protocol.ts'
import { readStrategy, type SourceFile } from '../isolate/read-strategy.ts'
import { strategiesWith, strategyInfos } from '../strategy/registry.ts'
import { examine, type Finding, remedies } from './examine.ts'

export interface Report {
  /** Null if the file can't be read as a strategy. */
  readonly strategy: StrategyInfo | null
  readonly circumstances: number
  readonly findings: readonly Finding[]
  /** What to do about them, each once. */
  readonly advice: readonly string[]
}

/**
 * Reads a user's strategy file and examines the strategy with its default options; a wrapper wraps the plain tool loop.
 * @param resourcesFolder of the app
 */
export async function examineFile(
  source: SourceFile,
  resourcesFolder: string,
  tell: (when: string) => void,
): Promise<Report> {
  const texts: IsolateTexts = readIsolateTexts(resourcesFolder)
  const read = await readStrategy(source, texts)
  if (!read.ok) return unreadable(read.failure.message)
  const { info } = read.strategy
  if (strategyInfos().some((each) => each.name === info.name))
    return unreadable(`The app has a strategy called ${info.name} itself: give yours another name.`)
  const inner = { name: 'tool-loop', options: {} }
  const choice = { name: info.name, options: {}, ...(info.wrapper === false ? {} : { inner }) }
  let circumstances = 0
  const findings = await examine(
    strategiesWith(() => [read.strategy]),
    choice,
    (when) => {
      circumstances++
      tell(when)
    },
  )
  const known = [...new Set(findings.map(({ what }) => what))]
  return { strategy: info, circumstances, findings, advice: known.flatMap((what) => remedies.get(what) ?? []) }
}

const unreadable = (what: string): Report => ({
  strategy: null,
  circumstances: 0,
  findings: [{ when: 'it is read', what, lastStep: null }],
  advice: [],
})
