import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../../kit/host/host-command.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { gitProject } from '../kit/git-project.ts'

/** An agent that changes files in plan mode without asking: it is a program, and nothing confines it here. */
const agentText = `
import { createInterface } from 'node:readline'
import fs from 'node:fs'
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') return send({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  if (method === 'session/new') return send({ id, result: { sessionId: 's' } })
  if (method !== 'session/prompt') return id === undefined ? undefined : send({ id, result: {} })
  fs.writeFileSync('a.txt', 'by the agent')
  fs.writeFileSync('new.txt', 'by the agent')
  fs.writeFileSync('.env', 'by the agent')
  send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'The plan.' } } } })
  send({ id, result: { stopReason: 'end_turn' } })
})
`

test('what an agent changed in plan mode is undone, and standard error says so, and what can’t be undone', {
  timeout: 120_000,
}, async () => {
  const home = await temporaryFolder()
  const files = await gitProject({ '.gitignore': '.env\n', 'a.txt': 'mine\n' })
  await files.write('.env', 'A=1\n')
  const program = join(await temporaryFolder(), 'agent.mjs')
  writeFileSync(program, agentText)
  mkdirSync(home, { recursive: true })
  const plain = { env: {}, network: false, folders: [], icon: '', keys: {}, servers: false }
  const agents = [{ name: 'scripted', command: process.execPath, args: [program], ...plain }]
  const commands = { confined: false, network: 'seen', keys: false }
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ agents, commands }))
  const args = [
    'run',
    '--strategy',
    'agent',
    '--set',
    'agent=scripted',
    '--mode',
    'plan',
    '--project',
    files.folder,
    'Plan it.',
  ]
  const { code, out, error } = await command(home, args)
  expect({ code, out }).toEqual({ code: 0, out: 'The plan.\n' })
  expect(error).toContain(
    'The agent changed files that it may not change here; they are as they were before: a.txt, new.txt.',
  )
  expect(error).toContain('Changed, but in no snapshot, so Stratagem can’t undo it: .env (changed).')
  expect(readFileSync(files.at('a.txt'), 'utf8')).toBe('mine\n')
  expect(existsSync(files.at('new.txt'))).toBe(false)
})
