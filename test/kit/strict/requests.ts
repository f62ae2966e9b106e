import { imageMark } from '../../../src-shared/mentions/image-marks.ts'
import type { AssistantMessage, Message, ModelRequest, ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { call, result } from '../agent/agent-replies.ts'

/** A kind of request that conversations of every strategy come to, and that some servers refuse. */
export interface RequestKind {
  readonly name: string
  readonly request: Partial<ModelRequest>
  /** Texts that must have reached the server. */
  readonly holds: readonly string[]
}

const system: Message = { role: 'system', text: 'You work on a project.' }
const user = (text: string): Message => ({ role: 'user', text })
const answer = (text: string, toolCalls: readonly ToolCall[] = [], more: Partial<AssistantMessage> = {}): Message => ({
  role: 'assistant',
  text,
  reasoning: '',
  toolCalls,
  ...more,
})
const results = (...calls: readonly ToolCall[]): readonly Message[] =>
  calls.map(({ id, tool }) => ({ ...result(id, tool, `result of ${id.slice(0, 8)}`), role: 'tool' }))

const tool = (name: string, parameters: ToolInfo['parameters']): ToolInfo => ({
  name,
  description: `The tool ${name}.`,
  parameters,
  effect: 'read',
})

const path = {
  type: 'object',
  properties: { path: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
} as const
/** Tools as MCP servers define them, none of them wrong by its own draft. */
export const oddTools: readonly ToolInfo[] = [
  tool('read_file', { $schema: 'https://json-schema.org/draft/2020-12/schema', ...path }),
  tool('mcp__s__none', { type: 'object' }),
  tool('mcp__s__list', {
    type: 'object',
    properties: { xs: { type: 'array' }, pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } },
  }),
  tool('mcp__s__either', {
    type: 'object',
    oneOf: [
      { properties: { id: { type: 'string' } }, required: ['id'] },
      { properties: { url: { type: 'string' } }, required: ['url'] },
    ],
  }),
  tool('mcp__s__draft4', {
    $schema: 'http://json-schema.org/draft-04/schema#',
    type: 'object',
    properties: { n: { type: 'number', minimum: 0, exclusiveMinimum: true } },
  }),
  tool('mcp__s__refs', {
    type: 'object',
    $defs: { Node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/Node' } } } },
    properties: { node: { $ref: '#/$defs/Node' }, lost: { $ref: '#/$defs/Nowhere' } },
  }),
  tool('mcp__s__words', {
    type: 'object',
    properties: {
      level: { enum: [1, 2, 3] },
      kind: { const: 'a' },
      maybe: { type: ['string', 'null'], pattern: '[a-z]+' },
      open: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { pattern: '^x' } },
      anything: {},
    },
  }),
]

const longId = `functions.read_file:0/${'x'.repeat(70)}`
const [one, two] = [call('call_1', 'read_file', { path: 'a' }), call('call_2', 'read_file', { path: 'b' })]
const image = imageMark('a'.repeat(64))

export const requestKinds: readonly RequestKind[] = [
  { name: 'a question', request: { messages: [system, user('What is this?')] }, holds: ['What is this?'] },
  {
    name: 'tools of strangers',
    request: { messages: [system, user('Look.')], tools: oddTools },
    holds: ['mcp__s__either', 'read_file'],
  },
  {
    name: 'calls at the same time',
    request: { messages: [system, user('Look.'), answer('', [one, two]), ...results(one, two)], tools: oddTools },
    holds: ['result of call_1', 'result of call_2'],
  },
  {
    name: 'a forced call',
    request: { messages: [system, user('Look.')], tools: oddTools.slice(0, 1), toolChoice: { tool: 'read_file' } },
    holds: ['read_file'],
  },
  {
    name: 'a stop sequence',
    request: { messages: [system, user('Look.')], stop: ['\nObservation:'] },
    holds: ['Look.'],
  },
  { name: 'an image', request: { messages: [system, user(`What is here? ${image}`)] }, holds: ['What is here?'] },
  {
    name: 'an image in a result',
    request: {
      messages: [
        system,
        user('Look.'),
        answer('', [one]),
        { ...result(one.id, one.tool, `Seen: ${image}`), role: 'tool' },
      ],
      tools: oddTools.slice(0, 1),
    },
    holds: ['Seen: '],
  },
  {
    name: 'thinking of the same model',
    request: {
      messages: [
        system,
        user('Look.'),
        answer('I look.', [one], { reasoning: 'I should look first.' }),
        ...results(one),
        answer('It is so.', [], { reasoning: 'It is.' }),
        user('And now?'),
      ],
      tools: oddTools.slice(0, 1),
    },
    holds: ['It is so.', 'And now?'],
  },
  {
    name: 'a conversation that began with another model',
    request: {
      messages: [
        system,
        user('Look.'),
        answer('', [call(longId, 'read_file', { path: 'a' }), call('call:2/x', 'shell', {})], {
          reasoning: 'Hm.',
          carried: {
            api: 'messages',
            profileId: 'p9',
            model: 'other',
            parts: [{ reasoning: 3, extra: { signature: 'of another' } }, { call: 0 }, { call: 1 }],
          },
        }),
        ...results(call(longId, 'read_file'), call('call:2/x', 'shell')),
        answer('It is so.'),
        user('And now?'),
      ],
      tools: oddTools.slice(0, 1),
    },
    holds: ['result of function', 'It is so.', 'And now?'],
  },
  {
    name: 'a turn that failed, and what the user said meanwhile',
    request: {
      messages: [
        system,
        user('Look.'),
        answer('', [one]),
        ...results(one),
        user('Stop that.'),
        user('Do this.'),
        { role: 'system', text: 'The folder has changed.' },
      ],
      tools: oddTools.slice(0, 1),
    },
    holds: ['result of call_1', 'Stop that.', 'Do this.', 'The folder has changed.'],
  },
  {
    name: 'a long conversation',
    request: {
      messages: [
        system,
        ...Array.from({ length: 60 }, (_, at) => {
          const made = call(`call_${at}`, 'read_file', { path: `f${at}` })
          return [user(`Question ${at}`), answer('', [made]), ...results(made), answer(`Answer ${at}`)]
        }).flat(),
        user('The last question'),
      ],
      tools: oddTools,
    },
    holds: ['Question 0', 'Answer 59', 'The last question'],
  },
]
