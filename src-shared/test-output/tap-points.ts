/** A test point of TAP, at any depth. */
export interface Point {
  readonly ok: boolean
  /** With the tests around it. */
  readonly name: string
  readonly directive: 'skip' | 'todo' | null
  /** Number of tests around it. */
  readonly depth: number
  /** It is a test of its own, or one that failed although its subtests did not. */
  readonly isCounted: boolean
  /** The lines of its YAML block, trimmed. */
  readonly details: readonly string[]
}

/** Lines of a YAML block that are read. */
const maxDetails = 60

const pointLine = /^( *)(not )?ok(?= |$)(?! *\t)(?: +\d+)?(?: +-(?= |$))? *(.*)$/

/** An open suite: a comment names it, or a point with a brace. */
interface Suite {
  readonly indent: number
  readonly name: string
  /** Of a point with a brace, which comes before its subtests. */
  readonly point: { readonly isOk: boolean; readonly at: number } | null
}

type Placed = Point & { readonly indent: number; readonly opens: boolean }

/** All test points in order. */
export function pointsOf(lines: readonly string[]): Point[] {
  const points: Placed[] = []
  const suites: Suite[] = []
  const close = (indent: number) => {
    while ((suites.at(-1)?.indent ?? -1) >= indent) {
      const point = suites.pop()?.point ?? null
      if (point === null || point.isOk) continue
      const own = points[point.at]
      const hasFailing = points.slice(point.at + 1).some(isFailing)
      if (own !== undefined) points[point.at] = { ...own, isCounted: !hasFailing }
    }
  }
  let within = false
  for (const [at, line] of lines.entries()) {
    // What a test says of itself in a block of YAML is no point.
    if (/^\s*---$/.test(line) && pointLine.test(lines[at - 1] ?? '')) within = hasEnd(lines, at)
    if (/^\s*\.\.\.$/.test(line)) within = false
    if (within) continue
    const subtest = /^( *)# Subtest:? ?(.*)$/.exec(line)
    const match = pointLine.exec(line)
    const indent = (subtest ?? match)?.[1]?.length
    if (indent === undefined) continue
    close(indent)
    if (subtest !== null) suites.push({ indent, name: subtest[2] ?? '', point: null })
    if (match === null) continue
    const { name, directive, opens } = described(match[3] ?? '')
    const details = detailsAfter(lines, at)
    const ok = match[2] === undefined
    const below = subtestsBefore(points, indent)
    const isSuite =
      opens || below.length > 0 || details.some((each) => /^type: '?suite'?|^failureType: '?subtestsFailed/.test(each))
    const around = suites.map((suite) => suite.name)
    points.push({
      ok,
      name: [...around, name].filter((each, index, all) => each !== '' && each !== all[index - 1]).join(' > '),
      directive,
      depth: indent === 0 ? 0 : Math.max(1, around.length),
      isCounted: !isSuite || (!ok && directive === null && !opens && below.length > 0 && !below.some(isFailing)),
      details,
      indent,
      opens,
    })
    if (opens) suites.push({ indent, name, point: { isOk: ok || directive !== null, at: points.length - 1 } })
  }
  close(0)
  return points
}

const isFailing = ({ ok, directive, isCounted }: Point): boolean => isCounted && !ok && directive === null

/** The points further in that stand directly before a point: its subtests. */
function subtestsBefore(points: readonly Placed[], indent: number): Placed[] {
  const from = points.findLastIndex((point) => point.indent <= indent)
  return points[from]?.opens === true ? [] : points.slice(from + 1)
}

function described(text: string) {
  const opens = / \{$/.test(text)
  const [name = '', comment = ''] = text.replace(/ \{$/, '').split(/(?<!\\)# ?(?=skip|todo|time)/i)
  const directive = /^skip/i.test(comment) ? 'skip' : /^todo/i.test(comment) ? 'todo' : null
  return { name: name.trim(), directive, opens } as const
}

const hasEnd = (lines: readonly string[], at: number): boolean =>
  lines.slice(at + 1, at + 5 * maxDetails).some((line) => /^\s*\.\.\.$/.test(line))

/** The lines of the YAML block after a test point, trimmed. */
function detailsAfter(lines: readonly string[], at: number): string[] {
  if (!/^\s*---$/.test(lines[at + 1] ?? '')) return []
  const block = lines.slice(at + 2, at + 2 + 5 * maxDetails)
  const end = block.findIndex((line) => /^\s*\.\.\.$/.test(line))
  return (end < 0 ? [] : block.slice(0, Math.min(end, maxDetails))).map((line) => line.trim())
}
