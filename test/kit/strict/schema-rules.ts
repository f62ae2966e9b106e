import { isObject, messagesError, openAiError, type Rule, schemasIn, toolsIn } from './rule.ts'

const choices = ['oneOf', 'anyOf', 'allOf'] as const

/** Chat Completions and Responses of OpenAI and Azure. */
export const openAiSchemas: readonly Rule[] = [
  {
    source:
      'https://github.com/tailcallhq/forgecode/issues/1359, https://platform.openai.com/docs/guides/function-calling',
    check: (body) => {
      for (const { at, name, schema } of toolsIn(body)) {
        const refusal = (why: string) =>
          openAiError(`Invalid schema for function '${name}': ${why}.`, {
            param: body['input'] === undefined ? `tools[${at}].function.parameters` : `tools[${at}].parameters`,
            code: 'invalid_function_parameters',
          })
        if (schema['type'] !== 'object') return refusal('schema must be a JSON Schema of \'type: "object"\'')
        if (!isObject(schema['properties'])) return refusal('object schema missing properties')
        if ([...choices, 'enum', 'not'].some((each) => each in schema))
          return refusal(
            "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
          )
        for (const { place, own } of schemasIn(schema, ''))
          if (own['type'] === 'array' && !isObject(own['items']))
            return refusal(`In context=('properties', '${place}'), array schema missing items`)
      }
      return null
    },
  },
  {
    source: 'https://github.com/github/copilot-cli/issues/1879: names of functions',
    check: (body) => {
      const odd = toolsIn(body).find(({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
      if (odd === undefined) return null
      const words = `Invalid 'tools[${odd.at}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
      return openAiError(words, { param: `tools[${odd.at}].function.name`, code: 'invalid_value' })
    },
  },
]

export const anthropicSchemas: readonly Rule[] = [
  {
    source: 'https://github.com/anthropics/claude-code/issues/40075',
    check: (body) => {
      const odd = toolsIn(body).find(({ schema }) => choices.some((each) => each in schema))
      const words = 'input_schema does not support oneOf, allOf, or anyOf at the top level'
      return odd === undefined ? null : messagesError(`tools.${odd.at}.custom.input_schema: ${words}`)
    },
  },
  {
    source: 'https://github.com/langchain-ai/langchain-mcp-adapters/issues/137: type of the schema',
    check: (body) => {
      const odd = toolsIn(body).find(({ schema }) => schema['type'] !== 'object')
      return odd === undefined ? null : messagesError(`tools.${odd.at}.custom.input_schema.type: Field required`)
    },
  },
  {
    source: 'https://github.com/anthropics/claude-code: “Property keys should match pattern”',
    check: (body) => {
      for (const { at, schema } of toolsIn(body))
        for (const { own } of schemasIn(schema, ''))
          if (
            Object.keys(isObject(own['properties']) ? own['properties'] : {}).some(
              (key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key),
            )
          )
            return messagesError(
              `tools.${at}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
            )
      return null
    },
  },
  {
    source: 'https://json-schema.org/draft/2020-12/schema, which the API holds schemas to',
    check: (body) => {
      for (const { at, schema } of toolsIn(body))
        for (const { own } of schemasIn(schema, ''))
          if (
            typeof own['exclusiveMinimum'] === 'boolean' ||
            Array.isArray(own['items']) ||
            typeof own['required'] === 'boolean'
          )
            return messagesError(
              `tools.${at}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use.`,
            )
      return null
    },
  },
]

/** Fields that Gemini's schema object has. Source: https://ai.google.dev/api/caching#Schema */
const geminiFields: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'items',
  'minimum',
  'maximum',
])

const geminiError = (message: string) => ({
  status: 400,
  error: [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }],
})

export const geminiSchemas: readonly Rule[] = [
  {
    source:
      'https://github.com/zed-industries/zed/issues/44875, https://github.com/router-for-me/CLIProxyAPI/issues/97',
    check: (body) => {
      const unknown = toolsIn(body).flatMap(({ at, schema }) =>
        [...schemasIn(schema, `tools[0].function_declarations[${at}].parameters`)].flatMap(({ place, own }) =>
          Object.keys(own)
            .filter((name) => !geminiFields.has(name))
            .map((name) => `Invalid JSON payload received. Unknown name "${name}" at '${place}': Cannot find field.`),
        ),
      )
      return unknown.length === 0 ? null : geminiError(unknown.join('\n'))
    },
  },
  {
    source:
      'https://github.com/AstrBotDevs/AstrBot/issues/6029, https://github.com/google-gemini/gemini-cli/issues/2282',
    check: (body) => {
      for (const { at, schema } of toolsIn(body))
        for (const { place, own } of schemasIn(schema, `tools[0].function_declarations[${at}].parameters`)) {
          const items = own['items']
          if (own['type'] === 'array' && !(isObject(items) && typeof items['type'] === 'string'))
            return geminiError(`* GenerateContentRequest.${place}.items: missing field.\n`)
          if (Array.isArray(own['enum']) && own['enum'].some((each) => typeof each !== 'string'))
            return geminiError(`* GenerateContentRequest.${place}.enum: only allowed for STRING type\n`)
          if (Array.isArray(own['type']))
            return geminiError(`* GenerateContentRequest.${place}.type: must be one value\n`)
        }
      return null
    },
  },
]

/** Vertex, behind its gateways: the tool is named in words. */
export const vertexSchemas: readonly Rule[] = [
  {
    source: 'https://github.com/google-gemini/gemini-cli/issues/2282',
    check: (body) => {
      for (const { name, schema } of toolsIn(body))
        for (const { place, own } of schemasIn(schema, 'parameters'))
          if (own['type'] === undefined || '$ref' in own)
            return geminiError(
              `Unable to submit request because \`${name}\` functionDeclaration \`${place}\` schema didn't specify the schema type field. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling`,
            )
      return null
    },
  },
]

/** llama.cpp makes a grammar of the schemas. */
export const grammarSchemas: readonly Rule[] = [
  {
    source: 'https://github.com/ggml-org/llama.cpp/blob/master/common/json-schema-to-grammar.cpp',
    check: (body) => {
      for (const { schema } of toolsIn(body))
        for (const { own } of schemasIn(schema, ''))
          if (typeof own['pattern'] === 'string' && !/^\^.*\$$/.test(own['pattern']))
            return openAiError("JSON schema conversion failed:\nPattern must start with '^' and end with '$'", {
              code: 400,
            })
      return null
    },
  },
]
