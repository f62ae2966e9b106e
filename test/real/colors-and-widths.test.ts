import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { agentInTerminal } from './kit/terminal.ts'

const begin = '\u001b['

async function oneRun(env: Record<string, string>) {
  const [home, project] = await Promise.all([temporaryFolder(), temporaryFolder()])
  execFileSync('git', ['init', '-q'], { cwd: project })
  const look = { tool: 'list_directory', arguments: { path: '.' } }
  const server = await hostModelServer((_, turn) => (turn === 0 ? { calls: [look] } : { text: '✓ 漢字 done' }))
  const args = ['run', '--project', project, '--base-url', server.url, '--model', 'm', '漢字'.repeat(20)]
  const terminal = agentInTerminal(home, args, { env: { OPENAI_API_KEY: 'none', ...env } })
  expect(await terminal.ended).toMatchObject({ code: 0 })
  return { home, raw: terminal.raw() }
}

test('a terminal has colors for marks and how a run ended, and none for the model’s text', async () => {
  const { raw } = await oneRun({})
  expect(raw).toContain(`${begin}32m  ✓${begin}0m list_directory`)
  expect(raw).toContain(`${begin}32mcompleted${begin}0m · `)
  expect(raw).toContain('\n✓ 漢字 done')
})

test('NO_COLOR has none, a pipe has none, and FORCE_COLOR has them in a pipe', async () => {
  const { raw, home } = await oneRun({ NO_COLOR: '1' })
  expect(raw).not.toContain(`${begin}3`)
  expect((await command(home, ['show', '1'])).out).not.toContain(begin)
  expect((await command(home, ['show', '1'], { FORCE_COLOR: '1' })).out).toContain(`${begin}32m✓${begin}0m`)
})

test.each([80, 40])('the list of runs fits a terminal of %i columns, wide characters too', async (columns) => {
  const { home } = await oneRun({ NO_COLOR: '1' })
  const list = agentInTerminal(home, ['list'], { columns })
  expect(await list.ended).toMatchObject({ code: 0 })
  const lines = list.screen().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^1 {2}\w{6} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}comple/)
  if (columns === 80) expect(lines[0]).toMatch(/[漢字]…$/)
})
