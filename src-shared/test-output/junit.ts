import { Parser } from 'htmlparser2'
import { messageReason } from './failure-reason.ts'
import { brokenOff } from './runners/found.ts'
import type { FailingTest, TestReport } from './test-report.ts'

/** Tags around a test of a real report are few; a deeper one is not read. */
const maxDepth = 100
/** Characters that are given to the parser at a time: how far it can go beyond a limit. */
const slice = 10_000
/** Characters of a failure's text that are read. */
const maxText = 1000

type Outcome = 'passed' | 'failed' | 'skipped'
interface Case {
  readonly name: string
  outcome: Outcome
  message: string
}
interface Suite {
  readonly name: string
  /** It says that something in it failed, by its own figures. */
  readonly hasFailed: boolean
  isEmpty: boolean
}

/**
 * Parses JUnit reports in the output, as all kinds of runners write them. Retries (`flakyFailure`, `rerunFailure`)
 * leave a test's result as it is; a failure of a suite itself counts as one.
 *
 * The parser knows no entities but those of XML, and stops at too deep a nesting.
 * Source: the schemas that Jenkins and GitLab read, github.com/testmoapp/junitxml; googletest and CTest for `status`.
 */
export function readJunit(text: string): TestReport | null {
  const start = /<testsuites?[\s>]/.exec(text)?.index
  if (start === undefined) return null
  const collected = collect()
  const parser = new Parser(collected.handler, { xmlMode: true, decodeEntities: true })
  for (let at = start; at < text.length && collected.depth() <= maxDepth; at += slice)
    parser.write(text.slice(at, at + slice))
  // The end of the parser would close what is open.
  const isWhole = collected.depth() === 0
  const { cases } = collected
  const report = reportOf(cases)
  if (isWhole) return cases.length === 0 ? null : report
  if (cases.length === 0) return null
  return brokenOff(report, 'The report breaks off', 'Its end is missing.')
}

function reportOf(cases: readonly Case[]): TestReport {
  const of = (outcome: Outcome) => cases.filter((each) => each.outcome === outcome)
  return {
    passed: of('passed').length,
    failed: of('failed').length,
    skipped: of('skipped').length,
    failing: of('failed').map(({ name, message }): FailingTest => ({ name, reason: messageReason(message) })),
  }
}

/** What the parser finds, from the first report on. */
function collect() {
  const cases: Case[] = []
  const open: string[] = []
  const suites: Suite[] = []
  let own: Case | null = null
  let isText = false
  const fail = (message: string | undefined) => {
    const suite = suites.at(-1)
    // Outside of a test: the suite itself failed.
    if (own === null && suite !== undefined) {
      suite.isEmpty = false
      own = { name: suite.name, outcome: 'failed', message: '' }
      cases.push(own)
    }
    if (own === null) return
    own.outcome = 'failed'
    own.message = own.message === '' ? (message ?? '') : own.message
    isText = own.message === ''
  }
  return {
    cases,
    depth: () => open.length,
    handler: {
      onopentag(tag: string, attributes: { readonly [name: string]: string }) {
        if (open.length === 0 && tag !== 'testsuites' && tag !== 'testsuite') return
        open.push(tag)
        const parent = open.at(-2)
        if (tag === 'testsuite') suites.push(suiteOf(attributes))
        if (tag === 'testcase') {
          own = caseOf(attributes)
          cases.push(own)
          for (const suite of suites) suite.isEmpty = false
        }
        if ((tag === 'failure' || tag === 'error') && (parent === 'testcase' || parent === 'testsuite')) {
          // PHPUnit's own result for a test without assertions is that it passed.
          if (!/RiskyTest/.test(attributes['type'] ?? '')) fail(attributes['message'])
        }
        if (tag === 'skipped' && parent === 'testcase' && own?.outcome === 'passed') own.outcome = 'skipped'
      },
      ontext(text: string) {
        if (isText && own !== null && own.message.length < maxText) own.message += text.slice(0, maxText)
      },
      onclosetag(tag: string) {
        if (open.at(-1) !== tag) return
        open.pop()
        if (tag === 'failure' || tag === 'error') {
          if (own !== null && isText) own.message = firstLine(own)
          isText = false
          if (open.at(-1) === 'testsuite') own = null
        }
        if (tag === 'testcase') own = null
        if (tag !== 'testsuite') return
        const suite = suites.pop()
        if (suite?.isEmpty === true && suite.hasFailed) cases.push({ name: suite.name, outcome: 'failed', message: '' })
        if (suite?.isEmpty === false) for (const around of suites) around.isEmpty = false
      },
    },
  }
}

/** The first line of a message that is not the test's own name, with which PHPUnit begins. */
function firstLine({ name, message }: Case): string {
  const lines = message.trim().split('\n')
  const [first = '', second = first] = lines
  return first.replace('::', ' > ') === name ? second : first
}

const suiteOf = ({ name = '', failures, errors }: { readonly [name: string]: string }): Suite => ({
  name,
  hasFailed: Number(failures ?? 0) > 0 || Number(errors ?? 0) > 0,
  isEmpty: true,
})

function caseOf({ name = '', classname, class: php, status, result }: { readonly [name: string]: string }): Case {
  const suite = classname ?? php ?? ''
  return {
    // Some runners write the file name, or nothing useful, as the name of the suite.
    name: suite === '' || suite === 'test' || name.startsWith(suite) ? name : `${suite} > ${name}`,
    outcome: outcomes.get((result ?? '').toLowerCase()) ?? outcomes.get((status ?? '').toLowerCase()) ?? 'passed',
    message: '',
  }
}

/** What `status` and `result` of a test say if nothing in it does. */
const outcomes: ReadonlyMap<string, Outcome> = new Map([
  ...['notrun', 'not run', 'suppressed', 'disabled', 'skipped', 'ignored', 'pending'].map(
    (word) => [word, 'skipped'] as const,
  ),
  ...['fail', 'failed', 'failure', 'error', 'timeout'].map((word) => [word, 'failed'] as const),
])
