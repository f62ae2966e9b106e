// Electron opens this file instead of the app, and it starts the app. It answers a message box with button number
// ANSWER_BUTTON, and writes the box's options as JSON to the file ASKED_FILE. A test can reach the process only
// after the box has been shown.
import { readFileSync, writeFileSync } from 'node:fs'
import { dialog } from 'electron'

dialog.showMessageBox = async (options) => {
  writeFileSync(process.env['ASKED_FILE'], JSON.stringify(options))
  return { response: Number(process.env['ANSWER_BUTTON']), checkboxChecked: false }
}

const root = new URL('../../..', import.meta.url)
const { main } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
await import(new URL(main, root).href)
