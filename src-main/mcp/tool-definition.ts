import { createHash } from 'node:crypto'
import { z } from 'zod'
import { excessIn } from '../../src-shared/base/excess.ts'
import { type JsonObject, json, jsonObject } from '../../src-shared/base/json.ts'
import { plainText } from '../../src-shared/base/plain-text.ts'
import type { McpTool } from '../../src-shared/mcp/mcp-server.ts'
import { completeSchema } from '../../src-shared/model/schemas/acceptable-schema.ts'
import { withOwnNames, withPlainNames } from '../../src-shared/model/schemas/plain-names.ts'

/** Limits for a server's tool definitions (T41). */
export const maxTools = 200
const maxDescription = 4000
const maxSchema = 40_000

const listed = z.looseObject({
  name: z.string().min(1).max(200),
  description: z.string().optional().catch(undefined),
  inputSchema: jsonObject.catch({}),
  outputSchema: z.unknown().optional(),
  annotations: z
    .looseObject({ readOnlyHint: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

type ReadTool =
  | { readonly kind: 'tool'; readonly tool: McpTool /** As it came, not checked. */; readonly output: unknown }
  /** Can't be offered. `why`: a few words. */
  | { readonly kind: 'bad'; readonly name: string; readonly why: string }

/** Parses a listed tool. What is wrong with one costs that one. */
export function toolIn(value: unknown): ReadTool {
  const bad = (why: string): ReadTool => ({ kind: 'bad', name: nameIn(value), why })
  // What is wrong with the description of results costs that alone.
  const described = excessIn(value) === null ? value : withoutOutput(value)
  const excess = described === value ? null : excessIn(described)
  if (excess !== null) return bad(excess)
  const read = listed.safeParse(described)
  if (!read.success) return bad('it has no name of at most 200 characters')
  const { name, description = '', inputSchema, outputSchema: output, annotations } = read.data
  const schema = JSON.stringify({ ...inputSchema, type: 'object' })
  if (schema.length > maxSchema) return bad('the description of its arguments is too long')
  const tool = {
    name,
    description: shortened(plainText(description)),
    schema,
    saysReads: annotations?.readOnlyHint === true,
  }
  return { kind: 'tool', tool, output }
}

function withoutOutput(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return { ...value, outputSchema: undefined }
}

function nameIn(value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null
  return typeof name === 'string' && name !== '' ? name.slice(0, 80) : 'one without a name'
}

const shortened = (text: string) => (text.length <= maxDescription ? text : `${text.slice(0, maxDescription)}…`)

/** The parameters as models get them: with names that every API takes (`ownArguments` takes them back). */
export const schemaOf = (tool: McpTool): JsonObject => withPlainNames(completeSchema(ownSchema(tool)))

/** A model's arguments under the server's own names. */
export function ownArguments(tool: McpTool, values: unknown): unknown {
  const read = json.safeParse(values)
  return read.success ? withOwnNames(read.data, completeSchema(ownSchema(tool))) : values
}

const ownSchema = (tool: McpTool): JsonObject => jsonObject.parse(JSON.parse(tool.schema))

/** The key for "Always allow": it changes with the definition, so that a changed tool needs a new approval. */
export function definitionKey({ name, description, schema }: McpTool): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([name, description, schema]))
    .digest('hex')
    .slice(0, 12)
  return `any arguments, as defined in ${mark}`
}
