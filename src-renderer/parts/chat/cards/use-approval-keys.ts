import { type RefObject, useEffect } from 'react'
import { isOverlayOpen } from '../../../commands/command-store.ts'
import { comparisonShown } from '../../../stores/server-cache/comparisons.ts'
import { changeDraft, draftKey } from '../../../stores/session/draft-store.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { isTextInput } from '../focus.ts'

/**
 * In the message box a letter counts as a decision only if no other key follows within this time: it may begin a
 * sentence, ms.
 */
const aloneMs = 500

/**
 * Handles the keys of the first open approval wherever the focus is in the conversation.
 * @param take handles a key that decides the approval; returns whether it did
 */
export function useApprovalKeys(card: RefObject<HTMLElement | null>, take: (key: string) => boolean): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const inBox = (box: HTMLTextAreaElement, letter: string) => {
      // By now the box contains the letter, and only the letter if nothing else was typed.
      if (box.value !== letter || card.current?.isConnected !== true) return
      const { project, conversationId } = useWorkbench.getState()
      if (take(letter.toLowerCase()) && project !== null)
        changeDraft(draftKey(project.id, conversationId), { text: '' })
    }
    const pressed = (event: KeyboardEvent) => {
      clearTimeout(timer)
      const { target, key } = event
      const plain = key.length === 1 && !event.metaKey && !event.ctrlKey && !event.altKey && !event.isComposing
      if (event.defaultPrevented || !plain || comparisonShown() || isOverlayOpen() || !isFirst(card.current)) return
      if (isMessageBox(target)) {
        if (target.value === '') timer = setTimeout(() => inBox(target, key), aloneMs)
      } else if (!takesKeys(target) && take(key.toLowerCase())) event.preventDefault()
    }
    window.addEventListener('keydown', pressed)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', pressed)
    }
  })
}

const isFirst = (card: HTMLElement | null): boolean =>
  card !== null && document.querySelector('.chat-approval[role="dialog"]') === card

const isMessageBox = (target: EventTarget | null): target is HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement && target.getAttribute('aria-label') === 'Message'

/** Whether the element needs letters itself: text fields and everything outside the conversation do. */
function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target === document.body) return false
  return target.closest('section[aria-label="Conversation"]') === null || isTextInput(target)
}
