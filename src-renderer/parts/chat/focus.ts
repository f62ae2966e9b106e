/** Whether no control has the focus, so that a question may take it. */
export function mayTakeFocus(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches('.chat-scroll, .chat-row')
}

const withoutText = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file', 'image']
const fields = [
  `input:not(${withoutText.map((type) => `[type="${type}"]`).join(', ')})`,
  ...['textarea', 'select', '[role="combobox"]', '[role="listbox"]', '[role="textbox"]', '[role="searchbox"]'],
].join(', ')

/** Whether letters that are typed there are text, or choose from a list. */
export function isTextInput(element: EventTarget | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  return element.isContentEditable || element.closest(fields) !== null
}

/** Whether the key belongs to an input method, which is composing a text of it. */
export const isComposed = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229
