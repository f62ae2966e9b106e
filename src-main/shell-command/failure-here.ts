import type { Failure } from '../../src-shared/base/failure.ts'

/** A failure in words. Where they lead to the window's settings, with what stands for these on a command line. */
export function failureHere({ kind, message, advice }: Failure): string {
  if (kind === 'model-key-refused')
    return `${message} Set the provider’s variable, such as OPENAI_API_KEY, to a key for this endpoint.`
  if (kind === 'damaged') return `${message} ${advice.replace(marked, '$& (--damaged)')}`
  const more = kind.startsWith('model-') && advice.includes('Settings') ? ` ${options}` : ''
  return `${message} ${advice}${more}`
}

const marked = 'with the damage marked in the file'
const options = 'For a single command, use --base-url and --model.'
