import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { WindowCommand } from '../../src-shared/api/bridge.ts'

/** Sets the menu. The app's own entries and their accelerators send commands that the window executes. */
export function setAppMenu(send: (command: WindowCommand) => void): void {
  const entry = (
    label: string,
    accelerator: string | undefined,
    command: WindowCommand,
  ): MenuItemConstructorOptions => ({
    label,
    ...(accelerator !== undefined && { accelerator }),
    click: () => send(command),
  })
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const settings = entry('Settings…', 'CmdOrCtrl+,', 'settings')
  const mac = process.platform === 'darwin'
  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [appMenu] : []),
    {
      label: '&File',
      submenu: [
        entry('Open Project…', 'CmdOrCtrl+O', 'open-project'),
        entry('New Conversation', 'CmdOrCtrl+N', 'new-conversation'),
        entry('New Window', 'CmdOrCtrl+Shift+N', 'new-window'),
        ...(mac ? [] : [line, settings]),
        line,
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        entry('Command Palette…', 'CmdOrCtrl+K', 'command-palette'),
        entry('Search Conversations', 'CmdOrCtrl+Shift+F', 'search'),
        line,
        entry('Conversations', 'CmdOrCtrl+B', 'toggle-sidebar'),
        entry('Inspector', 'CmdOrCtrl+Alt+B', 'toggle-inspector'),
        entry('Timeline', 'CmdOrCtrl+J', 'toggle-timeline'),
        line,
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
        { role: 'togglefullscreen' },
        line,
        { role: 'reload' },
        { role: 'toggleDevTools' },
      ],
    },
    {
      label: '&Run',
      submenu: [
        entry('Stop', 'CmdOrCtrl+.', 'stop-run'),
        line,
        entry('Run Again, Side by Side', undefined, 'run-again'),
        entry('Verify', undefined, 'replay-run'),
        entry('Compare Strategies…', undefined, 'compare'),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        entry('What Is a Strategy?', undefined, 'help-strategy'),
        entry('Take the Tour', undefined, 'tour'),
        entry('Keyboard Shortcuts', undefined, 'shortcuts'),
      ],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
