import { Parser } from 'htmlparser2'
import { messageReason } from './failure-reason.ts'
import { brokenOff } from './runners/found.ts'
import type { FailingTest, TestReport } from './test-report.ts'

type Attributes = { readonly [name: string]: string }
type Outcome = 'passed' | 'failed' | 'skipped'

/** How a kind of report names its parts. */
interface Dialect {
  /** Elements that a report can be in. */
  readonly roots: readonly string[]
  /** Of a test, which may hold others (the rows of a table), and then counts as these. */
  readonly test: string
  readonly name: (test: Attributes) => string
  /** Null: it is no test that counts. */
  readonly outcome: (test: Attributes) => Outcome | null
  /** Of the text that says why a test failed. */
  readonly message: string
  /** Of what fails outside of tests, with the name it is given; null: this one did not fail. */
  readonly outside: { readonly [tag: string]: (attributes: Attributes) => string | null }
}

const among = (outcome: string | undefined, failed: readonly string[], skipped: readonly string[]): Outcome =>
  failed.includes(outcome ?? '') ? 'failed' : skipped.includes(outcome ?? '') ? 'skipped' : 'passed'

/**
 * Sources: vstst.xsd of Visual Studio for TRX; docs.nunit.org on the formats of NUnit 2 and 3; xunit.net/docs on the
 * formats 1 and 2; testng.org on `testng-results.xml`.
 */
const dialects: readonly Dialect[] = [
  {
    roots: ['TestRun'],
    test: 'UnitTestResult',
    name: ({ testName = '' }) => testName,
    outcome: ({ outcome }) =>
      among(
        outcome ?? 'Error',
        ['Failed', 'Error', 'Timeout', 'Aborted', 'NotRunnable', 'Disconnected', 'PassedButRunAborted'],
        ['NotExecuted', 'Inconclusive', 'Pending', 'InProgress'],
      ),
    message: 'Message',
    outside: { ResultSummary: ({ outcome }) => (outcome === 'Aborted' ? 'The run broke off' : null) },
  },
  {
    roots: ['test-run', 'test-results'],
    test: 'test-case',
    name: ({ fullname, name = '' }) => fullname ?? name,
    outcome: ({ result, success, executed }) => {
      if (result === undefined) return executed === 'False' ? 'skipped' : success === 'False' ? 'failed' : 'passed'
      return among(
        result,
        ['Failed', 'Failure', 'Error', 'Invalid', 'NotRunnable', 'Cancelled'],
        ['Skipped', 'Ignored', 'Inconclusive'],
      )
    },
    message: 'message',
    outside: {},
  },
  {
    roots: ['assemblies', 'assembly'],
    test: 'test',
    name: ({ name = '' }) => name,
    outcome: ({ result }) => (result === undefined ? null : among(result, ['Fail'], ['Skip', 'NotRun'])),
    message: 'message',
    outside: { error: ({ name, type = '' }) => name ?? type },
  },
  {
    roots: ['testng-results'],
    test: 'test-method',
    name: ({ signature = '', name = '' }) => {
      const of = /\[pri:\d+, instance:([\w.$]+)@/.exec(signature)?.[1]
      return of === undefined ? name : `${of} > ${name}`
    },
    outcome: ({ status, 'is-config': isConfig }) => {
      if (isConfig === 'true' && status !== 'FAIL') return null
      return among(status, ['FAIL'], ['SKIP'])
    },
    message: 'message',
    outside: {},
  },
]

/** Elements around a test of a real report are few; a deeper one is not read. */
const maxDepth = 200
/** Characters that are given to the parser at a time: how far it can go beyond a limit. */
const slice = 10_000
/** Characters of a message that are read. */
const maxText = 1000

/** Parses reports in XML that are not JUnit's: TRX, NUnit, xUnit.net, TestNG; null if there is none. */
export function readXmlReport(text: string): TestReport | null {
  const dialect = dialects.find(({ roots }) => roots.some((root) => new RegExp(`<${root}[\\s>]`).test(text)))
  if (dialect === undefined) return null
  const collected = collect(dialect)
  const parser = new Parser(collected.handler, { xmlMode: true, decodeEntities: true })
  for (let at = 0; at < text.length && collected.depth() <= maxDepth; at += slice)
    parser.write(text.slice(at, at + slice))
  const { found } = collected
  if (found.length === 0) return null
  const of = (outcome: Outcome) => found.filter((each) => each.outcome === outcome)
  const report: TestReport = {
    passed: of('passed').length,
    failed: of('failed').length,
    skipped: of('skipped').length,
    failing: of('failed').map(({ name, message }): FailingTest => ({ name, reason: reasonOf(message) })),
  }
  return collected.depth() === 0 ? report : brokenOff(report, 'The report breaks off', 'Its end is missing.')
}

/** Values stand in lines of their own, as in messages of all .NET frameworks; else the first line. */
function reasonOf(message: string) {
  const lines = message.split('\n').map((line) => line.trim())
  const after = (word: RegExp) => lines.flatMap((line) => word.exec(line)?.[1] ?? [])[0]
  const [wanted, got] = [after(/^Expected: +(\S.*)$/), after(/^(?:But was|Actual): +(\S.*)$/)]
  if (wanted !== undefined && got !== undefined) return messageReason(`expected: ${wanted}, got: ${got}`)
  return messageReason(lines.find((line) => line !== '') ?? '')
}

interface Found {
  readonly name: string
  readonly outcome: Outcome
  message: string
}
/** An element that is open. `found`: of a test, or of what failed outside of one; null: of something else. */
interface Open {
  readonly tag: string
  readonly found: Found | null
  /** Of a test: tests within it, and how many of them failed. */
  within: number
  failedWithin: number
}

function collect(dialect: Dialect) {
  const found: Found[] = []
  const open: Open[] = []
  const owner = () => open.findLast((each) => each.found !== null)
  return {
    found,
    depth: () => open.length,
    handler: {
      onopentag(tag: string, attributes: Attributes) {
        if (open.length === 0 && !dialect.roots.includes(tag)) return
        open.push({ tag, found: startedBy(dialect, tag, attributes), within: 0, failedWithin: 0 })
      },
      ontext(text: string) {
        if (open.at(-1)?.tag !== dialect.message) return
        const own = owner()?.found
        if (own?.outcome === 'failed' && own.message.length < maxText) own.message += text.slice(0, maxText)
      },
      onclosetag(tag: string) {
        if (open.at(-1)?.tag !== tag) return
        const closed = open.pop()
        if (closed?.found == null) return
        const around = owner()
        const isFailed = closed.found.outcome === 'failed'
        if (around !== undefined) {
          around.within += 1
          around.failedWithin += isFailed ? 1 : 0
        }
        // A test with rows counts as these, unless it failed and none of them did.
        if (closed.within === 0 || (isFailed && closed.failedWithin === 0)) found.push(closed.found)
      },
    },
  }
}

function startedBy(dialect: Dialect, tag: string, attributes: Attributes): Found | null {
  if (tag === dialect.test) {
    const outcome = dialect.outcome(attributes)
    return outcome === null ? null : { name: dialect.name(attributes), outcome, message: '' }
  }
  const name = dialect.outside[tag]?.(attributes) ?? null
  return name === null ? null : { name, outcome: 'failed', message: '' }
}
