import { z } from 'zod'
import { counted } from '../../../src-shared/base/format.ts'
import type { ReadOutside, ReadTrial } from './outside-shape.ts'

const ids = z.array(z.string().min(1)).catch([]).default([])

/** What the harness writes of a run, `MODEL.RUN.json`; the names of its fields are those of versions 1 and 2 of it. */
const report = z.object({
  resolved_ids: z.array(z.string().min(1)),
  unresolved_ids: ids,
  empty_patch_ids: ids,
  error_ids: ids,
  incomplete_ids: ids,
})

/** What it writes of one instance, `report.json`, by the instance's name. */
const instances = z
  .record(z.string().min(1), z.object({ resolved: z.boolean(), patch_exists: z.boolean() }))
  .refine((all) => Object.keys(all).length > 0)

/**
 * A report of SWE-bench's harness, also as sb-cli gets it. What was not resolved failed, be it that a patch was empty or
 * did not apply; instances without a prediction are left out. It names neither agent nor model.
 * Source: github.com/SWE-bench/SWE-bench, swebench/harness/reporting.py and grading.py
 * @returns null if it is none
 */
export function readSweBenchReport(value: unknown): ReadOutside | null {
  const whole = report.safeParse(value).data
  if (whole !== undefined) {
    const { resolved_ids: resolved, unresolved_ids, empty_patch_ids: empty, error_ids: errors, incomplete_ids } = whole
    const failed = new Set([...unresolved_ids, ...empty, ...errors].filter((each) => !resolved.includes(each)))
    return readOf(
      [...new Set(resolved)],
      [...failed],
      incomplete_ids.length === 0 ? [] : [`Instances without a prediction: ${incomplete_ids.length}.`],
      [
        ...said(empty.length, 'empty patch', 'empty patches'),
        ...said(errors.length, 'patch with an error', 'patches with an error'),
      ],
    )
  }
  const each = instances.safeParse(value).data
  if (each === undefined) return null
  const named = (isResolved: boolean) => Object.keys(each).filter((name) => each[name]?.resolved === isResolved)
  return readOf(named(true), named(false), [], [])
}

const said = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${counted(count, one, many)} counted as failed.`]

function readOf(
  resolved: readonly string[],
  failed: readonly string[],
  leftOut: readonly string[],
  notes: readonly string[],
): ReadOutside {
  const trialOf =
    (success: boolean) =>
    (name: string): ReadTrial => ({
      names: [name],
      version: null,
      repeat: 0,
      success,
      workMs: null,
      cost: null,
    })
  const trials = [...resolved.map(trialOf(true)), ...failed.map(trialOf(false))]
  const entry = { title: 'SWE-bench report', options: '', models: [], trials }
  return { format: 'swe-bench', entries: trials.length === 0 ? [] : [entry], leftOut, notes }
}
