/** Whether no control has the focus, so that a question may take it. */
export function mayTakeFocus(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches('.chat-scroll, .chat-row')
}

export function isTextInput(element: EventTarget | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  return element.isContentEditable || element.matches('input, textarea, select, [role="combobox"], [role="textbox"]')
}
