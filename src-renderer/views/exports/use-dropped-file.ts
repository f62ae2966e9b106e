import { useEffect } from 'react'
import { openImport } from '../../stores/server-cache/export-store.ts'

/**
 * Opens the import dialog when a bundle or a session is dropped anywhere on the window; other files are left to other drop handlers.
 */
export function useDroppedFile(): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) => /\.(stratagem|jsonl)$/.test(name))
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
      if (file !== undefined) openImport(file)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [])
}
