import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientMessage, ServerMessage } from '../../../src-shared/api/host-api.ts'
import type { SessionReply } from '../../../src-shared/api/session-handshake.ts'

/** The client of the host over a socket that the test opens and closes. Shows T29: re-attaching leaves no gap. */
class Socket extends EventTarget {
  static last: Socket
  readonly sent: ClientMessage[] = []
  session: unknown
  constructor() {
    super()
    Socket.last = this
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  say(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  /** Opens, and lets the page in. */
  open(): void {
    this.connect()
    this.reply({ kind: 'session-open', secret: 'secret' })
  }
  /** Opens, and takes the page's first message. */
  connect(): void {
    this.dispatchEvent(new Event('open'))
    this.session = this.sent.pop()
  }
  reply(reply: SessionReply): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(reply) }))
  }
  close(): void {
    this.dispatchEvent(new Event('close'))
  }
}

vi.useFakeTimers()
vi.stubGlobal('WebSocket', Socket)
const page = { protocol: 'http:', host: '127.0.0.1:1', pathname: '/', hash: '', reload: vi.fn() }
const storage = new Map<string, string>()
let events: EventTarget
vi.stubGlobal('location', page)
vi.stubGlobal('history', {
  replaceState: () => {
    page.hash = ''
  },
})
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
})
vi.stubGlobal('addEventListener', (type: string, listener: () => void) => events.addEventListener(type, listener))
vi.stubGlobal('window', globalThis)
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

let client: typeof import('../../../src-renderer/host/host.ts')
beforeEach(async () => {
  storage.clear()
  events = new EventTarget()
  vi.resetModules()
  client = await import('../../../src-renderer/host/host.ts')
})

const event = (seq: number) => ({
  kind: 'event' as const,
  event: { type: 'run-resume' as const, seq, at: 0, ms: 0 },
})
const topic = { kind: 'run' as const, runId: 'run', afterSeq: -1 }

function subscribed(): { id: number; afterSeq: number | null } {
  const last = Socket.last.sent.findLast((each) => each.kind === 'subscribe')
  if (last?.kind !== 'subscribe') throw new Error('nothing subscribed')
  return { id: last.subscription, afterSeq: last.topic.kind === 'run' ? last.topic.afterSeq : null }
}
function batch(number: number, ...seqs: number[]): void {
  const message = { topic: 'run' as const, runId: 'run', batch: number, items: seqs.map(event) }
  Socket.last.say({ kind: 'stream', subscription: subscribed().id, message })
}

describe('a request', () => {
  it('waits until the pipe is open, and is answered with its own result', async () => {
    const answer = client.ask('projects-list', {})
    expect(Socket.last.sent).toEqual([])
    Socket.last.open()
    const [request] = Socket.last.sent
    if (request?.kind !== 'request') throw new Error('no request')
    Socket.last.say({ kind: 'reply', id: request.id, reply: { ok: true, value: [] } })
    expect(await answer).toEqual([])
  })

  it('is rejected with the host’s failure', async () => {
    const answer = client.ask('projects-list', {})
    Socket.last.open()
    const [request] = Socket.last.sent
    if (request?.kind !== 'request') throw new Error('no request')
    const failure = { kind: 'busy' as const, message: 'No.', advice: 'Wait.' }
    Socket.last.say({ kind: 'reply', id: request.id, reply: { ok: false, failure } })
    await expect(answer).rejects.toMatchObject({ failure })
  })

  it('is rejected where the pipe closes before its answer, and one asked while closed is sent later', async () => {
    const early = client.ask('run-stop', { runId: 'run' })
    Socket.last.open()
    Socket.last.close()
    await expect(early).rejects.toMatchObject({ failure: { kind: 'interrupted' } })
    const late = client.ask('host-info', {})
    vi.advanceTimersByTime(10_000)
    Socket.last.open()
    expect(Socket.last.sent).toMatchObject([{ kind: 'request', method: 'host-info' }])
    late.catch(() => {})
  })
})

describe('a request that only reads', () => {
  it('is asked again where the pipe closed before its answer', async () => {
    const answer = client.ask('projects-list', {})
    Socket.last.open()
    Socket.last.close()
    vi.advanceTimersByTime(10_000)
    Socket.last.open()
    const [again] = Socket.last.sent
    if (again?.kind !== 'request') throw new Error('not asked again')
    Socket.last.say({ kind: 'reply', id: again.id, reply: { ok: true, value: [] } })
    expect(await answer).toEqual([])
  })
})

describe('a request that stores nothing but is not asked twice', () => {
  it('is rejected where the pipe closed before its answer', async () => {
    const answer = client.ask('run-replay', { runId: 'run', verify: true })
    Socket.last.open()
    Socket.last.close()
    await expect(answer).rejects.toMatchObject({ failure: { kind: 'interrupted' } })
  })
})

describe('a run’s stream', () => {
  it('goes on after the last event that was handed on when the connection comes back', () => {
    const seen: number[] = []
    client.follow(topic, ({ items }) =>
      seen.push(...items.flatMap((each) => (each.kind === 'event' ? [each.event.seq] : []))),
    )
    Socket.last.open()
    batch(0, 0, 1)
    Socket.last.close()
    vi.advanceTimersByTime(10_000)
    Socket.last.open()
    expect(subscribed().afterSeq).toBe(1)
    batch(0, 2)
    expect(seen).toEqual([0, 1, 2])
  })

  it('is taken up again where a batch is missing, and what came too late is not handed on', () => {
    const seen: number[] = []
    client.follow(topic, ({ items }) =>
      seen.push(...items.flatMap((each) => (each.kind === 'event' ? [each.event.seq] : []))),
    )
    Socket.last.open()
    batch(0, 0)
    const old = subscribed().id
    batch(2, 5)
    expect(subscribed()).toMatchObject({ afterSeq: 0 })
    expect(subscribed().id).not.toBe(old)
    const stale = { topic: 'run' as const, runId: 'run', batch: 1, items: [event(6)] }
    Socket.last.say({ kind: 'stream', subscription: old, message: stale })
    batch(0, 1, 2)
    expect(seen).toEqual([0, 1, 2])
  })

  it('ends when it is no longer followed', () => {
    const seen: unknown[] = []
    const undo = client.follow(topic, (message) => seen.push(message))
    Socket.last.open()
    undo()
    expect(Socket.last.sent.at(-1)).toMatchObject({ kind: 'unsubscribe' })
    batch(0, 0)
    expect(seen).toEqual([])
  })

  it('tells the follower of the host to read anew after a loss', () => {
    const anew = vi.fn()
    client.follow({ kind: 'host' }, () => {}, anew)
    Socket.last.open()
    expect(anew).not.toHaveBeenCalled()
    Socket.last.close()
    vi.advanceTimersByTime(10_000)
    Socket.last.open()
    expect(anew).toHaveBeenCalledTimes(1)
  })
})

describe('the session of a browser page (T34)', () => {
  it('begins with the token of the address, which is taken out of it, and goes on with the secret', () => {
    page.hash = '#token=once'
    client.follow({ kind: 'host' }, () => {})
    expect(page.hash).toBe('')
    Socket.last.open()
    expect(Socket.last.session).toEqual({ kind: 'session', token: 'once', secret: null })
    expect(storage.get('stratagem-session')).toBe('secret')
    Socket.last.close()
    vi.advanceTimersByTime(10_000)
    Socket.last.open()
    expect(Socket.last.session).toMatchObject({ secret: 'secret' })
  })

  it('sends nothing before the page is let in', async () => {
    const answer = client.ask('projects-list', {})
    Socket.last.connect()
    expect(Socket.last.sent).toEqual([])
    Socket.last.reply({ kind: 'session-open', secret: 'secret' })
    expect(Socket.last.sent).toMatchObject([{ kind: 'request' }])
    answer.catch(() => {})
  })

  it('is not tried again by a page that is refused, until another tab has a new secret', () => {
    client.follow({ kind: 'host' }, () => {})
    const refused = Socket.last
    refused.connect()
    refused.reply({ kind: 'session-refused' })
    refused.close()
    vi.advanceTimersByTime(100_000)
    expect(Socket.last).toBe(refused)
    expect(client.useConnection.getState().state).toBe('refused')
    events.dispatchEvent(Object.assign(new Event('storage'), { key: 'stratagem-session', newValue: 'new' }))
    expect(Socket.last).not.toBe(refused)
    Socket.last.open()
    expect(client.useConnection.getState().state).toBe('open')
  })

  it('of a tab from before a restart is outdated', () => {
    client.follow({ kind: 'host' }, () => {})
    Socket.last.open()
    Socket.last.close()
    vi.advanceTimersByTime(10_000)
    Socket.last.connect()
    Socket.last.reply({ kind: 'session-refused' })
    expect(client.useConnection.getState().state).toBe('outdated')
  })

  it('begins anew where a new address is entered over the old one', () => {
    client.follow({ kind: 'host' }, () => {})
    page.hash = '#token=new'
    events.dispatchEvent(new Event('hashchange'))
    expect(page.reload).toHaveBeenCalled()
    page.hash = ''
  })
})
