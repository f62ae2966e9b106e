import type { EditorOpened } from '../../../src-shared/api/viewing-requests.ts'

/**
 * Opens an editor's address if the host leaves that to the window. The page is not replaced: the browser can't load the
 * address's scheme (`editor-choice.ts`) and passes it to the system.
 */
export function followAddress({ address }: EditorOpened): void {
  if (address === null) return
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noopener noreferrer'
  link.click()
}
