import { create } from 'zustand'
import type { Breakpoint, SavedBreakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import { breakpointText } from '../../../src-shared/run/debug/breakpoint-text.ts'
import type { Span } from '../../../src-shared/run/view/run-view.ts'
import { ask } from '../../host/host.ts'
import { breakpointsFor, breakpointsOn } from '../../run/span-breakpoints.ts'
import { toastOnFailure } from '../report.ts'
import { openProjectId } from '../session/workbench-store.ts'

/** The breakpoints of the open project; empty until they are loaded. */
export const useBreakpoints = create<{ readonly list: readonly SavedBreakpoint[] }>(() => ({ list: [] }))

export async function loadBreakpoints(): Promise<void> {
  const projectId = openProjectId()
  const list = projectId === null ? [] : await ask('breakpoints-list', { projectId }).catch(() => [])
  if (openProjectId() === projectId) useBreakpoints.setState({ list })
}

/** Saves the whole list. @returns whether that succeeded; a toast says why not */
export async function saveBreakpoints(list: readonly SavedBreakpoint[]): Promise<boolean> {
  const projectId = openProjectId()
  if (projectId === null) return false
  const saved = await toastOnFailure(ask('breakpoints-save', { projectId, breakpoints: [...list] }))
  if (saved) useBreakpoints.setState({ list })
  return saved
}

export const isSameBreakpoint = (one: Breakpoint, other: Breakpoint): boolean =>
  breakpointText(one) === breakpointText(other)

export const breakpointAt = (list: readonly SavedBreakpoint[], at: Breakpoint): SavedBreakpoint | null =>
  list.find((each) => isSameBreakpoint(each.at, at)) ?? null

/** Adds the breakpoint, or removes it if it is there. */
export function toggleBreakpoint(at: Breakpoint): Promise<boolean> {
  const { list } = useBreakpoints.getState()
  const others = list.filter((each) => !isSameBreakpoint(each.at, at))
  return saveBreakpoints(others.length < list.length ? others : [...list, { at, active: true, trials: false }])
}

export function removeBreakpoints(gone: readonly SavedBreakpoint[]): Promise<boolean> {
  const { list } = useBreakpoints.getState()
  return saveBreakpoints(list.filter((each) => !gone.some(({ at }) => isSameBreakpoint(at, each.at))))
}

/** Removes the breakpoints that are set at a step like this one, or sets one. */
export async function toggleBreakpointOn(span: Span): Promise<boolean> {
  const set = breakpointsOn(span, useBreakpoints.getState().list)
  const [first] = breakpointsFor(span)
  if (set.length > 0) return await removeBreakpoints(set)
  return first !== undefined && (await toggleBreakpoint(first))
}
