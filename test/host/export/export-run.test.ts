import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { showCommand } from '../../../src-main/shell-command/commands/show-command.ts'
import { type ExportFormat, exportFormats } from '../../../src-shared/api/export-requests.ts'
import { parseEvent } from '../../../src-shared/run/event.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { eventsOf, newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const secret = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0'].join('-')

async function twoTurns() {
  const files = await temporaryProject({ '.env': `OPENAI_API_KEY=${secret}\n` })
  const server = await hostModelServer(({ messages }, turn) =>
    turn === 0
      ? { calls: [{ tool: 'read_file', arguments: { path: '.env' } }] }
      : { text: messages.length > 4 ? `Still ${secret}.` : 'It has a key & <b>more</b>.' },
  )
  const host = await openTestHost()
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const first = await runToEnd(host, message('What is in .env?'))
  const second = await runToEnd(host, message('And now?', { parentId: first.turnId }))
  return { host, first, second }
}

async function exported(host: Host, id: string, format: ExportFormat) {
  const made = await ask(host, 'export-prepare', { subject: { kind: 'run', id }, format })
  const { bytes } = await ask(host, 'export-read', { exportId: made.exportId, part: 0 })
  const file = Buffer.from(bytes, 'base64')
  return { ...made, text: format === 'bundle' ? gunzipSync(file).toString() : file.toString() }
}

test('a run goes out in every format with no secret in it, and says how many there were (T30)', async () => {
  const { host, first, second } = await twoTurns()
  expect(JSON.stringify(eventsOf(host, first.id))).toContain(secret)
  for (const run of [first, second])
    for (const format of exportFormats) {
      const { text, redacted, fileName } = await exported(host, run.id, format)
      expect(text).not.toContain(secret)
      expect(fileName).toMatch(/^[a-z0-9_-]+\.[a-z.]+$/)
      // What a model said is no attribute of a span; what a tool read is.
      if (run === (format === 'otlp' ? first : second))
        expect(redacted).toEqual([expect.objectContaining({ kind: 'OpenAI key', count: expect.any(Number) })])
    }
})

test('the lines of jsonl read back as the events they were, but for what was taken out', async () => {
  const { host, first } = await twoTurns()
  const { text } = await exported(host, first.id, 'jsonl')
  const read = text.trimEnd().split('\n').map(parseEvent)
  const wanted = JSON.stringify(eventsOf(host, first.id)).replaceAll(secret, '[redacted: OpenAI key]')
  expect(JSON.stringify(read)).toBe(wanted)
})

test('markdown tells the branch: messages, what was done, answers', async () => {
  const { host, second } = await twoTurns()
  const { text } = await exported(host, second.id, 'markdown')
  const comparable = text.replaceAll(/^\*Tool loop · completed · .*\*$/gm, '*facts*')
  expect(comparable).toBe(
    [
      '# What is in .env?',
      '## User',
      'What is in .env?',
      '## Assistant',
      '*facts*',
      '- ✓ `read_file` 1 line',
      'It has a key & <b>more</b>.',
      '## User',
      'And now?',
      '## Assistant',
      '*facts*',
      'Still [redacted: OpenAI key].',
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n'),
  )
})

test('the list of what is to be done goes out as it was left, in Markdown and in agent show', async () => {
  const files = await temporaryProject({})
  const list = (...states: readonly string[]) => ({
    tool: 'write_todos',
    arguments: { todos: states.map((status, at) => ({ id: `item${at}`, text: `Do <b>${at}</b>`, status })) },
  })
  const calls = [list('in_progress', 'pending'), list('done', 'in_progress')]
  const server = await hostModelServer((_, turn) => {
    const call = calls[turn]
    return call === undefined ? { text: 'Half of it.' } : { calls: [call] }
  })
  const host = await openTestHost()
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await runToEnd(host, message('Do it.'))
  const { text } = await exported(host, run.id, 'markdown')
  expect(text.match(/^- \[.*$/gm)).toEqual([
    expect.stringMatching(/^- \[x\] Do .*0/),
    expect.stringMatching(/^- \[ \] Do .*1.*\(in progress\)$/),
  ])
  expect(text).not.toContain('<b>')
  const shown: string[] = []
  const silent = {
    data: () => {},
    error: () => {},
    progress: () => {},
    stream: null,
    unread: new AbortController().signal,
  }
  const terminal = { ...silent, width: null, ask: null, out: (line: string) => void shown.push(line) }
  expect(await showCommand(host, { run: run.id, json: false }, terminal)).toBe(0)
  expect(shown.join('')).toContain('To do:\n- [x] item0: Do <b>0</b>\n- [~] item1: Do <b>1</b>\n')
})
