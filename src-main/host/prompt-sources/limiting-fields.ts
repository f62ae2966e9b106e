import type { JsonObject } from '../../../src-shared/base/json.ts'

/** How the names of fields begin or end that take something away, in files of any tool. */
const limiting =
  /^(?:disallow|disable|deny|denied|forbid|exclude|block|restrict|sandbox|permission|read-?only$|hooks$|isolation$|max|limit)|(?:limit|only)s?$/i
/** They are about the length of a model's answer. */
const harmless = /token|length|output/i

/**
 * The fields of a file that limit what may be done, also in ways that nobody here has heard of: a limit that is not
 * understood never counts as none.
 * @param known names of those that are held to
 */
export const limitingFields = (fields: JsonObject, known: readonly string[] = []): readonly string[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const isOff = value === null || value === false || value === 'false'
    return isOff || known.includes(name) || !limiting.test(name) || harmless.test(name) ? [] : [name]
  })
