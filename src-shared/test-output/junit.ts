import { messageReason } from './failure-reason.ts'
import type { FailingTest, TestReport } from './test-report.ts'

/**
 * Parses a JUnit report in the output. Source: the schema that Jenkins and GitLab read, github.com/testmoapp/junitxml.
 */
export function readJunit(text: string): TestReport | null {
  if (!/<testsuites?[\s>]/.test(text)) return null
  const cases = [...text.matchAll(/<testcase((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>/g)].map(caseOf(text))
  if (cases.length === 0) return null
  const failing = cases.filter(({ outcome }) => outcome === 'failed')
  return {
    passed: cases.filter(({ outcome }) => outcome === 'passed').length,
    failed: failing.length,
    skipped: cases.filter(({ outcome }) => outcome === 'skipped').length,
    failing: failing.map(({ name, message }): FailingTest => ({ name, reason: messageReason(message) })),
  }
}

function caseOf(text: string) {
  return (match: RegExpMatchArray) => {
    const [whole, attributes = '', closed] = match
    const from = (match.index ?? 0) + whole.length
    const end = text.indexOf('</testcase>', from)
    const body = closed === '/' ? '' : text.slice(from, end < 0 ? from : end)
    const failure = /<(?:failure|error)((?:\s+[\w:.-]+="[^"]*")*)\s*\/?>/.exec(body)
    const outcome = failure !== null ? 'failed' : /<skipped[\s/>]/.test(body) ? 'skipped' : 'passed'
    const [suite, name] = [attribute(attributes, 'classname'), attribute(attributes, 'name')]
    return {
      // Some runners write the file name, or nothing useful, as the name of the suite.
      name: suite === '' || suite === 'test' || name.startsWith(suite) ? name : `${suite} > ${name}`,
      outcome,
      message: attribute(failure?.[1] ?? '', 'message'),
    } as const
  }
}

const attribute = (attributes: string, name: string): string =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
])

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities.get(String(name).toLowerCase()) ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
