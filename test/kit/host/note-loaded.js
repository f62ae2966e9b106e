// Given to a program with `--import`: writes what it loads, one a line, into the file that NOTE_LOADED names. In
// JavaScript, so that nothing is loaded for it that the program would not load itself.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const note = (line) => appendFileSync(process.env['NOTE_LOADED'], `${line}\n`)
registerHooks({
  load: (url, context, next) => {
    note(url)
    return next(url, context)
  },
})
// What is a part of Node itself goes past the hooks.
process.on('exit', () => {
  for (const each of process.moduleLoadList) note(each)
})
