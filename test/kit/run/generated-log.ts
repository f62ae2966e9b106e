import type { EventBody, StoredEvent } from '../../../src-shared/run/event.ts'
import { settledTotals, totalsOf } from '../../../src-shared/run/totals.ts'
import { seededChance } from '../../../src-shared/statistics/chance.ts'
import { modelEnd, modelStart, phaseEnd, phaseStart, toolEnd, toolStart } from './events.ts'

/** A log, and the run's time as it is looked at: after its latest event, if it is under way. */
export interface GeneratedLog {
  readonly events: readonly StoredEvent[]
  readonly nowMs: number
}

type Then = () => void

/**
 * The log of a run that never was, by its seed: steps in phases and parallel branches, calls that queue for their
 * question, questions, pauses before steps, tries again after a delay, limits a minute, an app that dies and resumes the run,
 * and a run that is still under way. Times are whole ms.
 */
export function generatedLog(seed: number): GeneratedLog {
  const chance = seededChance(seed)
  const whole = (most: number) => Math.floor(chance() * (most + 1))
  const maybe = (share: number) => chance() < share
  const events: StoredEvent[] = []
  let soon: { readonly at: number; readonly number: number; readonly then: Then }[] = []
  let [now, number] = [0, 0]
  const emit = (body: EventBody) => events.push({ ...body, seq: events.length, at: now, ms: now })
  const after = (ms: number, then: Then) => soon.push({ at: now + ms, number: number++, then })
  const run = (until: number) => {
    for (;;) {
      const [next] = soon.toSorted((a, b) => a.at - b.at || a.number - b.number)
      if (next === undefined || next.at > until) return
      soon = soon.filter((each) => each !== next)
      now = next.at
      next.then()
    }
  }

  /** One question at a time. */
  let [asking, asked]: [boolean, Then[]] = [false, []]
  const askNext = () => {
    const next = asked.shift()
    asking = next !== undefined
    next?.()
  }
  const queue = (ask: Then) => {
    asked.push(ask)
    if (!asking) askNext()
  }

  function model(path: string, done: Then): void {
    emit(modelStart(path))
    const limited = maybe(0.2) ? whole(400) : 0
    const attempt = (left: number) => {
      after(whole(300), () => {
        if (left === 0) {
          emit({ ...modelEnd(path, 'Done.'), ...(limited > 0 && { waitedMs: limited }) })
          return done()
        }
        const waitMs = whole(900)
        emit({ type: 'model-retry', path, attempt: left, waitMs, failure: tooMany })
        if (maybe(0.7)) return after(waitMs, () => attempt(left - 1))
        after(whole(waitMs), () => {
          emit({ type: 'model-try-now', path })
          attempt(left - 1)
        })
      })
    }
    after(limited, () => attempt(maybe(0.3) ? 1 + whole(1) : 0))
  }

  function tool(path: string, done: Then): void {
    emit(toolStart(path, 'shell', {}, 'command'))
    const work = () => {
      emit({ type: 'tool-begin', path })
      after(whole(400), () => {
        emit(toolEnd(path))
        done()
      })
    }
    after(whole(20), () => {
      if (maybe(0.5)) return work()
      queue(() => {
        emit({ type: 'approval-ask', path, ask })
        const waitedMs = whole(2000)
        after(waitedMs, () => {
          emit({ type: 'approval-answer', path, answer: { decision: 'allow', by: 'user', note: '' }, waitedMs })
          askNext()
          work()
        })
      })
    })
  }

  function question(path: string, done: Then): void {
    emit({ type: 'step-start', path, print: '', again: false, step: 'ask-user', ask: { question: 'Which?' } })
    const durationMs = whole(1500)
    after(durationMs, () => {
      emit({ type: 'step-end', path, step: 'ask-user', outcome: { ok: true, value: 'this' }, durationMs })
      done()
    })
  }

  const leaf = (path: string, done: Then) => {
    const kind = whole(5)
    const start = () => (kind < 3 ? tool(path, done) : kind < 5 ? model(path, done) : question(path, done))
    if (maybe(0.85) || kind === 5) return start()
    const step = { type: 'tool-start', call, effect: 'command' } as const
    emit({ type: 'pause-ask', path, print: '', reason: { kind: 'user' }, step })
    const waitedMs = whole(3000)
    after(waitedMs, () => {
      emit({ type: 'pause-answer', path, action: { kind: 'continue' }, edit: null, waitedMs })
      tool(path, done)
    })
  }

  const branches = (path: string, depth: number, done: Then) => {
    const count = 2 + whole(2)
    emit({ type: 'branches-start', path, count, again: false })
    let open = count
    for (let branch = 0; branch < count; branch++)
      steps(`${path}/${branch}`, depth + 1, () => {
        if (--open > 0) return
        emit({ type: 'branches-end', path, failure: null })
        done()
      })
  }

  function steps(above: string, depth: number, done: Then, left = 1 + whole(3), index = 0): void {
    if (left === 0) {
      done()
      return
    }
    const path = above === '' ? `${index}` : `${above}.${index}`
    const next = () => after(whole(30), () => steps(above, depth, done, left - 1, index + 1))
    const kind = depth > 2 ? 9 : whole(9)
    if (kind < 2) branches(path, depth, next)
    else if (kind < 4) {
      emit(phaseStart(path, 'work'))
      steps(`${path}`, depth + 1, () => {
        emit(phaseEnd(path))
        next()
      })
    } else leaf(path, next)
  }

  /** What was open is taken up again, and ends. */
  function resume(): void {
    const open = [...new Set(events.flatMap((event) => ('path' in event ? [event.path] : [])))].filter((path) => {
      const last = events.findLast((event) => 'path' in event && event.path === path)
      return last !== undefined && !last.type.endsWith('-end')
    })
    ;[soon, asked, asking] = [[], [], false]
    emit({ type: 'run-resume' })
    now += whole(50)
    for (const path of open) {
      const first = events.find((event) => 'path' in event && event.path === path)
      if (first?.type === 'phase-start' || first?.type === 'branches-start') emit({ ...first, again: true })
      else if (first?.type === 'model-start') model(path, () => {})
      else if (first?.type === 'tool-start' || first?.type === 'pause-ask') tool(path, () => {})
      else if (first?.type === 'step-start') question(path, () => {})
    }
    run(Number.POSITIVE_INFINITY)
    for (const path of open.toReversed()) {
      const first = events.find((event) => 'path' in event && event.path === path)
      if (first?.type === 'phase-start') emit(phaseEnd(path))
      if (first?.type === 'branches-start') emit({ type: 'branches-end', path, failure: null })
    }
  }

  let isOver = false
  steps('', 0, () => {
    isOver = true
  })
  const crash = maybe(0.4) ? whole(4000) : Number.POSITIVE_INFINITY
  run(crash)
  if (!isOver) resume()
  if (maybe(0.3)) {
    const cut = events.slice(0, 1 + whole(events.length - 1))
    return { events: cut, nowMs: (cut.at(-1)?.ms ?? 0) + whole(5000) }
  }
  const totals = settledTotals(totalsOf(events))
  emit({ type: 'run-end', status: 'completed', text: '', messages: [], meta: {}, failure: null, totals })
  return { events, nowMs: now }
}

const tooMany = { kind: 'model-rate-limited', message: 'Too many requests.', advice: 'Wait.' } as const
const call = { id: 'c', tool: 'shell', arguments: '{}', complete: true } as const
const ask = { tool: 'shell', effect: 'command', title: '', subject: '', preview: { kind: 'none' }, rule: null } as const
