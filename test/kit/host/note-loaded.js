// Passed to Node with `--import`: writes each module that the program loads, one per line, to the file NOTE_LOADED.
// Written in JavaScript, so that it causes no loads of its own.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const note = (line) => appendFileSync(process.env['NOTE_LOADED'], `${line}\n`)
registerHooks({
  load: (url, context, next) => {
    note(url)
    return next(url, context)
  },
})
// Node's built-in modules bypass the hooks.
process.on('exit', () => {
  for (const each of process.moduleLoadList) note(each)
})
