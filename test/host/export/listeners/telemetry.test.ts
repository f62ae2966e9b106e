import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import {
  collectChanges,
  newTestConversation,
  openTestHost,
  runToEnd,
  testProfile,
} from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { secret } from '../../bundles/bundle-kit.ts'

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const spans = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(attribute),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A collector on loopback that decodes what comes. */
async function collector() {
  const bodies: string[] = []
  const headers: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      bodies.push(`${request.url} ${Buffer.concat(parts).toString()}`)
      headers.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const received = () =>
    bodies.flatMap((body) => {
      expect(body).toMatch(/^\/v1\/traces \{/)
      const { resourceSpans } = spans.parse(JSON.parse(body.slice(body.indexOf('{'))))
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    })
  return { endpoint, received, headers, bodies }
}

async function conversation(options: Parameters<typeof openTestHost>[0] = {}) {
  const { folder } = await temporaryProject({ 'pumpkin.txt': `The key is ${secret}.` })
  const server = await hostModelServer((_, turn) =>
    turn === 0 ? { calls: [{ tool: 'read_file', arguments: { path: 'pumpkin.txt' } }] } : { text: `It is ${secret}.` },
  )
  const host = await openTestHost(options)
  return { host, ...(await newTestConversation(host, folder, testProfile(server.url))) }
}

const attributeOf = (span: { readonly attributes: readonly z.infer<typeof attribute>[] } | undefined, key: string) =>
  Object.values(span?.attributes.find((each) => each.key === key)?.value ?? {})[0]

test('each step of a run comes as a span of one trace, with the GenAI conventions and no contents', async () => {
  const { endpoint, received, headers, bodies } = await collector()
  const { host, message } = await conversation()
  await ask(host, 'settings-write', { telemetry: { endpoint, content: false } })
  await ask(host, 'listener-secret-save', { listener: 'telemetry', secret: 'Authorization: Bearer canary-header' })
  const run = await runToEnd(host, message('Where is the pumpkin?'))
  const exported = await ask(host, 'export-prepare', { subject: { kind: 'run', id: run.id }, format: 'otlp' })
  const file = await ask(host, 'export-read', { exportId: exported.exportId, part: 0 })
  await host.close()
  const all = received()
  const named = (name: RegExp) => all.filter((span) => name.test(span.name))
  expect(new Set(all.map(({ traceId }) => traceId)).size).toBe(1)
  const [root] = named(/^invoke_agent /)
  expect(attributeOf(root, 'gen_ai.conversation.id')).toBe(run.conversationId)
  expect(named(/^chat scripted$/)).toHaveLength(2)
  const [call] = named(/^chat scripted$/)
  expect(attributeOf(call, 'gen_ai.operation.name')).toBe('chat')
  expect(attributeOf(call, 'gen_ai.request.model')).toBe('scripted')
  expect(attributeOf(call, 'gen_ai.usage.input_tokens')).toBeDefined()
  expect(attributeOf(named(/^execute_tool read_file$/)[0], 'gen_ai.tool.name')).toBe('read_file')
  // The ids are those of an export of the same run, and each parent is there.
  const text = Buffer.from(file.bytes, 'base64').toString()
  for (const { spanId, parentSpanId } of all) {
    expect(text).toContain(spanId)
    if (parentSpanId !== undefined) expect(all.map((span) => span.spanId)).toContain(parentSpanId)
  }
  expect(bodies.join('\n')).not.toMatch(/pumpkin|canary/)
  expect(new Set(headers)).toEqual(new Set(['Bearer canary-header']))
})

test('contents are sent if the user says so, without known secrets', async () => {
  const { endpoint, received, bodies } = await collector()
  const { host, message } = await conversation()
  await ask(host, 'settings-write', { telemetry: { endpoint: `${endpoint}/v1/traces`, content: true } })
  await runToEnd(host, message('Where is the pumpkin?'))
  await host.close()
  const tool = received().find(({ name }) => name === 'execute_tool read_file')
  expect(attributeOf(tool, 'gen_ai.tool.call.arguments')).toContain('pumpkin.txt')
  expect(bodies.join('\n')).toContain('Where is the pumpkin?')
  expect(bodies.join('\n')).not.toContain(secret)
})

test('a collector that is gone is reported once and holds up neither runs nor the exit', async () => {
  const { host, message } = await conversation()
  const changes = collectChanges(host)
  await ask(host, 'settings-write', { telemetry: { endpoint: 'http://127.0.0.1:1', content: false } })
  const run = await runToEnd(host, message('Where is the pumpkin?'))
  expect(run.status).toBe('completed')
  await host.close()
  const notices = changes.flatMap((change) => (change.kind === 'notice' ? change.text : []))
  expect(notices.filter((text) => text.includes('collector')).length).toBeLessThanOrEqual(1)
})

/** What OpenTelemetry's SDK would do by itself for every program on this computer. */
function setVariables(endpoint: string) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  vi.stubEnv('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', `${endpoint}/v1/traces`)
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=canary-variable')
  vi.stubEnv('OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'authorization=canary-variable')
  vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'gzip')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'owner=canary-variable')
  onTestFinished(() => void vi.unstubAllEnvs())
}

test("OpenTelemetry's own variables start nothing, and add nothing to what is sent", async () => {
  const [unasked, chosen] = [await collector(), await collector()]
  setVariables(unasked.endpoint)
  const { host, message } = await conversation()
  await runToEnd(host, message('Where is the pumpkin?'))
  await ask(host, 'settings-write', { telemetry: { endpoint: chosen.endpoint, content: false } })
  await runToEnd(host, message('And now?'))
  await host.close()
  expect(unasked.bodies).toEqual([])
  expect(chosen.received().length).toBeGreaterThan(0)
  expect(chosen.bodies.join('\n')).not.toContain('canary-variable')
  expect(new Set(chosen.headers)).toEqual(new Set([undefined]))
  expect(process.env['OTEL_EXPORTER_OTLP_HEADERS']).toBe('authorization=canary-variable')
})

test("a process with a collector of its own sends there with its own headers, and nothing to the settings' one", async () => {
  const [saved, own] = [await collector(), await collector()]
  const { host, message } = await conversation({
    telemetry: { endpoint: own.endpoint, headers: 'Authorization: Bearer own' },
  })
  await ask(host, 'settings-write', { telemetry: { endpoint: saved.endpoint, content: false } })
  await ask(host, 'listener-secret-save', { listener: 'telemetry', secret: 'Authorization: Bearer saved' })
  await runToEnd(host, message('Where is the pumpkin?'))
  await host.close()
  expect(saved.bodies).toEqual([])
  expect(own.received().length).toBeGreaterThan(0)
  expect(new Set(own.headers)).toEqual(new Set(['Bearer own']))
})
