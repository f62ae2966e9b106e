import type { JsonObject } from '../../../src-shared/base/json.ts'
import { acceptableSchema } from '../../../src-shared/model/schemas/acceptable-schema.ts'
import { plainSchema } from '../../../src-shared/model/schemas/plain-schema.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { Recipient } from '../wire.ts'

/** The tools as they are offered to the recipient: without those that it refuses, and with parameters that it takes. */
export function sentTools({ forms = [] }: Recipient, tools: readonly ToolInfo[]): readonly ToolInfo[] {
  if (forms.length === 0) return tools
  const has: ReadonlySet<string> = new Set(forms)
  const offered = tools.filter(({ name }) => !has.has(`no-tool:${name}`))
  return offered.map((tool) => {
    if (has.has('plain-tools') || has.has(`plain-tool:${tool.name}`)) return once(plainOnes, tool, plainSchema)
    return has.has('acceptable-schemas') ? once(acceptable, tool, acceptableSchema) : tool
  })
}

type Made = WeakMap<ToolInfo, ToolInfo>
const acceptable: Made = new WeakMap()
const plainOnes: Made = new WeakMap()

/** Tools that can't change are the same objects in all requests, so that their text is made once. */
function once(made: Made, tool: ToolInfo, change: (schema: JsonObject) => JsonObject): ToolInfo {
  const before = made.get(tool)
  if (before !== undefined) return before
  const isFixed = Object.isFrozen(tool)
  const parameters = change(tool.parameters)
  const changed = { ...tool, parameters: isFixed ? frozen(parameters) : parameters }
  if (!isFixed) return changed
  Object.freeze(changed)
  made.set(tool, changed)
  return changed
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}
