import { type RefObject, useEffect, useRef } from 'react'
import { isOverlayOpen } from '../../../commands/command-store.ts'
import { focusRegion } from '../../../commands/focus-region.ts'
import { comparisonShown } from '../../../stores/server-cache/comparisons.ts'
import { matchesKeys } from '../../../widgets/keys.ts'
import { isComposed, isTextInput } from '../focus.ts'
import { isInSight } from './in-sight.ts'

/** Keys pressed within this time after the question appeared, or changed, were meant for something else, ms. */
const tooSoon = 400

export interface QuestionKeys {
  /** What single keys do, outside of text fields. */
  readonly keys: { readonly [key: string]: () => void }
  /** What the chord does, in the message box, too; null: this question has no first answer. */
  readonly primary: (() => void) | null
}

/**
 * The keys of an open question.
 *
 * 1. A letter typed into a text field is text, of an input method, too. There only the chord answers; Escape in the
 *    message box goes to the question, and back.
 * 2. A key answers only a question that is wholly in sight, and not in the moment in which it appears.
 * 3. Of several questions only the first one takes keys from outside of it; in a comparison none does.
 *
 * @param name changes with what is asked
 */
export function useQuestionKeys(card: RefObject<HTMLElement | null>, name: string, { keys, primary }: QuestionKeys) {
  const shownAt = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins its time anew.
  useEffect(() => {
    shownAt.current = performance.now()
  }, [name])
  useEffect(() => {
    const isReady = (shown: HTMLElement) => performance.now() - shownAt.current >= tooSoon && isInSight(shown)
    const chord = (event: KeyboardEvent) => {
      const { current } = card
      if (current === null || !matchesKeys(event, 'mod+Enter') || !takesChord(event, current)) return
      event.preventDefault()
      // Otherwise the message box would send.
      event.stopPropagation()
      if (event.repeat || !isReady(current)) return
      if (primary === null) current.focus()
      else primary()
    }
    const pressed = (event: KeyboardEvent) => {
      const { current } = card
      if (current === null || event.defaultPrevented || isComposed(event) || isOverlayOpen()) return
      if (event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key === 'Escape') {
        if (moveByEscape(event.target, current)) event.preventDefault()
      } else if (isFree(event.target, current) && !event.repeat) {
        const act = Object.hasOwn(keys, event.key.toLowerCase()) ? keys[event.key.toLowerCase()] : undefined
        if (act === undefined || !isReady(current)) return
        event.preventDefault()
        act()
      }
    }
    window.addEventListener('keydown', chord, { capture: true })
    window.addEventListener('keydown', pressed)
    return () => {
      window.removeEventListener('keydown', chord, { capture: true })
      window.removeEventListener('keydown', pressed)
    }
  })
}

/** Whether keys from outside of the question are for it. */
const isFirst = (card: HTMLElement): boolean =>
  !comparisonShown() && document.querySelector('.chat-dock [data-question]') === card

const isMessageBox = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement && target.getAttribute('aria-label') === 'Message'

const isInside = (target: EventTarget | null, card: HTMLElement): boolean =>
  target instanceof Node && card.contains(target)

/** In the message box, in the question's own fields of several lines, and outside of text fields. */
function takesChord(event: KeyboardEvent, card: HTMLElement): boolean {
  const { target } = event
  if (isComposed(event) || isOverlayOpen()) return false
  if (isInside(target, card)) return !isTextInput(target) || target instanceof HTMLTextAreaElement
  return isFirst(card) && (isMessageBox(target) || isFree(target, card))
}

/** Whether nothing else needs the letters: text fields and everything outside of the conversation do. */
function isFree(target: EventTarget | null, card: HTMLElement): boolean {
  if (isTextInput(target)) return false
  if (isInside(target, card)) return true
  if (!isFirst(card)) return false
  if (!(target instanceof HTMLElement) || target === document.body) return true
  return target.closest('section[aria-label="Conversation"]') !== null
}

/** From the message box to the question, from a field of it to the whole, and from there back. */
function moveByEscape(target: EventTarget | null, card: HTMLElement): boolean {
  if (isInside(target, card) && isTextInput(target)) card.focus()
  else if (isInside(target, card)) return focusRegion('Message')
  else if (isFirst(card) && isMessageBox(target)) card.focus()
  else return false
  return true
}
