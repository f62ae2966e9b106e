// Opened by Electron in the place of the app, which it starts: a message box is answered with the button that ANSWER_BUTTON
// counts, and what it asked is written, as JSON, into the file that ASKED_FILE names. A test could reach the process only
// after the app has asked.
import { readFileSync, writeFileSync } from 'node:fs'
import { dialog } from 'electron'

dialog.showMessageBox = async (options) => {
  writeFileSync(process.env['ASKED_FILE'], JSON.stringify(options))
  return { response: Number(process.env['ANSWER_BUTTON']), checkboxChecked: false }
}

const root = new URL('../../../', import.meta.url)
const { main } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
await import(new URL(main, root).href)
