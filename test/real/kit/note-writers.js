// Loaded before the app (`--import`): notes each write to the terminal that does not come from the one writer, by its
// stack, in the file that STRATAGEM_NOTE_WRITERS names.
import { appendFileSync } from 'node:fs'

const file = process.env.STRATAGEM_NOTE_WRITERS
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream)
  stream.write = (text, ...rest) => {
    const { stack } = new Error('written here')
    if (!/shell-command\/terminal\.ts|host\/log\/one-writer\.ts/.test(stack))
      appendFileSync(file, `${stack}\n${text}\n`)
    return write(text, ...rest)
  }
}
