import { beforeEach, expect, test, vi } from 'vitest'
import {
  beginEditing,
  bringBack,
  edit,
  isUnsaved,
  settleEditing,
  useEditor,
} from '../../../src-renderer/stores/session/editor-store.ts'
import { takeEscape, useEscape } from '../../../src-renderer/stores/session/escape-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  settleEditing()
  useEditor.setState({ aside: null })
})

test('a composition that gives way to another one is set aside, and can be brought back', () => {
  beginEditing({ name: 'one' })
  edit({ strategy: { name: 'retry', options: {}, inner: { name: 'tool-loop', options: {} } } })
  beginEditing({ name: 'two' })
  expect(useEditor.getState()).toMatchObject({ edited: { name: 'two' }, aside: { name: 'one' } })
  bringBack()
  expect(useEditor.getState()).toMatchObject({ edited: { name: 'one', strategy: { name: 'retry' } }, aside: null })
  expect(isUnsaved(useEditor.getState())).toBe(true)
  settleEditing()
  beginEditing({ name: 'three' })
  expect(useEditor.getState().aside).toBeNull()
})

test('one Escape stops nothing, a second one soon after does', () => {
  expect(takeEscape(0)).toBe(false)
  expect(useEscape.getState().armed).toBe(true)
  expect(takeEscape(1999)).toBe(true)
  expect(takeEscape(2500)).toBe(false)
  vi.advanceTimersByTime(2000)
  expect(useEscape.getState().armed).toBe(false)
  expect(takeEscape(4600)).toBe(false)
})
