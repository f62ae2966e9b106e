import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type JsonObject, jsonObject } from '../../src-shared/base/json.ts'
import type { McpTool } from '../../src-shared/mcp/mcp-server.ts'
import { plainText } from '../tools/text/plain-text.ts'

/** Limits for a server's tool definitions (T41). */
export const maxTools = 200
const maxDescription = 4000
const maxSchema = 40_000

const listed = z.looseObject({
  name: z.string().min(1).max(200),
  description: z.string().optional().catch(undefined),
  inputSchema: jsonObject.catch({}),
  annotations: z
    .looseObject({ readOnlyHint: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

/** Parses a listed tool; null if it can't be offered. */
export function toolIn(value: unknown): McpTool | null {
  const read = listed.safeParse(value)
  if (!read.success) return null
  const { name, description = '', inputSchema, annotations } = read.data
  const schema = JSON.stringify({ ...inputSchema, type: 'object' })
  if (schema.length > maxSchema) return null
  return {
    name,
    description: shortened(plainText(description)),
    schema,
    saysReads: annotations?.readOnlyHint === true,
  }
}

const shortened = (text: string) => (text.length <= maxDescription ? text : `${text.slice(0, maxDescription)}…`)

export const schemaOf = (tool: McpTool): JsonObject => jsonObject.parse(JSON.parse(tool.schema))

/** The key for "Always allow": it changes with the definition, so that a changed tool needs a new approval. */
export function definitionKey({ name, description, schema }: McpTool): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([name, description, schema]))
    .digest('hex')
    .slice(0, 12)
  return `any arguments, as defined in ${mark}`
}
