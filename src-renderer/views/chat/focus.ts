/** Whether the focus is where keys write text, so that it must not be taken away. */
export function isTyping(): boolean {
  return takesText(document.activeElement)
}

export function takesText(element: EventTarget | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  return element.isContentEditable || element.matches('input, textarea, select, [role="combobox"], [role="textbox"]')
}

/** Brings the first open approval or question on screen into focus. Answers whether there was one. */
export function focusAsking(): boolean {
  const asking = document.querySelector<HTMLElement>('.chat-approval, .chat-question.open')
  asking?.scrollIntoView({ block: 'nearest' })
  asking?.focus({ preventScroll: true })
  return asking !== null
}
