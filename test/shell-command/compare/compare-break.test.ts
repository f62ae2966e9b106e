import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { commandAnswerer } from '../../../src-main/shell-command/answerer.ts'
import { readCompare } from '../../../src-main/shell-command/arguments/read-compare.ts'
import { compareCommand } from '../../../src-main/shell-command/commands/compare-command.ts'
import type { Terminal } from '../../../src-main/shell-command/terminal.ts'
import { isFirst, writeDone } from '../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { openTestHost } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk, laneAt } from '../../kit/window/compare-lanes.ts'

// Every lane has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

/** Lanes A and B write a file at first, lane C only answers. */
const server = () =>
  hostModelServer((request) =>
    request.model !== 'model-c' && isFirst(request) ? writeDone : { text: `${request.model} is done.` },
  )
const lanes = ['A', 'B', 'C'].flatMap((label) => ['--lane', `${label}=tool-loop,model=Model ${label.toLowerCase()}`])
const point = ['--break', 'tool:write_file']

/** @param person null: there is no terminal */
async function compared(person: ((host: Host, question: string) => Promise<string>) | null, more: readonly string[]) {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url } = await server()
  const [asked, errors]: [string[], string[]] = [[], []]
  let host: Host | null = null
  const terminal: Terminal = {
    out: () => {},
    data: () => {},
    stream: null,
    progress: () => {},
    error: (text) => void errors.push(text),
    unread: new AbortController().signal,
    width: null,
    ask:
      person === null
        ? null
        : async (question) => {
            asked.push(question)
            return host === null ? null : person(host, question)
          },
  }
  const args = readCompare([...lanes, ...more, '--approve', 'everything', 'Do it.'], project.folder)
  host = await openTestHost({ answerer: commandAnswerer(terminal), breakpoints: args.breakpoints })
  await compareTalk(host, project.folder, url)
  const ids = { 'lane A': 'prof_a', 'lane B': 'prof_b', 'lane C': 'prof_c' }
  const code = await compareCommand(host, args, ids, terminal)
  const [opened] = await ask(host, 'projects-list', {})
  const [comparison] = await ask(host, 'comparisons-list', { projectId: opened?.id ?? '', conversationId: null })
  if (comparison === undefined) throw new Error('no comparison')
  return { host, code, asked, errors, comparison }
}

const statesIn = async (host: Host) => {
  const [opened] = await ask(host, 'projects-list', {})
  const [now] = await ask(host, 'comparisons-list', { projectId: opened?.id ?? '', conversationId: null })
  return (now?.lanes ?? []).map(({ state, runId }) =>
    host.runs.get(runId ?? '')?.status === 'waiting' ? 'paused' : state,
  )
}

test('lanes pause by themselves: one is put off, edited and answered, and the others continue meanwhile', async () => {
  let first = ''
  const person = async (host: Host, question: string): Promise<string> => {
    const [lane = ''] = /^Lane [AB](?= is paused)/.exec(question) ?? []
    if (first === '') {
      first = lane
      // The third is done, while the person has decided about none.
      await expect.poll(() => statesIn(host), { timeout: 50_000 }).toEqual(['paused', 'paused', 'done'])
      return 'e {"path":"first.txt","content":"mine"}'
    }
    if (lane === '') return question === '>' && asksAgain-- > 0 ? 'n' : 'c'
    return lane === first ? 'c' : 'a I wrote it myself.'
  }
  let asksAgain = 1
  const { host, code, asked, comparison } = await compared(person, point)
  expect(code).toBe(0)
  const other = first === 'Lane A' ? 'Lane B' : 'Lane A'
  const shown = asked.map((question) => /^(Lane [ABC]) is paused|^>$/.exec(question)?.[1] ?? '>')
  expect(shown).toEqual([first, '>', other, '>', first])
  const pathsOf = async (name: string) => {
    const runId = laneAt(comparison, name === 'Lane A' ? 'A' : 'B').runId ?? ''
    return (await ask(host, 'run-changes', { runId })).files.map(({ path }) => path)
  }
  expect([await pathsOf(first), await pathsOf(other)]).toEqual([['first.txt'], []])
})

test('without a terminal, paused lanes are left so, and the output says which and how they continue', async () => {
  const { code, errors, comparison } = await compared(null, point)
  expect(code).toBe(130)
  expect(errors.filter((line) => /^Lane [AB] is paused before write_file done\.txt/.test(line))).toHaveLength(2)
  expect(errors.at(-1)).toContain(`agent compare --resume ${comparison.id}`)
  expect(comparison.lanes.map(({ state }) => state)).toEqual(['interrupted', 'interrupted', 'done'])
})
