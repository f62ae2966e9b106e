import { beforeEach, expect, test, vi } from 'vitest'
import {
  beginEditing,
  edit,
  endEditing,
  isUnsaved,
  restoreSetAside,
  useEditor,
} from '../../../src-renderer/stores/session/editor-store.ts'
import { registerEscape, useEscape } from '../../../src-renderer/stores/session/escape-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  endEditing()
  useEditor.setState({ aside: null })
})

test('a composition that gives way to another one is set aside, and can be brought back', () => {
  beginEditing({ name: 'one' })
  edit({ strategy: { name: 'retry', options: {}, inner: { name: 'tool-loop', options: {} } } })
  beginEditing({ name: 'two' })
  expect(useEditor.getState()).toMatchObject({ edited: { name: 'two' }, aside: { name: 'one' } })
  restoreSetAside()
  expect(useEditor.getState()).toMatchObject({ edited: { name: 'one', strategy: { name: 'retry' } }, aside: null })
  expect(isUnsaved(useEditor.getState())).toBe(true)
  endEditing()
  beginEditing({ name: 'three' })
  expect(useEditor.getState().aside).toBeNull()
})

test('one Escape stops nothing, a second one soon after does', () => {
  expect(registerEscape(0)).toBe(false)
  expect(useEscape.getState().armed).toBe(true)
  expect(registerEscape(1999)).toBe(true)
  expect(registerEscape(2500)).toBe(false)
  vi.advanceTimersByTime(2000)
  expect(useEscape.getState().armed).toBe(false)
  expect(registerEscape(4600)).toBe(false)
})
