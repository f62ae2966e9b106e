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
import { ask, id, result } from './request-shape.ts'

const presetId = z.string().min(1).max(300)
/** Null: what is there in every project. */
const projectId = id.nullable()

/** The defaults that were set for one place; null where it has none. */
export interface StrategyDefaults {
  readonly project: StrategyPick | null
  readonly conversation: StrategyPick | null
}

/** What there is to choose from: strategies, presets, and what a project brings of both. */
export const strategyRequests = {
  /** The app's, the user's own, and those of the project where they are trusted. */
  'strategies-list': ask(z.object({ projectId }), result<readonly StrategyInfo[]>()),
  /** Writes a strategy from the template, for the user or into the project; answers where it is. */
  'strategy-new': ask(
    z.object({ name: z.string().min(1).max(60), projectId }),
    result<{ readonly file: string; readonly source: NonNullable<StrategyInfo['source']> }>(),
  ),
  /** Shows the file of a strategy in the system's file manager; refused by shells that have none. */
  'strategy-reveal': ask(z.object({ name: z.string().min(1).max(300), projectId }), result<null>()),
  /** Judges a choice as starting a run would; null where it is right, else the wrong field and why. */
  'strategy-check': ask(z.object({ strategy: strategyChoice, projectId }), result<PresetProblem | null>()),
  'strategy-defaults-read': ask(z.object({ projectId: id, conversationId: id.nullable() }), result<StrategyDefaults>()),
  /** Null as strategy: no default of its own any more. */
  'strategy-default-set': ask(
    z.object({ scope: z.enum(['project', 'conversation']), id, strategy: strategyPick.nullable() }),
    result<null>(),
  ),
  'presets-list': ask(z.object({ projectId }), result<readonly PresetEntry[]>()),
  /** `id`: null makes a new one; the id of one that was deleted brings it back. */
  'preset-save': ask(
    z.object({ projectId, source: z.enum(presetSources), id: presetId.nullable(), preset }),
    result<PresetEntry>(),
  ),
  'preset-delete': ask(z.object({ projectId, id: presetId }), result<null>()),
  'preset-export': ask(z.object({ projectId, id: presetId }), result<{ readonly text: string }>()),
  /** Reads and judges the text; saves nothing. */
  'preset-import': ask(z.object({ text: z.string().max(2 * maxPreset), projectId }), result<PresetReading>()),
  /** What the project brings and whether it is used, each part once. */
  'project-trust-read': ask(z.object({ projectId: id }), result<readonly ProjectTrust[]>()),
  /** `ask`: takes a decision back. `hash` is of the files that were looked at; others are refused. */
  'project-trust': ask(
    z.object({
      projectId: id,
      part: z.enum(trustParts),
      hash: z.string().max(128),
      decision: z.enum(['trust', 'refuse', 'ask']),
    }),
    result<null>(),
  ),
} as const
