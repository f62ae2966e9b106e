import { z } from 'zod'
import {
  maxPreset,
  type PresetEntry,
  type PresetProblem,
  type PresetReading,
  preset,
  presetSources,
} from '../strategy/preset.ts'
import { type StrategyInfo, strategyChoice } from '../strategy/strategy-info.ts'
import { type StrategyPick, strategyPick } from '../strategy/strategy-pick.ts'
import { type ProjectTrust, trustParts } from '../workspace/project-trust.ts'
import { id, nowhere, read, readOnce, result, write } from './request-shape.ts'

const presetId = z.string().min(1).max(300)
/** Null: what is there in every project. */
const projectId = id.nullable()

/** The defaults that were set for one place; null if it has none. */
export interface StrategyDefaults {
  readonly project: StrategyPick | null
  readonly conversation: StrategyPick | null
}

/** Strategies to choose from. */
export const strategyRequests = {
  /** The app's, the user's own, and those of the project where they are trusted. */
  'strategies-list': read(z.object({ projectId }), result<readonly StrategyInfo[]>()),
  /** Writes a strategy from the template, for the user or into the project; answers where it is. */
  'strategy-new': write(
    z.object({ name: z.string().min(1).max(60), projectId }),
    result<{ readonly file: string; readonly source: NonNullable<StrategyInfo['source']> }>(),
    nowhere,
  ),
  /** Shows the file of a strategy in the system's file manager; refused by shells that have none. */
  'strategy-reveal': readOnce(z.object({ name: z.string().min(1).max(300), projectId }), result<null>()),
}

/** Presets, and what a choice of strategy is by default. */
export const presetRequests = {
  /** Judges a choice as starting a run would; null if it is right, else the wrong field and why. */
  'strategy-check': readOnce(z.object({ strategy: strategyChoice, projectId }), result<PresetProblem | null>()),
  'strategy-defaults-read': read(
    z.object({ projectId: id, conversationId: id.nullable() }),
    result<StrategyDefaults>(),
  ),
  /** Null as strategy: no default of its own any more. */
  'strategy-default-set': write(
    z.object({ scope: z.enum(['project', 'conversation']), id, strategy: strategyPick.nullable() }),
    result<null>(),
    nowhere,
  ),
  'presets-list': read(z.object({ projectId }), result<readonly PresetEntry[]>()),
  /** `id`: null makes a new one; the id of one that was deleted brings it back. */
  'preset-save': write(
    z.object({ projectId, source: z.enum(presetSources), id: presetId.nullable(), preset }),
    result<PresetEntry>(),
    nowhere,
  ),
  'preset-delete': write(z.object({ projectId, id: presetId }), result<null>(), nowhere),
  'preset-export': write(z.object({ projectId, id: presetId }), result<{ readonly text: string }>(), nowhere),
  /** Reads and judges the text; saves nothing. */
  'preset-import': write(
    z.object({ text: z.string().max(2 * maxPreset), projectId }),
    result<PresetReading>(),
    nowhere,
  ),
}

/** What projects bring that would make something run, and what the user decides about it. */
export const trustRequests = {
  /** What the project brings and whether it is used, each part once. */
  'project-trust-read': read(z.object({ projectId: id }), result<readonly ProjectTrust[]>()),
  /** `ask`: takes a decision back. `hash` is of the files that were looked at; others are refused. */
  'project-trust': write(
    z.object({
      projectId: id,
      part: z.enum(trustParts),
      hash: z.string().max(128),
      decision: z.enum(['trust', 'refuse', 'ask']),
    }),
    result<null>(),
    nowhere,
  ),
}
