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

export const useEditor = create<{ readonly edited: Edited; readonly saved: Edited }>(() => ({
  edited: nothing,
  saved: nothing,
}))

/** Begins with something; what was edited before is forgotten. */
export function beginEditing(start: Partial<Edited>): void {
  const edited = { ...nothing, ...start }
  useEditor.setState({ edited, saved: edited })
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
