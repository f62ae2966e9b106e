import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { folderHash } from '../../kit/project/folder-hash.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** Fails unless `answer.txt` holds `right`; runs with the Node at hand and nothing else. */
const check = 'node check.mjs'
const files = {
  'check.mjs':
    "import { readFileSync } from 'node:fs'\nprocess.exit(readFileSync('answer.txt', 'utf8').includes('right') ? 0 : 1)\n",
  'answer.txt': 'not yet\n',
  'notes.md': 'keep me\n',
  '.gitignore': 'node_modules/\n',
  'node_modules/a/index.js': 'export const a = 1\n',
}
const strategy = (options: object) => ({ name: 'best-of-n', options: { check, ...options } })

/** A candidate that writes this, breaks what it can reach, and says so. The copies tell apart who asks. */
function wildCandidates(texts: readonly string[], onVote: (text: string) => void = () => {}) {
  let started = 0
  return hostModelServer((request) => {
    const tools = request.tools?.map((tool) => tool.function.name) ?? []
    const text = request.messages.map((message) => String(message.content)).join('\n')
    if (tools.includes('submit_preference')) {
      onVote(text)
      const first = text.indexOf('right, short')
      const better = first >= 0 && first < text.indexOf('# Solution B') ? 'A' : 'B'
      return { calls: [{ tool: 'submit_preference', arguments: { better, reasoning: 'it is shorter' } }] }
    }
    const results = request.messages.filter((message) => message.role === 'tool')
    if (results.length === 0) {
      const content = texts[started++] ?? 'none'
      const command = 'echo wild > notes.md && echo new > wild.txt && echo b > node_modules/a/index.js && pwd'
      const write = { tool: 'write_file', arguments: { path: 'answer.txt', content } }
      return {
        text: content,
        calls: [
          { tool: 'read_file', arguments: { path: 'answer.txt' } },
          write,
          { tool: 'shell', arguments: { command } },
        ],
      }
    }
    return { text: 'Done as well as I can.' }
  })
}

describe('best-of-n in the whole host', { timeout: 60_000 }, () => {
  it('leaves the project untouched while its candidates run wild, then applies the one chosen by check and vote', async () => {
    const project = await temporaryProject(files)
    const before = folderHash(project.folder)
    const seen: string[] = []
    const shown: string[] = []
    const server = await wildCandidates(['wrong\n', 'right, but very long\nand longer\n', 'right, short\n'], (text) => {
      seen.push(folderHash(project.folder))
      shown.push(text)
    })
    const dataFolder = await temporaryFolder()
    const host = await openTestHost({ dataFolder })
    const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
    const run = await runToEnd(host, message('Answer it.', { strategy: strategy({ candidates: 3 }) }))
    expect(run.failure).toBeNull()
    expect(seen).toEqual([before, before])
    expect(await project.read('answer.txt')).toBe('right, short\n')
    expect(await project.read('node_modules/a/index.js')).toBe(files['node_modules/a/index.js'])
    expect(run.text).toContain('2 of 3 candidates pass the check; it has 2 points of 2 blind comparisons')
    // Blind: no number of a candidate, and each once in either place.
    for (const text of shown) expect(text).not.toMatch(/candidate \d/)
    const events = eventsOf(host, run.id)
    const end = events.find((event) => event.type === 'run-end')
    expect(end?.type === 'run-end' && end.meta).toMatchObject({
      applied: true,
      candidates: [{ check: expect.any(String) }, {}, {}],
      votes: [{ reasoning: 'it is shorter' }, {}],
    })
    expect(existsSync(join(dataFolder, 'copies', run.id))).toBe(false)
    const folders = events.flatMap((event) =>
      event.type === 'tool-end' && event.outcome.ok && event.outcome.value.tool === 'shell'
        ? [event.outcome.value.text]
        : [],
    )
    expect(new Set(folders).size).toBe(3)
    for (const text of folders) expect(text).toContain('copies')
  })

  it('keeps the project as it was where every candidate fails, and removes the copies', async () => {
    const project = await temporaryProject(files)
    const before = folderHash(project.folder)
    let calls = 0
    const server = await hostModelServer(() => {
      calls++
      return calls <= 2 ? { calls: [{ tool: 'shell', arguments: { command: 'echo wild > notes.md' } }] } : { text: '' }
    })
    const dataFolder = await temporaryFolder()
    const host = await openTestHost({ dataFolder })
    const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
    const run = await runToEnd(host, message('Answer it.', { strategy: strategy({ candidates: 2 }) }))
    expect(run).toMatchObject({ status: 'failed', failure: { kind: 'strategy-gave-up' } })
    expect(folderHash(project.folder)).toBe(before)
    expect(readdirSync(join(dataFolder, 'copies'))).toEqual([])
  })

  it('keeps git in a copy from a repository that the data folder lies in (T14)', async () => {
    const home = await temporaryFolder()
    execFileSync('git', ['init', '--quiet', home])
    const project = await temporaryProject(files)
    const server = await hostModelServer((request) => {
      if (request.messages.some((each) => each.role === 'tool')) return { text: 'Done.' }
      const status = { tool: 'git', arguments: { args: ['status'] } }
      return { calls: [status, { tool: 'shell', arguments: { command: 'git add -A && git commit -m x' } }] }
    })
    const host = await openTestHost({ dataFolder: join(home, 'data') })
    const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
    const run = await runToEnd(host, message('Go.', { strategy: strategy({ candidates: 1 }) }))
    const ends = eventsOf(host, run.id).flatMap((event) =>
      event.type === 'tool-end' && event.outcome.ok ? [event.outcome.value] : [],
    )
    expect(ends).toHaveLength(2)
    for (const { ok, text } of ends)
      expect([ok, text]).toEqual([false, expect.stringContaining('not a git repository')])
    expect(execFileSync('git', ['-C', home, 'status', '--short'], { encoding: 'utf8' })).toBe('?? data/\n')
  })

  it('asks the same gate for calls in copies, each at its own place', async () => {
    const project = await temporaryProject(files)
    const server = await wildCandidates(['right\n', 'right\n'])
    const questions: string[] = []
    const host = await openTestHost({
      answerer: {
        approve: async (question) => {
          questions.push(question.subject)
          return { decision: 'allow', by: 'user', note: '' }
        },
        ask: async (question) => question.options[0] ?? '',
      },
    })
    const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
    const run = await runToEnd(host, message('Go.', { strategy: strategy({ candidates: 2 }), approval: 'ask' }))
    expect(run.status).toBe('completed')
    expect(questions).toHaveLength(4)
    expect(run.text).toContain('made the same files')
  })

  it('removes the copies of a run that is stopped, and of one that is given up after the host quit', async () => {
    const project = await temporaryProject(files)
    const before = folderHash(project.folder)
    const never = new Promise(() => {})
    const server = await hostModelServer((request) =>
      request.messages.some((each) => each.role === 'tool')
        ? { text: 'Half.', until: never }
        : { calls: [{ tool: 'shell', arguments: { command: 'echo wild > notes.md' } }] },
    )
    const dataFolder = await temporaryFolder()
    const host = await openTestHost({ dataFolder })
    const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
    const request = message('Go.', { strategy: strategy({ candidates: 2 }) })
    const untilBusy = async (asks: number) => {
      while (server.requests.length < asks) await new Promise((resolve) => setImmediate(resolve))
    }
    const stopped = await ask(host, 'run-start', request)
    await untilBusy(4)
    await ask(host, 'run-stop', { runId: stopped.id })
    expect((await host.runs.untilEnded(stopped.id)).status).toBe('aborted')
    expect(existsSync(join(dataFolder, 'copies', stopped.id))).toBe(false)
    const left = await ask(host, 'run-start', request)
    await untilBusy(8)
    await host.close()
    expect(readdirSync(join(dataFolder, 'copies', left.id)).sort()).toEqual(['1-0.0', '1-1.0'])
    const second = await openTestHost({ dataFolder })
    expect(existsSync(join(dataFolder, 'copies', left.id))).toBe(true)
    await ask(second, 'run-dismiss', { runId: left.id })
    while (existsSync(join(dataFolder, 'copies', left.id))) await new Promise((resolve) => setImmediate(resolve))
    expect(folderHash(project.folder)).toBe(before)
  })

  it.each([
    ['the copies as they were left', true],
    ['new copies where they are gone', false],
  ])('goes on after the host quit, with %s', async (_, copiesStored) => {
    const project = await temporaryProject(files)
    let hold = true
    const never = new Promise(() => {})
    const server = await hostModelServer((request) =>
      request.messages.some((each) => each.role === 'tool')
        ? { text: 'Done.', ...(hold ? { until: never } : {}) }
        : { calls: [{ tool: 'shell', arguments: { command: 'echo right >> answer.txt' } }] },
    )
    const dataFolder = await temporaryFolder()
    const host = await openTestHost({ dataFolder })
    const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
    const run = await ask(host, 'run-start', message('Go.', { strategy: strategy({ candidates: 2 }) }))
    while (server.requests.length < 4) await new Promise((resolve) => setImmediate(resolve))
    await host.close()
    if (!copiesStored) rmSync(join(dataFolder, 'copies'), { recursive: true })
    hold = false
    const second = await openTestHost({ dataFolder })
    await ask(second, 'run-resume', { runId: run.id })
    expect((await second.runs.untilEnded(run.id)).status).toBe('completed')
    // Once, whichever copy it was done in: nothing was done twice to the same files.
    expect(await project.read('answer.txt')).toBe('not yet\nright\n')
    expect(server.requests).toHaveLength(copiesStored ? 6 : 8)
    const attempts = eventsOf(second, run.id).flatMap((event) =>
      event.type === 'phase-start' && event.copy !== undefined ? [event.copy.attempt] : [],
    )
    expect(attempts).toEqual(copiesStored ? [0, 0, 0, 0] : [0, 0, 1, 1])
  })
})
