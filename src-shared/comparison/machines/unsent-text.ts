import { listed, plural } from '../../base/format.ts'

const most = 10

/** What trials on other machines lack. @param unsent at least one ignored file, project-relative */
export function unsentText(unsent: readonly string[]): string {
  const more = unsent.length - most
  const named = more > 0 ? [...unsent.slice(0, most), `${more} more`] : unsent
  return `Not sent to the machines: ${listed(named)}. ${plural(unsent.length, 'It is an ignored file', 'They are ignored files')}, which may hold secrets.`
}

export const howToSend = (unsent: readonly string[]): string =>
  `To send ${plural(unsent.length, 'it', 'one')} all the same, name it when trials are started: agent compare --send-ignored ${unsent[0] ?? 'PATH'}`
