import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../src-main/mcp/connection.ts'

const script = join(import.meta.dirname, '../kit/mcp/told-mcp-server.js')

/** What a call of a real server shows while it reports progress so many times. */
async function shownOf(reports: number, printed: readonly string[] = []): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'stratagem-notices-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const method = 'notifications/progress'
  const report = (progress: number) =>
    JSON.stringify({ jsonrpc: '2.0', method, params: { progressToken: 'TOKEN', progress } }).replace('"TOKEN"', 'TOKEN')
  const before = [...printed, ...Array.from({ length: reports }, (_, at) => report(at + 1))]
  const says = { tools: [], before, result: { content: [{ type: 'text', text: 'done' }] } }
  writeFileSync(join(cwd, 'says.json'), JSON.stringify(says))
  const program = { command: process.execPath, args: [script, join(cwd, 'says.json')], env: {}, cwd }
  const connection = openConnection({ kind: 'stdio', program: async () => program }, '0', () => {})
  onTestFinished(() => connection.close())
  const shown: string[] = []
  const { signal } = new AbortController()
  const asked = { form: async () => ({ action: 'cancel' as const }), completed: () => {}, model: async () => null }
  const onProgress = (text: string) => void shown.push(text)
  await connection.call('t', {}, { signal, onProgress, owner: 'r', asked } as never)
  return shown
}

test('of a flood of reports of progress the first are shown, and the newest', async () => {
  const shown = await shownOf(50_000)
  expect(shown.slice(0, 3)).toEqual(['1\n', '2\n', '3\n'])
  expect(shown.at(-1)).toBe('50000\n')
  expect(shown.length).toBeLessThan(25_000)
})

test('a few reports of progress are all shown', async () => {
  expect(await shownOf(15)).toEqual(Array.from({ length: 15 }, (_, at) => `${at + 1}\n`))
})

test('a line that is no message is passed over, however many commas it has', async () => {
  expect(await shownOf(1, [','.repeat(30_000)])).toEqual(['1\n'])
})
