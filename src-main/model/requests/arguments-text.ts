import { z } from 'zod'

/** Arguments of a call as text. Some servers send the object itself in place of its text; what it is, is judged later. */
export const argumentsText = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'string' ? value : value === undefined || value === null ? '' : written(value),
  )

function written(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return 'nested too deeply'
  }
}
