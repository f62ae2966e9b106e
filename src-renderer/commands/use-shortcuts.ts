import { useEffect } from 'react'
import { onShellCommand } from '../host/host.ts'
import { appCommands } from './app-commands.ts'
import { handleKey, offerCommands, runCommand } from './command-store.ts'

/** Registers the window's own commands, and listens for keys and for the shell's menus. */
export function useShortcuts(): void {
  useEffect(() => {
    const withdraw = offerCommands(appCommands)
    const ignore = onShellCommand(runCommand)
    window.addEventListener('keydown', handleKey)
    return () => {
      withdraw()
      ignore()
      window.removeEventListener('keydown', handleKey)
    }
  }, [])
}
