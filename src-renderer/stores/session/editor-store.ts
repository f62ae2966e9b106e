import { create } from 'zustand'
import type { PresetEntry, PresetSource } from '../../../src-shared/strategy/preset.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { openOverlay } from './layout-store.ts'

/** What the strategy editor works on. */
export interface Edited {
  readonly strategy: StrategyChoice
  readonly roles: { readonly [role: string]: string }
  /** The preset it came from and is saved to; null: a new one. */
  readonly id: string | null
  readonly source: PresetSource
  readonly name: string
  readonly about: string
}

const nothing: Edited = {
  strategy: { name: 'tool-loop', options: {} },
  roles: {},
  id: null,
  source: 'user',
  name: '',
  about: '',
}

interface Editor {
  readonly edited: Edited
  readonly saved: Edited
  /** Unsaved work that gave way to something else: it can be brought back. */
  readonly aside: Edited | null
}

/** It outlives the dialog: closing it loses nothing. */
export const useEditor = create<Editor>(() => ({ edited: nothing, saved: nothing, aside: null }))

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether something was composed that is neither saved nor used. */
export const isUnsaved = ({ edited, saved }: Pick<Editor, 'edited' | 'saved'>): boolean => !same(edited, saved)

/** Begins with something; unsaved work is set aside. */
export function beginEditing(start: Partial<Edited>): void {
  const before = useEditor.getState()
  const edited = { ...nothing, ...start }
  const goesOn = same([before.edited.strategy, before.edited.roles], [edited.strategy, edited.roles])
  const aside = isUnsaved(before) && !goesOn ? before.edited : before.aside
  useEditor.setState({ edited, saved: edited, aside })
}

/** Takes up again what was set aside; what is edited now is set aside for it. */
export function bringBack(): void {
  const { aside, edited, saved } = useEditor.getState()
  if (aside === null) return
  useEditor.setState({ edited: aside, saved: nothing, aside: isUnsaved({ edited, saved }) ? edited : null })
}

/** What is edited was saved or used: it is no work that could be lost. */
export function settleEditing(): void {
  useEditor.setState(({ edited }) => ({ saved: edited }))
}

export function openStrategyEditor(start: Partial<Edited>): void {
  beginEditing(start)
  openOverlay('strategy')
}

export function edit(change: Partial<Edited>): void {
  useEditor.setState(({ edited }) => ({ edited: { ...edited, ...change } }))
}

/** @returns null for a preset that is invalid: there is nothing to edit */
export function editedOf(entry: PresetEntry): Edited | null {
  if (entry.preset === null) return null
  const { name, about, strategy, roles } = entry.preset
  return { id: entry.id, source: entry.source, name, about, strategy, roles }
}
