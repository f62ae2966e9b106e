import type { ApprovalAnswer } from '../../../src-shared/model/tool.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { EventBody, RunEvent, RunItem } from '../../../src-shared/run/event.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { type Beat, fakeChoice, fakeRoles, fakeScript, fakeTotals } from './fake-script.ts'

/** One run of the fake host: its log so far, its followers, and the script of what comes next. */
export class FakeRun {
  readonly events: RunEvent[] = []
  readonly followers = new Set<(items: readonly RunItem[]) => void>()
  readonly queue: string[] = []
  run: Run
  private ms = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly beats: Iterator<Beat>
  private asking: { path: string; askedMs: number } | null = null
  private readonly changed: () => void

  constructor(run: Run, question: string, changed: () => void) {
    this.run = run
    this.changed = changed
    this.beats = fakeScript({ runId: run.id, question })
  }

  /** Plays everything at once, or up to the given event; approvals are granted immediately. */
  playAtOnce(stop: (body: EventBody) => boolean = () => false): this {
    for (let beat = this.beats.next(); !beat.done; beat = this.beats.next()) {
      this.ms += beat.value.after
      if ('body' in beat.value) this.append(beat.value.body)
      if ('approve' in beat.value) this.answer(beat.value.approve, 'allow')
      if ('body' in beat.value && stop(beat.value.body)) break
    }
    return this
  }

  /** Plays in real time, times `speed`. */
  play(speed = 1): this {
    const { value: beat, done } = this.beats.next()
    if (done) return this
    this.timer = setTimeout(() => this.perform(beat, speed), beat.after / speed)
    return this
  }

  private perform(beat: Beat, speed: number): void {
    this.ms += beat.after
    if ('approve' in beat) {
      this.asking = { path: beat.approve, askedMs: this.ms }
      this.set({ status: 'waiting' })
      return
    }
    if ('body' in beat) this.append(beat.body)
    else this.hand([{ kind: 'live', ms: this.ms, live: beat.live }])
    this.play(speed)
  }

  /** Shows the pending approval; it stays pending until the user answers. */
  waitForApproval(): void {
    const { value: beat } = this.beats.next()
    const path = beat !== undefined && 'approve' in beat ? beat.approve : ''
    this.asking = { path, askedMs: this.ms }
    this.set({ status: 'waiting' })
  }

  approve(decision: ApprovalAnswer['decision']): void {
    if (this.asking === null) return
    const { path } = this.asking
    this.asking = null
    this.answer(path, decision)
    this.set({ status: 'running' })
    this.play()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.asking = null
    const failure = {
      kind: 'aborted' as const,
      message: 'You stopped this run.',
      advice: 'Work done so far is kept.',
    }
    this.append({ type: 'run-end', status: 'aborted', text: '', messages: [], meta: {}, failure, totals: fakeTotals })
  }

  end(): void {
    clearTimeout(this.timer)
  }

  append(body: EventBody): void {
    const event: RunEvent = { ...body, seq: this.events.length, at: this.run.startedAt + this.ms, ms: this.ms }
    this.events.push(event)
    this.hand([{ kind: 'event', event }])
    if (body.type === 'run-end') this.close(body)
    else if (body.type === 'model-end' || body.type === 'tool-end') this.set({ durationMs: this.ms })
  }

  private close(body: Extract<EventBody, { type: 'run-end' }>): void {
    this.set({
      status: body.status,
      endedAt: this.run.startedAt + this.ms,
      durationMs: this.ms,
      totals: body.totals,
      text: body.text,
      failure: body.failure,
      after: 'b'.repeat(40),
      changes: body.status === 'completed' ? { files: 1, added: 2, removed: 1 } : null,
    })
  }

  private answer(path: string, decision: ApprovalAnswer['decision']): void {
    this.append({ type: 'approval-answer', path, answer: { decision, by: 'user', note: '' }, waitedMs: 2300 })
  }

  private set(change: Partial<Run>): void {
    this.run = { ...this.run, ...change }
    this.changed()
  }

  private hand(items: readonly RunItem[]): void {
    for (const follower of this.followers) follower(items)
  }
}

export function newRun(ids: Pick<Run, 'id' | 'turnId' | 'conversationId' | 'projectId' | 'startedAt'>): Run {
  return {
    ...ids,
    // As the user chose it: the log has it inside the wrapper that adds the conversation so far.
    strategy: fakeChoice.inner,
    roles: fakeRoles,
    mode: 'act',
    approval: 'ask',
    status: 'running',
    endedAt: null,
    durationMs: 0,
    totals: noTotals,
    text: '',
    failure: null,
    before: '0'.repeat(40),
    after: null,
    changes: null,
  }
}
