import {
  clientMessage,
  type HostChange,
  type Method,
  type Reply,
  requests,
  type ServerMessage,
  type Topic,
} from '../../../src-shared/api/host-api.ts'
import { FailureError, failureFrom } from '../../../src-shared/base/failure.ts'
import type { RunItem } from '../../../src-shared/run/event.ts'
import { answerOf } from './fake-answers.ts'
import type { FakeWorld } from './fake-world.ts'

/**
 * A substitute for the host, to view the window without a real one: invented projects, conversations and runs, over the
 * same protocol. Each instance serves one window.
 */
export class FakeHost {
  private readonly send: (message: ServerMessage) => void
  private readonly world: FakeWorld
  private readonly undo = new Map<number, () => void>()
  private hostBatch = 0

  constructor(world: FakeWorld, send: (message: ServerMessage) => void) {
    this.world = world
    this.send = send
  }

  receive(text: string): void {
    const message = clientMessage.parse(JSON.parse(text))
    if (message.kind === 'request') void this.answer(message.id, message.method, message.params)
    else if (message.kind === 'subscribe') this.subscribe(message.subscription, message.topic)
    else this.unsubscribe(message.subscription)
  }

  close(): void {
    for (const id of [...this.undo.keys()]) this.unsubscribe(id)
  }

  private async answer(id: number, method: string, params: unknown): Promise<void> {
    this.send({ kind: 'reply', id, reply: await this.reply(method, params) })
  }

  private async reply(method: string, params: unknown): Promise<Reply> {
    try {
      if (!isMethod(method)) throw new FailureError(unknown(method))
      requests[method].params.parse(params)
      return { ok: true, value: await answerOf(this.world, method, params) }
    } catch (thrown) {
      return { ok: false, failure: failureFrom(thrown) }
    }
  }

  private subscribe(subscription: number, topic: Topic): void {
    this.unsubscribe(subscription)
    this.undo.set(
      subscription,
      topic.kind === 'host' ? this.followHost(subscription) : this.followRun(subscription, topic),
    )
  }

  private unsubscribe(subscription: number): void {
    this.undo.get(subscription)?.()
    this.undo.delete(subscription)
  }

  private followHost(subscription: number): () => void {
    this.hostBatch = 0
    const publish = (changes: readonly HostChange[]) =>
      this.send({ kind: 'stream', subscription, message: { topic: 'host', batch: this.hostBatch++, changes } })
    this.world.listeners.add(publish)
    return () => this.world.listeners.delete(publish)
  }

  private followRun(subscription: number, topic: Extract<Topic, { kind: 'run' }>): () => void {
    const run = this.world.runs.get(topic.runId)
    if (run === undefined) return () => {}
    let batch = 0
    const send = (items: readonly RunItem[]) =>
      this.send({ kind: 'stream', subscription, message: { topic: 'run', runId: topic.runId, batch: batch++, items } })
    const past = run.events.filter((event) => event.seq > topic.afterSeq)
    if (past.length > 0) send(past.map((event) => ({ kind: 'event', event })))
    run.followers.add(send)
    return () => run.followers.delete(send)
  }
}

function isMethod(method: string): method is Method {
  return Object.hasOwn(requests, method)
}

function unknown(method: string) {
  return { kind: 'invalid-request' as const, message: `Unknown request “${method}”.`, advice: 'Update the window.' }
}
