import { z } from 'zod'
import {
  maxPreset,
  type ParsedPreset,
  type PresetEntry,
  type PresetProblem,
  preset,
  presetSources,
} from '../strategy/preset.ts'
import { type StrategyInfo, strategyChoice } from '../strategy/strategy-info.ts'
import { type StrategyPick, strategyPick } from '../strategy/strategy-pick.ts'
import { type ProjectTrust, trustParts } from '../workspace/project-trust.ts'
import { id, nowhere, read, readOnce, result, write } from './request-shape.ts'

const presetId = z.string().min(1).max(300)
/** Null: those available in every project. */
const projectId = id.nullable()

/** The defaults that were set for one scope; null if it has none. */
export interface StrategyDefaults {
  readonly project: StrategyPick | null
  readonly conversation: StrategyPick | null
}

/** Strategies to choose from. */
export const strategyRequests = {
  /** The app's, the user's own, and those of the project where they are trusted. */
  'strategies-list': read(z.object({ projectId }), result<readonly StrategyInfo[]>()),
  /** Writes a strategy from the template, for the user or into the project; returns its path. */
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
  /** Validates a choice as starting a run would; null if it is valid, else the wrong field and why. */
  'strategy-check': readOnce(z.object({ strategy: strategyChoice, projectId }), result<PresetProblem | null>()),
  'strategy-defaults-read': read(
    z.object({ projectId: id, conversationId: id.nullable() }),
    result<StrategyDefaults>(),
  ),
  /** Null as strategy: removes the default. */
  'strategy-default-set': write(
    z.object({ scope: z.enum(['project', 'conversation']), id, strategy: strategyPick.nullable() }),
    result<null>(),
    nowhere,
  ),
  'presets-list': read(z.object({ projectId }), result<readonly PresetEntry[]>()),
  /** `id`: null makes a new one; the id of a deleted one restores it. */
  'preset-save': write(
    z.object({ projectId, source: z.enum(presetSources), id: presetId.nullable(), preset }),
    result<PresetEntry>(),
    nowhere,
  ),
  'preset-delete': write(z.object({ projectId, id: presetId }), result<null>(), nowhere),
  'preset-export': write(z.object({ projectId, id: presetId }), result<{ readonly text: string }>(), nowhere),
  /** Parses and validates the text; saves nothing. */
  'preset-import': write(z.object({ text: z.string().max(2 * maxPreset), projectId }), result<ParsedPreset>(), nowhere),
}

/** Files of projects that would make something run, and the user's decisions about them. */
export const trustRequests = {
  /** The kinds of such files in the project, and whether each is used. */
  'project-trust-read': read(z.object({ projectId: id }), result<readonly ProjectTrust[]>()),
  /** `ask`: revokes a decision. `hash` is of the files that were shown; others are refused. */
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
