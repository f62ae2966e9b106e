import { z } from 'zod'
import type { JsonObject } from '../base/json.ts'

/**
 * A text that a strategy sends to a model, and that the user can change: its default, and the placeholders in it.
 *
 * 1. `{plan}` is a placeholder; `{{plan}}` is the plain text `{plan}`. Other braces are plain text.
 * 2. A text without a required placeholder, or with an unknown one, is refused before a run starts.
 * 3. Only texts that differ from the default are stored with a choice; a run's log stores the defaults of its time.
 */
export interface Prompt<R extends string = string, O extends string = string> {
  /** Who gets it and when, in a few words. */
  readonly about: string
  /** The default. */
  readonly text: string
  readonly required: readonly R[]
  readonly optional: readonly O[]
}
export type PromptTable = { readonly [name: string]: Prompt }

/** Texts by the names of their prompts. */
export const promptTexts = z.record(z.string(), z.string())
export type PromptTexts = Readonly<z.infer<typeof promptTexts>>

/** The texts of several strategies, by the strategies' names. */
export const promptBook = z.record(z.string(), promptTexts)
export type PromptBook = Readonly<z.infer<typeof promptBook>>

/** A prompt as the window draws it. */
export const promptInfo = z.object({
  name: z.string(),
  about: z.string(),
  text: z.string(),
  required: z.array(z.string()).readonly(),
  optional: z.array(z.string()).readonly(),
})
export type PromptInfo = z.infer<typeof promptInfo>

/** Declares a prompt. @param names its placeholders: those that must stand in every text, and those that may */
export function prompt(about: string, text: string): Prompt<never, never>
export function prompt<const R extends string = never, const O extends string = never>(
  about: string,
  text: string,
  names: { readonly required?: readonly R[]; readonly optional?: readonly O[] },
): Prompt<R, O>
export function prompt(
  about: string,
  text: string,
  {
    required = [],
    optional = [],
  }: { readonly required?: readonly string[]; readonly optional?: readonly string[] } = {},
): Prompt {
  return { about, text, required, optional }
}

/** Prompts as functions of what stands for their placeholders. */
export type Prompts<T extends PromptTable> = {
  readonly [K in keyof T]: T[K] extends Prompt<infer R, infer O> ? Filled<R | O> : never
}
type Filled<N extends string> = [N] extends [never] ? () => string : (values: Values<N>) => string
type Values<N extends string> = { readonly [K in N]: string | number }

/** @param texts those that replace the defaults */
export function bindPrompts<T extends PromptTable>(table: T, texts: PromptTexts = {}): Prompts<T> {
  const bound = Object.entries(table).map(([name, { text }]) => {
    const used = Object.hasOwn(texts, name) ? (texts[name] ?? text) : text
    return [name, (values: Values<string> = {}) => fillPrompt(used, values)]
  })
  // The table says which values each takes; only this cast knows that the functions are of this table.
  return Object.fromEntries(bound) as Prompts<T>
}

const placeholder = /\{\{([A-Za-z]\w*)\}\}|\{([A-Za-z]\w*)\}/g

/** The text with values for its placeholders, in one pass: braces in a value are plain text. */
export function fillPrompt(text: string, values: Values<string>): string {
  return text.replace(placeholder, (whole, literal: string | undefined, name: string | undefined) => {
    if (literal !== undefined) return `{${literal}}`
    return name !== undefined && Object.hasOwn(values, name) ? String(values[name]) : whole
  })
}

export const promptInfos = (table: PromptTable): PromptInfo[] =>
  Object.entries(table).map(([name, each]) => ({ name, ...each }))

export const defaultTexts = (table: PromptTable): PromptTexts =>
  Object.fromEntries(Object.entries(table).map(([name, { text }]) => [name, text]))

/** Maximum characters of a prompt. */
export const maxPrompt = 50_000

type Placeholders = Pick<Prompt, 'required' | 'optional'>

/** What is wrong with a text for a prompt, in a sentence; null if it can be used. */
export function promptProblem({ required, optional }: Placeholders, text: string): string | null {
  if (text.trim() === '') return 'A prompt must not be empty.'
  if (text.length > maxPrompt) return `A prompt has at most ${maxPrompt} characters.`
  const used = [...text.matchAll(placeholder)].flatMap(([, , name]) => (name === undefined ? [] : [name]))
  const missing = required.filter((name) => !used.includes(name))
  if (missing.length > 0)
    return `${braced(missing)} is missing: the strategy fills it in, so it has to stand in the text.`
  const unknown = used.find((name) => !required.includes(name) && !optional.includes(name))
  if (unknown === undefined) return null
  const known = [...required, ...optional]
  const there = known.length === 0 ? 'This prompt has no placeholders' : `Placeholders here: ${braced(known)}`
  return `{${unknown}} is not a placeholder of this prompt. ${there}; for the plain text, write {{${unknown}}}.`
}

const braced = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ')

/** The changed texts in the options of a strategy; none if they can't be read. */
export function changedPrompts(options: JsonObject): PromptTexts {
  const read = promptTexts.safeParse(options['prompts'])
  return read.success ? read.data : {}
}

/** The options with a text for a prompt; without one if it is the default. */
export function withPrompt(options: JsonObject, { name, text: usual }: PromptInfo, text: string): JsonObject {
  const { prompts: _, ...others } = options
  const { [name]: _before, ...rest } = changedPrompts(options)
  const prompts = text === usual ? rest : { ...rest, [name]: text }
  return Object.keys(prompts).length === 0 ? others : { ...others, prompts }
}
