/** A parsed request body. Only what a rule looks at is checked. */
export type Body = Readonly<Record<string, unknown>>

/** An answer with an error status. */
export interface Refused {
  readonly status: number
  readonly error: unknown
}

/** One rule of a server, with where it is documented or reported. */
export interface Rule {
  readonly source: string
  /** What it answers to a request that breaks the rule; null if the request keeps it. */
  readonly check: (body: Body) => Refused | null
}

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectsIn = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An error in OpenAI's shape. */
export const openAiError = (message: string, more: object = {}, status = 400): Refused => ({
  status,
  error: { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } },
})

/** An error in Anthropic's shape. */
export const messagesError = (message: string): Refused => ({
  status: 400,
  error: { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_1' },
})

/** A parameter that is refused with these words. */
export const refuses = (
  name: string,
  source: string,
  error: (value: unknown) => Refused,
  isRefused: (value: unknown, body: Body) => boolean = () => true,
): Rule => ({
  source,
  check: (body) => (Object.hasOwn(body, name) && isRefused(body[name], body) ? error(body[name]) : null),
})

/** A tool of a request, in any of the APIs. */
export interface SentTool {
  readonly at: number
  readonly name: string
  readonly schema: Body
}

export const toolsIn = (body: Body): readonly SentTool[] =>
  objectsIn(body['tools']).map((tool, at) => {
    const own = isObject(tool['function']) ? tool['function'] : tool
    const schema = own['parameters'] ?? own['input_schema']
    return { at, name: textIn(own['name']), schema: isObject(schema) ? schema : {} }
  })

/** Every schema within a schema, each with its place, as `parameters.properties[xs].items`. */
export function* schemasIn(schema: unknown, place: string): Generator<{ readonly place: string; readonly own: Body }> {
  if (!isObject(schema)) return
  yield { place, own: schema }
  for (const [name, sub] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {}))
    yield* schemasIn(sub, `${place}.properties[${name}]`)
  for (const [name, sub] of Object.entries(isObject(schema['$defs']) ? schema['$defs'] : {}))
    yield* schemasIn(sub, `${place}.$defs[${name}]`)
  if (isObject(schema['items'])) yield* schemasIn(schema['items'], `${place}.items`)
  for (const name of ['anyOf', 'oneOf', 'allOf'])
    for (const [at, sub] of objectsIn(schema[name]).entries()) yield* schemasIn(sub, `${place}.${name}[${at}]`)
}
