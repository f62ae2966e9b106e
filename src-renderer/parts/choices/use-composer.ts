import { useMemo } from 'react'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { useRunOutline } from '../../stores/runs/run-store.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { usePresetList, usePresets } from '../../stores/server-cache/preset-store.ts'
import { useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { changeDraft, type Draft, draftKey, emptyDraft, useDrafts } from '../../stores/session/draft-store.ts'
import { useShownTurns } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { type Choices, choicesFor, type PickContext } from './choices.ts'

export interface ComposerState {
  readonly key: string
  readonly draft: Draft
  readonly choices: Choices
  /** The turn that the message continues from; null for the first message. */
  readonly parentId: string | null
  /** The last run of the branch. */
  readonly run: Run | null
  readonly change: (change: Partial<Draft>) => void
}

const noProfiles = { profiles: [], presets: [] }

export function useComposer(): ComposerState {
  const projectId = useWorkbench((state) => state.project?.id ?? '')
  const conversationId = useWorkbench((state) => state.conversationId)
  const key = draftKey(projectId, conversationId)
  const draft = useDrafts((state) => state.drafts[key] ?? emptyDraft)
  const last = useShownTurns().at(-1)
  const run = last?.run ?? null
  const settings = useSettingsNow()
  const loadedProfiles = useSettings((state) => state.profiles)
  const around = usePickContext(run)
  const choices = useMemo(
    () => choicesFor(draft, run, settings, valueOr(loadedProfiles, noProfiles).profiles, around),
    [draft, run, settings, loadedProfiles, around],
  )
  const parentId = draft.branch === null ? (last?.turn.id ?? null) : draft.branch.parentId
  const change = useMemo(() => (part: Partial<Draft>) => changeDraft(key, part), [key])
  return { key, draft, choices, parentId, run, change }
}

/** What affects how a message after this run is sent, besides the draft. */
export function usePickContext(run: Run | null): PickContext {
  const { project, conversation } = usePresets((state) => state.defaults)
  const presets = usePresetList()
  const shell = useWorkbench(({ host }) => (host.state === 'ready' ? host.value.shell : null))
  const source = useSettingsNow().sources[shell ?? 'browser'] ?? null
  const pickedBefore = useRunOutline(run?.id ?? null)?.routed?.pick ?? null
  return useMemo(
    () => ({ defaults: { project, conversation, source }, presets, pickedBefore }),
    [project, conversation, source, presets, pickedBefore],
  )
}
