import { afterEach, describe, expect, it } from 'vitest'
import { isForm } from '../../../src-main/model/requests/forms.ts'
import { wires } from '../../../src-main/model/wires.ts'
import { call, reply } from '../../kit/agent/agent-replies.ts'
import { bound, callOnce, clientFor, requestFor } from '../../kit/model-server/model-client.ts'
import { type OpenStrictServer, openStrictServer } from '../../kit/strict/open-strict-server.ts'
import { requestKinds } from '../../kit/strict/requests.ts'
import type { Body } from '../../kit/strict/rule.ts'
import { type StrictServer, strictServers } from '../../kit/strict/strict-servers.ts'

// What the servers of the world refuse, each rule from its documentation or a public report: every kind of request gets its
// answer, at the second try of the same kind without any refusal.

let server: OpenStrictServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const path = { type: 'object', properties: { path: { type: 'string' } } }
const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const
/** A forced call is answered by it, all else by words. */
const says = (body: Readonly<Record<string, unknown>>) =>
  typeof body['tool_choice'] === 'object' ? reply('', [call('call_9', 'read_file', { path: 'a' })]) : reply('ready')

/** What no encoder of ours writes. */
const broken: readonly Body[] = [
  { messages: [{ role: 'tool', tool_call_id: 'a', content: '' }] },
  { messages: [{ role: 'user', content: [] }] },
  {
    tools: [
      { name: 'a b', input_schema: {} },
      { function: { name: 'a b', parameters: path }, parameters: path },
    ],
  },
  { input: [{ type: 'function_call_output', call_id: 'x' }] },
  { tools: Array.from({ length: 5 }, () => ({ cache_control: {} })) },
  { thinking: {}, messages: [{ role: 'user', content: [{ type: 'thinking', signature: 'of another' }] }] },
  { tools: [{ input_schema: { type: 'object', properties: { 'filter[name]': {} } } }] },
  { reasoning: { summary: 'auto' }, messages: [{ role: 'assistant', tool_calls: [], reasoning_content: '' }] },
  { thinking: { type: 'adaptive' }, temperature: 0.2, top_p: 0.9 },
  { temperature: 0.2, top_p: 0.9 },
]
const withoutForms = ({ profile }: StrictServer): readonly Body[] =>
  requestKinds.map(({ request }) => {
    const client = clientFor('', { profile: { preset: 'custom', ...profile } })
    const { messages, tools } = requestFor(request)
    const to = { api: profile.api, profileId: 'p1', model: bound.model }
    return JSON.parse(
      wires[to.api].body(to, messages, tools, client.parameters(bound, requestFor(request)), () => image),
    )
  })

describe.each(strictServers)('$name', (strict) => {
  it('says where each of its rules comes from', () => {
    expect(strict.rules.filter(({ source }) => source.length < 10)).toEqual([])
  })

  it('refuses something by each of its rules', () => {
    const bodies = [...withoutForms(strict), ...broken]
    const idle = strict.rules.filter((rule) => bodies.every((body) => rule.check(body) === null))
    expect(idle.map(({ source }) => source)).toEqual([])
  })

  it.each(requestKinds)('answers $name', async ({ request, holds }) => {
    server = await openStrictServer(strict, (_, body) => says(body))
    const client = clientFor(server.url, { profile: strict.profile, readImage: () => image })
    const { end, heard } = await callOnce(client, request)
    expect(end, server.refused.map(({ why }) => why).join('\n')).toMatchObject({ ok: true })
    expect(heard.retries).toHaveLength(server.refused.length)
    const sent = JSON.stringify(server.taken.at(-1))
    for (const text of holds) expect(sent).toContain(text)

    const before = server.refused.length
    const images = client.images(bound) ? () => image : null
    const again = await callOnce(client, request)
    expect(again.end.ok).toBe(true)
    expect(server.refused).toHaveLength(before)

    const forms = client.forms(bound).filter(isForm)
    const to = { api: client.api(bound), profileId: 'p1', model: bound.model, forms }
    const { messages, tools } = requestFor(request)
    const rebuilt = wires[to.api].body(to, messages, tools, client.parameters(bound, requestFor(request)), images)
    expect(JSON.parse(rebuilt)).toEqual(server.taken.at(-1))
  })
})
