import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'

/**
 * Why a value is not what a JSON Schema says, or why the schema can't be used; null if it fits. Schemas are of
 * strangers: a pattern or references may take any time.
 */
export function schemaFault(schema: unknown, value: unknown): string | null {
  if (typeof schema === 'boolean') return schema ? null : 'nothing is allowed'
  if (typeof schema !== 'object' || schema === null) return 'the schema is none'
  try {
    const checked = new AjvJsonSchemaValidator().getValidator({ ...schema })(value)
    return checked.valid ? null : (checked.errorMessage ?? 'it does not fit').slice(0, 300)
  } catch (thrown) {
    return `the schema can’t be used (${(thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 200)})`
  }
}
