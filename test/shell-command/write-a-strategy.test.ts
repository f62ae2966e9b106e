import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { resources, temporaryFolder } from '../kit/host/host-open.ts'

/** The page is carried out as it is printed, from its top to its end, so that it can't rot. */
const page = readFileSync(join(resources, 'write-a-strategy.md'), 'utf8')

type Block = { readonly kind: 'commands' | 'strategy' | 'tasks'; readonly text: string }
const kinds = { ts: 'strategy', json: 'tasks' } as const
const blocks: readonly Block[] = [...page.matchAll(/^```(ts|json|)\n([\s\S]*?)^```$/gm)].map(
  ([, language, text = '']) => ({
    kind: language === 'ts' || language === 'json' ? kinds[language] : 'commands',
    text,
  }),
)
const commands = blocks.flatMap(({ kind, text }) => (kind === 'commands' ? text.trim().split('\n') : []))

const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
const nameIn = (text: string): string => /^ {2}name: '([^']+)'/m.exec(text)?.[1] ?? 'nameless'

test('every command and every file of the page works as printed, in their order', async () => {
  expect(commands.length).toBeGreaterThan(7)
  const home = await temporaryFolder()
  const desk = await temporaryFolder()
  mkdirSync(join(desk, 'resources'))
  cpSync(join(resources, 'sample-project'), join(desk, 'resources/sample-project'), { recursive: true })
  const strategies = join(home, 'strategies')
  const said: string[] = []
  for (const { kind, text } of blocks) {
    if (kind === 'strategy') writeFileSync(join(strategies, `${nameIn(text)}.ts`), text)
    else if (kind === 'tasks') writeFileSync(join(desk, 'tasks.json'), text)
    else for (const line of text.trim().split('\n')) said.push(await carriedOut(line))
  }
  expect(said.at(0)).toBe(`${join(strategies, 'tests-first.ts')}\n`)
  expect(said).toContainEqual(expect.stringMatching(/^tests-first: no problems in \d+ situations/))
  expect(said).toContainEqual(expect.stringContaining('now exits with 0'))
  expect(said).toContainEqual(expect.stringMatching(/completed\tUntil the tests pass\tMake the tests pass/))
  expect(said).toContainEqual(expect.stringMatching(/^success +4 of 4 +4 of 4$/m))
  expect(readFileSync(join(desk, 'report.html'), 'utf8')).toContain('Until the tests pass')
  for (const name of ['reviewer', 'skimmer', 'agent-and-tests', 'second-look'])
    expect((await command(home, ['check', name])).out).toMatch(/no problems/)
  const typescript = join(createRequire(import.meta.url).resolve('typescript'), '../../bin/tsc')
  execFileSync(process.execPath, [typescript, '-p', strategies], { stdio: 'pipe' })

  async function carriedOut(line: string): Promise<string> {
    const [program, ...rest] = words(line)
    if (program === 'cp') {
      cpSync(join(desk, rest[1] ?? ''), join(desk, rest[2] ?? ''), { recursive: true })
      return ''
    }
    expect(words(line).slice(0, 5)).toEqual(['npm', 'run', '-s', 'agent', '--'])
    const { code, out, error } = await command(home, rest.slice(4), { INIT_CWD: desk })
    // How a run ended stands beside its answer.
    const ended = rest[4] === 'run' ? expect.stringMatching(/^completed · [^\n]*\n$/) : ''
    expect([line, code, error]).toEqual([line, 0, ended])
    return out
  }
}, 300_000)

test('the first strategy of the page is a page itself: some 30 lines', () => {
  const [first = { text: '' }] = blocks.filter((each) => each.kind === 'strategy')
  expect(first.text.trim().split('\n').length).toBeLessThan(36)
})
