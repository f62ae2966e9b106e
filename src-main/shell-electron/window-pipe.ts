import { type IpcMainEvent, ipcMain, type WebContents } from 'electron'
import type { ServerMessage } from '../../src-shared/api/host-api.ts'
import type { Host } from '../host/host.ts'
import { type Connection, connect } from '../host/window/connection.ts'
import { fromWindow, takenByWindow, toWindow } from './channels.ts'
import { isOurPage } from './window-address.ts'

export interface WindowPipe {
  send(message: ServerMessage): void
}

/**
 * Connects a window's page to the host. Messages are accepted only from the window's main frame while it shows the
 * app's page (T21). After a reload or a crash, the page gets a new connection (T29).
 */
export function openWindowPipe(host: Host, contents: WebContents): WindowPipe {
  let connection: Connection | null = null
  let underWay = 0

  const isOurs = ({ sender, senderFrame }: IpcMainEvent) =>
    sender === contents && senderFrame !== null && senderFrame === contents.mainFrame && isOurPage(senderFrame.url)
  const post = (text: string) => {
    if (contents.isDestroyed() || contents.isCrashed()) return
    underWay += text.length
    contents.send(toWindow, text)
  }
  const disconnect = () => {
    connection?.close()
    connection = null
    underWay = 0
  }
  const onMessage = (event: IpcMainEvent, text: unknown) => {
    if (!isOurs(event) || typeof text !== 'string') return
    connection ??= connect(host, { send: post, pending: () => underWay })
    connection.receive(text)
  }
  const taken = (event: IpcMainEvent, length: unknown) => {
    if (isOurs(event) && typeof length === 'number') underWay = Math.max(0, underWay - Math.max(0, length))
  }

  ipcMain.on(fromWindow, onMessage)
  ipcMain.on(takenByWindow, taken)
  contents.on('did-start-navigation', (details) => {
    if (details.isMainFrame && !details.isSameDocument) disconnect()
  })
  contents.on('render-process-gone', disconnect)
  contents.on('destroyed', () => {
    disconnect()
    ipcMain.off(fromWindow, onMessage)
    ipcMain.off(takenByWindow, taken)
  })
  return { send: (message) => post(JSON.stringify(message)) }
}
