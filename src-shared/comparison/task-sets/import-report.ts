import { counted, listed } from '../../base/format.ts'

/** What an import says of some tasks: the same sentence of many is one line. */
export interface ReportLine {
  /** `one, two and 87 more tasks` */
  readonly names: string
  /** A sentence. */
  readonly text: string
}

/** Names that are listed before the rest are counted. */
const maxNames = 3

/** What was not imported, the reason of most tasks first. */
export const refusedLines = ({
  refused,
}: {
  readonly refused: readonly { readonly name: string; readonly why: string }[]
}): ReportLine[] => grouped(refused.map(({ name, why }) => ({ name, text: why })))

/** What of imported tasks is not as their authors wrote them, that of most tasks first. */
export const warningLines = ({
  warnings,
}: {
  readonly warnings: readonly { readonly name: string; readonly what: string }[]
}): ReportLine[] => grouped(warnings.map(({ name, what }) => ({ name, text: what })))

function grouped(all: readonly { readonly name: string; readonly text: string }[]): ReportLine[] {
  const byText = new Map<string, string[]>()
  for (const { name, text } of all) {
    const names = byText.get(text)
    if (names === undefined) byText.set(text, [name])
    else names.push(name)
  }
  return [...byText]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([text, names]) => ({ names: namesText(names), text }))
}

function namesText(names: readonly string[]): string {
  if (names.length <= maxNames + 1) return listed(names)
  return listed([...names.slice(0, maxNames), `${counted(names.length - maxNames, 'more task')}`])
}
