import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { Bridge } from '../../src-shared/api/bridge.ts'
import { fromWindow, takenByWindow, toWindow } from './channels.ts'

/**
 * The window's only access to Electron: text messages in both directions (strings, since the bridge copies objects
 * slowly).
 */
const bridge: Bridge = {
  kind: 'electron',
  send: (text) => {
    if (typeof text === 'string') ipcRenderer.send(fromWindow, text)
  },
  receive: (listener) => {
    const onMessage = (_event: IpcRendererEvent, text: unknown) => {
      if (typeof text !== 'string') return
      listener(text)
      ipcRenderer.send(takenByWindow, text.length)
    }
    ipcRenderer.on(toWindow, onMessage)
    return () => {
      ipcRenderer.off(toWindow, onMessage)
    }
  },
}

contextBridge.exposeInMainWorld('stratagem', bridge)
