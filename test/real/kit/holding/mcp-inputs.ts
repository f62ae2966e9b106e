import { type HoldingInput, plain, type Told, textResult } from './holding-input.ts'

const withOutput = (outputSchema: object) => [{ ...plain, outputSchema }]
const structured = (structuredContent: unknown) => ({ ...textResult('x'), structuredContent })
const doubled = (word: 'allOf' | 'anyOf' | 'oneOf') => ({
  $ref: '#/$defs/a39',
  $defs: Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `a${at}`,
      at === 0
        ? { type: 'object', properties: { x: { type: 'number' } } }
        : { [word]: [1, 2].map(() => ({ $ref: `#/$defs/a${at - 1}` })) },
    ]),
  ),
})
const deepSchema = (levels: number): object => {
  let schema: object = { type: 'string' }
  for (let at = 0; at < levels; at++) schema = { type: 'object', properties: { x: schema } }
  return schema
}
const nested = (levels: number, inside = '') => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`
const many = (count: number, each = '[]') => `[${Array(count).fill(each).join(',')}]`
const slowText = `${'a'.repeat(40)}!`
const contentOf = (data: string) => `{"content":[{"type":"text","text":"x"}],"structuredContent":{"x":${data}}}`

const results: readonly (readonly [string, Told])[] = [
  [
    'an output schema with an endless pattern',
    {
      tools: withOutput({ properties: { x: { type: 'string', pattern: '^(a+)+$' } } }),
      result: structured({ x: slowText }),
    },
  ],
  [
    'an output schema with an endless pattern of names',
    { tools: withOutput({ patternProperties: { '^(a|a)*$': {} } }), result: structured({ [slowText]: 1 }) },
  ],
  ['an output schema of 2^39 alternatives', { tools: withOutput(doubled('anyOf')), result: structured({ x: 'y' }) }],
  ['an output schema of 2^39 parts', { tools: withOutput(doubled('allOf')), result: structured({ x: 'y' }) }],
  [
    'an output schema of 2^39 exclusive alternatives',
    { tools: withOutput(doubled('oneOf')), result: structured({ x: 'y' }) },
  ],
  [
    'an output schema of 20,000 levels',
    {
      rawTools: JSON.stringify({ tools: [plain] }).replace(
        '}]}',
        `,"outputSchema":${'{"properties":{"x":'.repeat(20_000)}{}${'}}'.repeat(20_000)}}]}`,
      ),
      result: structured({ x: 'y' }),
      isLeftOut: true,
    },
  ],
  [
    'unique items of a long list',
    {
      tools: withOutput({ properties: { x: { uniqueItems: true } } }),
      result: structured({ x: Array.from({ length: 60_000 }, (_, at) => ({ at })) }),
    },
  ],
  [
    'an enumeration of 100,000 objects',
    {
      tools: withOutput({ properties: { x: { enum: Array.from({ length: 50_000 }, (_, at) => ({ at })) } } }),
      result: structured({ x: { at: -1 } }),
    },
  ],
  [
    'an input schema with an endless pattern',
    {
      tools: [{ ...plain, inputSchema: { type: 'object', properties: { x: { type: 'string', pattern: '^(a+)+$' } } } }],
      result: textResult('x'),
    },
  ],
  [
    'an input schema of 1,500 levels',
    {
      tools: [
        { ...plain, inputSchema: deepSchema(1500) },
        { ...plain, name: 'go2' },
      ],
      isLeftOut: true,
      result: textResult('x'),
    },
  ],
  [
    '50,000 tools',
    {
      tools: Array.from({ length: 50_000 }, (_, at) => ({
        name: at === 0 ? 'go' : `t${at}`,
        description: 'd'.repeat(100),
        inputSchema: { type: 'object' },
      })),
      result: textResult('x'),
    },
  ],
  [
    'a list of 3 million values',
    {
      rawTools: `{"tools":[{"name":"go","inputSchema":{"type":"object","x":${many(3_000_000)}}}]}`,
      isLeftOut: true,
      result: textResult('x'),
    },
  ],
  ['a result of 3 million values', { tools: [plain], raw: contentOf(many(3_000_000)) }],
  ['a result of a million objects', { tools: [plain], raw: contentOf(many(900_000, '{"a":1}')) }],
  ['a result of 4 million levels', { tools: [plain], raw: contentOf(nested(4_000_000)) }],
  ['a result of 100,000 levels in 10 parts', { tools: [plain], raw: `{"content":${many(10, nested(100_000))}}` }],
  ['a text of 9 MB', { tools: [plain], result: textResult('x'.repeat(9_000_000)) }],
  ['a text of 9 MB of escape sequences', { tools: [plain], result: textResult('\u001b]'.repeat(2_000_000)) }],
  ['a text of 4 million lines', { tools: [plain], result: textResult('\r\n'.repeat(2_000_000)) }],
  [
    '100,000 texts',
    { tools: [plain], result: { content: Array.from({ length: 100_000 }, () => ({ type: 'text', text: 'x' })) } },
  ],
  [
    '200 texts of JSON beside a structured result',
    {
      tools: [plain],
      result: {
        content: Array.from({ length: 200 }, () => ({ type: 'text', text: many(9000) })),
        structuredContent: { x: Array(9000).fill([]) },
      },
    },
  ],
  ['an error of 5 MB', { tools: [plain], result: { ...textResult(' '.repeat(5_000_000)), isError: true } }],
  [
    'images of spaces',
    {
      tools: [plain],
      result: {
        content: Array.from({ length: 9 }, () => ({ type: 'image', mimeType: 'image/png', data: ' '.repeat(900_000) })),
      },
    },
  ],
  [
    'images that are almost data addresses',
    {
      tools: [plain],
      result: {
        content: Array.from({ length: 9 }, () => ({
          type: 'image',
          mimeType: 'image/png',
          data: `data:${'a;'.repeat(400_000)}`,
        })),
      },
    },
  ],
  [
    '200,000 reports of progress',
    {
      tools: [plain],
      before: Array(200_000).fill(
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":TOKEN,"progress":1,"message":"m"}}',
      ),
      result: textResult('x'),
    },
  ],
  [
    'reports that the tools have changed, 100,000 times',
    {
      tools: [plain],
      before: Array(100_000).fill('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'),
      result: textResult('x'),
    },
  ],
  ['200,000 lines that are no JSON', { tools: [plain], before: Array(200_000).fill('{bad'), result: textResult('x') }],
  [
    'a form of 100,000 fields',
    {
      tools: [plain],
      before: [
        JSON.stringify({
          jsonrpc: '2.0',
          id: 'e1',
          method: 'elicitation/create',
          params: {
            message: 'm',
            requestedSchema: {
              type: 'object',
              properties: Object.fromEntries(
                Array.from({ length: 100_000 }, (_, at) => [`f${at}`, { type: 'string' }]),
              ),
            },
          },
        }),
      ],
      result: textResult('x'),
    },
  ],
]

const inShort = new Set([
  'an output schema with an endless pattern',
  'an output schema of 2^39 parts',
  'a result of 3 million values',
  'a result of 4 million levels',
])

/** What MCP servers do, over standard input and output and over HTTP. */
export const mcpInputs: readonly HoldingInput[] = [
  ...results.map(
    ([name, told]): HoldingInput => ({ way: 'mcp', name, told, ...(inShort.has(name) && { short: true }) }),
  ),
  ...results
    .filter(([, { before }]) => before === undefined)
    .filter(([name]) => /pattern|parts|million|levels|9 MB/.test(name))
    .flatMap(([name, told], at): readonly HoldingInput[] => [
      { way: 'mcp-http', name: `${name}, over HTTP`, told, events: at % 2 === 0 },
    ]),
]
