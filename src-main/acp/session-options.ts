import { z } from 'zod'

/** What an agent lets one choose for a session: `model`, `mode`, …, from its options, or its older lists. */
export interface SessionChoice {
  /** What is sent to set it. */
  readonly by: 'option' | 'mode' | 'model'
  readonly id: string
  /** `mode`, `model`, `thought_level`, or a category of the agent's own. */
  readonly category: string
  readonly name: string
  readonly current: string
  readonly values: readonly { readonly id: string; readonly name: string }[]
}

const value = z.object({ value: z.string(), name: z.string().catch('') })
const group = z.object({ options: z.array(z.unknown()) })
const option = z.object({
  id: z.string(),
  name: z.string().catch(''),
  category: z.string().nullish().catch(null),
  currentValue: z.string(),
  options: z.array(z.unknown()),
})
const modes = z.object({
  currentModeId: z.string(),
  availableModes: z.array(z.object({ id: z.string(), name: z.string().catch('') })),
})
const models = z.object({
  currentModelId: z.string(),
  availableModels: z.array(z.object({ modelId: z.string(), name: z.string().catch('') })),
})
const opened = z.object({
  configOptions: z.array(z.unknown()).nullish().catch(null),
  modes: modes.nullish().catch(null),
  models: models.nullish().catch(null),
})

/** Most values of one choice that are kept; opencode lists each model of each provider. */
const maxValues = 500

/**
 * The choices in the answer to a new or loaded session. Options come first, and the older lists count only for what no
 * option sets: agents that have both keep them in step. What is no list of values is left out.
 */
export function choicesIn(answer: unknown): readonly SessionChoice[] {
  const read = opened.safeParse(answer)
  if (!read.success) return []
  const { configOptions, modes: modeList, models: modelList } = read.data
  const found = optionsIn(configOptions)
  const lacks = (category: string) => !found.some((each) => each.category === category)
  const rest: SessionChoice[] = []
  if (modeList && lacks('mode')) {
    const values = modeList.availableModes.slice(0, maxValues)
    rest.push({ by: 'mode', id: 'mode', category: 'mode', name: 'Mode', current: modeList.currentModeId, values })
  }
  if (modelList && lacks('model')) {
    const values = modelList.availableModels.slice(0, maxValues).map(({ modelId, name }) => ({ id: modelId, name }))
    rest.push({ by: 'model', id: 'model', category: 'model', name: 'Model', current: modelList.currentModelId, values })
  }
  return [...found, ...rest]
}

export function optionsIn(list: unknown): readonly SessionChoice[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((each) => {
    const read = option.safeParse(each)
    if (!read.success) return []
    const { id, name, category, currentValue, options } = read.data
    const values = options.flatMap(valuesIn).slice(0, maxValues)
    return [{ by: 'option' as const, id, category: category ?? id, name: name || id, current: currentValue, values }]
  })
}

/** A value, or a group of values. */
function valuesIn(entry: unknown): { id: string; name: string }[] {
  const grouped = group.safeParse(entry)
  if (grouped.success) return grouped.data.options.flatMap(valuesIn)
  const read = value.safeParse(entry)
  return read.success ? [{ id: read.data.value, name: read.data.name || read.data.value }] : []
}
