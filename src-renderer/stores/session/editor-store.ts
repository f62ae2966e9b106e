import { create } from 'zustand'
import type { ProfileVariation } from '../../../src-shared/settings/profile-variant.ts'
import type { Preset, PresetEntry, PresetSource } from '../../../src-shared/strategy/preset.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { openOverlay } from './layout-store.ts'

/** The state of the strategy editor. */
export interface Edited extends ProfileVariation {
  readonly strategy: StrategyChoice
  readonly roles: { readonly [role: string]: string }
  /** The preset that is edited and saved; null for a new one. */
  readonly id: string | null
  readonly source: PresetSource
  readonly name: string
  readonly about: string
}

const nothing: Edited = {
  strategy: { name: 'tool-loop', options: {} },
  roles: {},
  temperature: null,
  reasoningEffort: null,
  id: null,
  source: 'user',
  name: '',
  about: '',
}

interface Editor {
  readonly edited: Edited
  readonly saved: Edited
  /** Unsaved changes that were replaced by something else; they can be restored. */
  readonly aside: Edited | null
}

/** Kept when the dialog closes, so that closing it loses nothing. */
export const useEditor = create<Editor>(() => ({ edited: nothing, saved: nothing, aside: null }))

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether there are changes that are neither saved nor used. */
export const isUnsaved = ({ edited, saved }: Pick<Editor, 'edited' | 'saved'>): boolean => !same(edited, saved)

/** What is composed, without its name and where it is saved. */
export const compositionOf = ({ strategy, roles, temperature, reasoningEffort }: Edited) => [
  strategy,
  roles,
  temperature,
  reasoningEffort,
]

/** Starts editing; unsaved changes are set aside. */
export function beginEditing(start: Partial<Edited>): void {
  const before = useEditor.getState()
  const edited = { ...nothing, ...start }
  const goesOn = same(compositionOf(before.edited), compositionOf(edited))
  const aside = isUnsaved(before) && !goesOn ? before.edited : before.aside
  useEditor.setState({ edited, saved: edited, aside })
}

/** Restores the changes that were set aside, and sets the current ones aside instead. */
export function restoreSetAside(): void {
  const { aside, edited, saved } = useEditor.getState()
  if (aside === null) return
  useEditor.setState({ edited: aside, saved: nothing, aside: isUnsaved({ edited, saved }) ? edited : null })
}

/** The edited composition was saved or used, so there are no changes to lose. */
export function endEditing(): void {
  useEditor.setState(({ edited }) => ({ saved: edited }))
}

export function openStrategyEditor(start: Partial<Edited>): void {
  beginEditing(start)
  openOverlay('strategy')
}

export function edit(change: Partial<Edited>): void {
  useEditor.setState(({ edited }) => ({ edited: { ...edited, ...change } }))
}

/** @returns null for an invalid preset, which can't be edited */
export function editedOf(entry: PresetEntry): Edited | null {
  return entry.preset === null ? null : { id: entry.id, source: entry.source, ...editedFrom(entry.preset) }
}

/** A preset as the editor shows it, without where it is saved. */
export const editedFrom = ({ temperature, reasoningEffort, ...preset }: Preset): Omit<Edited, 'id' | 'source'> => ({
  ...preset,
  temperature: temperature ?? null,
  reasoningEffort: reasoningEffort ?? null,
})
