import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noTotals } from '../../src-shared/run/event.ts'
import {
  conversationId,
  fill,
  note,
  notes,
  projectId,
  sampleRun,
  temporaryFolder,
  temporaryStore,
} from './sample-store.ts'

test('a forgotten project leaves the list, and comes back with its conversations when saved again', () => {
  const store = temporaryStore()
  fill(store)
  store.projects.save({ id: 'proj_2', folder: 'C:\\work', name: 'work', openedAt: 5 })
  expect(store.projects.list().map((each) => each.id)).toEqual(['proj_2', projectId])
  store.projects.forget(projectId)
  expect(store.projects.list().map((each) => each.id)).toEqual(['proj_2'])
  const known = store.projects.byFolder('/home/ada/engine')
  expect(known?.id).toBe(projectId)
  store.projects.save({ id: projectId, folder: '/home/ada/engine', name: 'engine', openedAt: 9 })
  expect(store.projects.list()[0]).toEqual({ id: projectId, folder: '/home/ada/engine', name: 'engine', openedAt: 9 })
  expect(store.conversations.list(projectId)).toHaveLength(1)
})

test('a conversation carries what its turns and runs come to', () => {
  const store = temporaryStore()
  fill(store)
  expect(store.conversations.get(conversationId)).toMatchObject({ turns: 1, status: null, cost: null, updatedAt: 11 })
  store.runs.create(sampleRun('run_1'), 'host_1')
  store.runs.create(sampleRun('run_2', { startedAt: 20, strategy: { name: 'chat', options: {} } }), 'host_1')
  const changes = { files: 1, added: 2, removed: 3 }
  store.runs.save(
    sampleRun('run_2', {
      startedAt: 20,
      endedAt: 30,
      status: 'completed',
      strategy: { name: 'chat', options: {} },
      totals: { ...noTotals, cost: 0.5 },
      changes,
    }),
  )
  store.runs.save(sampleRun('run_1', { endedAt: 40, status: 'failed', totals: { ...noTotals, cost: 0.25 } }))
  expect(store.conversations.get(conversationId)).toEqual({
    id: conversationId,
    projectId,
    title: 'The engine',
    createdAt: 10,
    updatedAt: 40,
    status: 'completed',
    strategy: 'chat',
    cost: 0.75,
    turns: 1,
    workMs: expect.any(Number),
    runCost: 0.5,
    changes,
    deletedAt: null,
  })
})

test('deleted conversations leave the list and can be brought back; the latest changed stands first', () => {
  const store = temporaryStore()
  fill(store)
  store.conversations.create({ id: 'conv_2', projectId, title: 'Other', createdAt: 50 })
  expect(store.conversations.list(projectId).map((each) => each.id)).toEqual(['conv_2', conversationId])
  store.conversations.rename('conv_2', "Renamed 'so'")
  store.conversations.setDeleted('conv_2', 60)
  expect(store.conversations.list(projectId).map((each) => each.id)).toEqual([conversationId])
  expect(store.conversations.get('conv_2')).toMatchObject({ title: "Renamed 'so'", deletedAt: 60 })
  store.conversations.setDeleted('conv_2', null)
  expect(store.conversations.list(projectId)).toHaveLength(2)
})

test('turns come oldest first with their runs, and a run reads back as it was saved', () => {
  const store = temporaryStore()
  fill(store)
  store.turns.create({ id: 'turn_2', conversationId, parentId: 'turn_1', message: 'And\u0000 on 🚂', createdAt: 3 })
  const run = sampleRun('run_1', {
    strategy: { name: 'conversation', options: { keep: 3 }, inner: { name: 'tool-loop', options: {} } },
    failure: { kind: 'model-stalled', message: 'It stalled.', advice: 'Try again.' },
    totals: { ...noTotals, cost: null },
    status: 'failed',
    before: 'abc',
  })
  store.runs.create(run, 'host_1')
  store.runs.create(sampleRun('run_2', { turnId: 'turn_2' }), 'host_1')
  expect(store.runs.get('run_1')).toEqual(run)
  const turns = store.turns.list(conversationId)
  expect(turns.map((each) => [each.id, each.runs.map((one) => one.id)])).toEqual([
    ['turn_1', ['run_1']],
    ['turn_2', ['run_2']],
  ])
  expect(store.turns.get('turn_2')).toEqual(turns[1])
  expect(store.turns.get('turn_3')).toBeUndefined()
})

test('a turn is deleted with all that answers it, the figures follow, and what was deleted before stays so', () => {
  const store = temporaryStore()
  fill(store)
  const later = [
    ['turn_2', 'turn_1'],
    ['turn_3', 'turn_2'],
    ['turn_4', 'turn_1'],
  ] as const
  for (const [id, parentId] of later) store.turns.create({ id, conversationId, parentId, message: id, createdAt: 20 })
  store.runs.create(sampleRun('run_1', { status: 'completed', totals: { ...noTotals, cost: 1 } }), 'host_1')
  store.runs.create(sampleRun('run_3', { turnId: 'turn_3', totals: { ...noTotals, cost: 2 } }), 'host_1')
  const entryIds = { conversationId, turnId: 'turn_3', runId: null, projectId, path: null, seq: null }
  store.search.add({ ...entryIds, kind: 'message', who: '', at: 20, text: 'pumpkin' })
  const pumpkins = () => store.search.find('pumpkin', { projectId, kinds: 'said', limit: 9 })
  const ids = () => store.turns.list(conversationId).map((each) => each.id)
  expect(store.runs.under('turn_2').map((each) => each.id)).toEqual(['run_3'])
  store.turns.remove('turn_3', 50)
  store.turns.remove('turn_2', 60)
  expect(ids()).toEqual(['turn_1', 'turn_4'])
  expect(store.turns.get('turn_3')).toBeUndefined()
  expect(pumpkins()).toEqual([])
  expect(store.runs.list(projectId, 9).map((each) => each.id)).toEqual(['run_1'])
  expect(store.conversations.get(conversationId)).toMatchObject({ turns: 2, status: 'completed', cost: 3 })
  expect(store.turns.restore('turn_3')).toBe(false)
  expect(store.turns.restore('turn_4')).toBe(false)
  expect(store.turns.restore('turn_2')).toBe(true)
  expect(ids()).toEqual(['turn_1', 'turn_2', 'turn_4'])
  expect(store.turns.restore('turn_3')).toBe(true)
  expect(ids()).toHaveLength(4)
  expect(pumpkins()).toHaveLength(1)
  expect(store.conversations.get(conversationId)).toMatchObject({ turns: 4, status: 'running' })
})

test('marks stand on a turn, and only what is given changes', () => {
  const store = temporaryStore()
  fill(store)
  expect(store.turns.get('turn_1')?.mark).toBeUndefined()
  store.turns.mark('turn_1', { name: 'the quick way', starred: true })
  store.turns.mark('turn_1', { archived: true })
  expect(store.turns.list(conversationId)[0]?.mark).toEqual({ name: 'the quick way', starred: true, archived: true })
  store.turns.mark('turn_1', { name: null, starred: false, archived: false })
  expect(store.turns.get('turn_1')?.mark).toBeUndefined()
})

test('a copy goes from state to state by one host alone, and is not listed once it is removed', () => {
  const store = temporaryStore()
  fill(store)
  const copy = {
    id: 'work_1',
    projectId,
    purpose: 'branch' as const,
    owner: null,
    name: 'Try it',
    from: 'abc',
    folder: '/data/copies/work_1/files/engine',
    createdAt: 5,
    state: 'making' as const,
    host: 'host_1',
    last: null,
  }
  store.workspaces.create(copy)
  expect(store.workspaces.list(projectId)).toEqual([copy])
  const ready = { state: 'ready', host: null, last: null } as const
  expect(store.workspaces.move('work_1', 'making', ready)).toBe(true)
  expect(store.workspaces.move('work_1', 'making', ready)).toBe(false)
  store.workspaces.drop('work_1')
  expect(store.workspaces.get('work_1')).toEqual({ ...copy, ...ready })
  store.workspaces.move('work_1', 'ready', { state: 'removed', host: null, last: 'def' })
  expect(store.workspaces.list(null)).toEqual([])
  expect(store.workspaces.get('work_1')?.last).toBe('def')
})

test('what was done to the files of a place is kept in its order, a run once, until its newest state', () => {
  const store = temporaryStore()
  fill(store)
  store.runs.create(sampleRun('run_1'), 'host_1')
  const act = { place: projectId, projectId, kind: 'run' as const, runId: 'run_1', at: 9, before: 'a', after: null }
  store.fileActs.add(act)
  store.fileActs.add({ ...act, before: 'b' })
  store.fileActs.add({ ...act, kind: 'restore', runId: null, at: 4, before: 'b', after: 'a' })
  store.fileActs.setAfter('run_1', 'b')
  expect(store.fileActs.list(projectId).map((each) => [each.kind, each.before, each.after])).toEqual([
    ['run', 'a', 'b'],
    ['restore', 'b', 'a'],
  ])
  expect(store.fileActs.list('work_1')).toEqual([])
})

test('snapshots are named by runs, until their conversation is deleted for long, and by what the user did for good', () => {
  const store = temporaryStore()
  fill(store)
  const id = (digit: string) => digit.repeat(40)
  store.runs.create(sampleRun('run_1', { before: id('a'), after: id('b') }), 'host_1')
  store.fileActs.keep('run_1', id('c'))
  store.fileActs.keep('run_1', id('c'))
  const act = { place: projectId, projectId, runId: null, at: 4 }
  store.fileActs.add({ ...act, kind: 'run', runId: 'run_1', before: id('a'), after: id('d') })
  store.fileActs.add({ ...act, kind: 'restore', before: id('e'), after: null })
  const named = (deletedBefore: number) => store.fileActs.snapshots(projectId, deletedBefore).map((each) => each[0])
  expect(named(100).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  store.conversations.setDeleted(conversationId, 50)
  expect(named(50).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(named(51)).toEqual(['e'])
  expect(store.fileActs.snapshots('proj_9', 0)).toEqual([])
})

test('one host writes in a place at a time, and one that is gone is not waited for', () => {
  const store = temporaryStore()
  const nobody = () => false
  expect(store.writers.take('proj_1', 'host_1', nobody)).toBe(true)
  expect(store.writers.take('proj_1', 'host_2', nobody)).toBe(false)
  expect(store.writers.take('proj_2', 'host_2', nobody)).toBe(true)
  store.writers.release('proj_1', 'host_2')
  expect(store.writers.take('proj_1', 'host_2', (host) => host === 'host_1')).toBe(true)
  store.writers.release('proj_1', 'host_1')
  expect(store.writers.take('proj_1', 'host_3', nobody)).toBe(false)
})

test('runs are listed newest first, by project, by status, and claimed by one owner only', () => {
  const store = temporaryStore()
  fill(store)
  for (const id of ['run_1', 'run_2', 'run_3']) store.runs.create(sampleRun(id), 'host_1')
  store.runs.save(sampleRun('run_2', { status: 'waiting' }))
  store.runs.save(sampleRun('run_3', { status: 'completed' }))
  expect(store.runs.list(projectId, 2).map((each) => each.id)).toEqual(['run_3', 'run_2'])
  expect(store.runs.list(null, 9)).toHaveLength(3)
  expect(store.runs.list('proj_9', 9)).toEqual([])
  expect(store.runs.withStatus(['running', 'waiting']).map((each) => [each.run.id, each.owner])).toEqual([
    ['run_1', 'host_1'],
    ['run_2', 'host_1'],
  ])
  expect(store.runs.claim('run_1', 'host_1', 'host_2')).toBe(true)
  expect(store.runs.claim('run_1', 'host_1', 'host_3')).toBe(false)
  expect(() => store.runs.save(sampleRun('run_9'))).toThrow('not in the store')
})

test('events read back in order after any seq, and a gap or a repetition is refused whole', () => {
  const store = temporaryStore()
  fill(store)
  store.runs.create(sampleRun('run_1'), 'host_1')
  store.events.append('run_1', notes(0, 3))
  store.events.append('run_1', [note(3, 'lone \ud800 and NUL \u0000 and 🚂')])
  expect(store.events.read('run_1', -1)).toEqual([...notes(0, 3), note(3, 'lone \ud800 and NUL \u0000 and 🚂')])
  expect(store.events.read('run_1', 1).map((each) => each.seq)).toEqual([2, 3])
  expect(store.events.count('run_1')).toBe(4)
  for (const wrong of [[note(3)], [note(5)], [note(4), note(6)]])
    expect(() => store.events.append('run_1', wrong)).toThrow('Another window or process')
  expect(store.events.count('run_1')).toBe(4)
  expect(store.events.read('run_1', 3)).toEqual([])
  expect(store.events.verify('run_1')).toEqual({ ok: true })
  expect(store.events.verify('run_9')).toEqual({ ok: true })
})

test('what a transaction wrote is gone when it throws, and two open stores see the same', () => {
  const file = join(temporaryFolder(), 'stratagem.db')
  const [one, other] = [temporaryStore(file), temporaryStore(file)]
  fill(one)
  one.runs.create(sampleRun('run_1'), 'host_1')
  expect(() =>
    one.transaction(() => {
      one.events.append('run_1', [note(0)])
      throw new Error('never mind')
    }),
  ).toThrow('never mind')
  expect(other.events.count('run_1')).toBe(0)
  expect(one.transaction(() => one.bodies.put('a'))).toMatch(/^[0-9a-f]{64}$/)
  other.events.append('run_1', [note(0)])
  one.events.append('run_1', [note(1)])
  one.checkpoint()
  expect(other.events.read('run_1', -1)).toEqual(notes(0, 2))
})

test('a log goes on where it really ends, whoever wrote last and whatever was taken back', () => {
  const file = join(temporaryFolder(), 'stratagem.db')
  const [one, other] = [temporaryStore(file), temporaryStore(file)]
  fill(one)
  one.runs.create(sampleRun('run_1'), 'host_1')
  one.events.append('run_1', [note(0)])
  other.events.append('run_1', [note(1)])
  expect(() => one.events.append('run_1', [note(1)])).toThrow('Another window or process')
  one.events.append('run_1', [note(2)])
  expect(() =>
    one.transaction(() => {
      one.events.append('run_1', [note(3)])
      throw new Error('never mind')
    }),
  ).toThrow('never mind')
  expect(() => one.events.append('run_1', [note(4)])).toThrow('Another window or process')
  one.events.append('run_1', [note(3, 'again')])
  expect(other.events.read('run_1', -1)).toEqual([...notes(0, 3), note(3, 'again')])
  expect(other.events.verify('run_1')).toEqual({ ok: true })
})

test('a body is kept once by its SHA-256', () => {
  const store = temporaryStore()
  const ref = store.bodies.put('abc')
  expect(ref).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(store.bodies.put('abc')).toBe(ref)
  const odd = 'ünï\u0000🚂'.repeat(50_000)
  expect(store.bodies.get(store.bodies.put(odd))).toBe(odd)
  expect(store.bodies.get('00')).toBeUndefined()
})

test('drafts are replaced and cleared by path', () => {
  const store = temporaryStore()
  fill(store)
  store.runs.create(sampleRun('run_1'), 'host_1')
  store.drafts.save('run_1', { path: '0', text: 'a', reasoning: '', output: '' })
  store.drafts.save('run_1', { path: '1', text: '', reasoning: '', output: 'o' })
  store.drafts.save('run_1', { path: '0', text: 'ab', reasoning: 'r', output: '' })
  store.drafts.clear('run_1', '1')
  expect(store.drafts.list('run_1')).toEqual([{ path: '0', text: 'ab', reasoning: 'r', output: '' }])
})

test('rules are kept once, by project', () => {
  const store = temporaryStore()
  fill(store)
  store.projects.save({ id: 'proj_2', folder: '/b', name: 'b', openedAt: 2 })
  const rule = { id: 'rule_1', projectId, tool: 'shell', pattern: 'npm test', decision: 'allow', createdAt: 5 } as const
  store.rules.save(rule)
  store.rules.save({ ...rule, id: 'rule_2' })
  store.rules.save({ ...rule, id: 'rule_3', projectId: 'proj_2' })
  expect(store.rules.list(projectId)).toEqual([{ ...rule, id: 'rule_2' }])
  expect(store.rules.list(null)).toHaveLength(2)
  store.rules.remove('rule_2')
  expect(store.rules.list(projectId)).toEqual([])
})

test('a rule for all projects is listed with each; saved again, the later decision holds', () => {
  const store = temporaryStore()
  fill(store)
  const rule = { id: 'rule_1', projectId: null, tool: 'shell', pattern: 'rm *', decision: 'ask', createdAt: 5 } as const
  store.rules.save(rule)
  store.rules.save({ ...rule, decision: 'deny' })
  store.rules.save({ ...rule, id: 'rule_2', decision: 'deny' })
  expect(store.rules.list(projectId)).toEqual([{ ...rule, id: 'rule_2', decision: 'deny' }])
  store.rules.save({ ...rule, id: 'rule_2', pattern: 'rm -rf *' })
  expect(store.rules.list(projectId)).toEqual([{ ...rule, id: 'rule_2', pattern: 'rm -rf *' }])
})

test('hosts register, beat and leave', () => {
  const store = temporaryStore()
  store.hosts.register({ id: 'host_1', pid: 7, at: 1, url: null, shell: 'electron' })
  store.hosts.register({ id: 'host_2', pid: 8, at: 1, url: 'http://127.0.0.1:1', shell: 'browser' })
  store.hosts.register({ id: 'host_1', pid: 7, at: 9, url: null, shell: 'electron' })
  store.hosts.remove('host_2')
  expect(store.hosts.list()).toEqual([{ id: 'host_1', pid: 7, beatAt: 9, url: null, shell: 'electron' }])
})
