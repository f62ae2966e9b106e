import type { EditorOpened } from '../../../src-shared/api/viewing-requests.ts'

/**
 * Opens an editor's address, if the host left that to the window. The page stays: the address has no scheme that a page can be
 * loaded from (`editor-choice.ts`), so the browser hands it to the system.
 */
export function followAddress({ address }: EditorOpened): void {
  if (address === null) return
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noopener noreferrer'
  link.click()
}
