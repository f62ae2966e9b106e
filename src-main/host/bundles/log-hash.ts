import { hash } from 'node:crypto'

/** One hash of a log's events in order, in hex: detects events that were changed, lost, added or moved. */
export function logHash(texts: readonly string[]): string {
  return texts.reduce((before, text) => hash('sha256', `${before}\n${hash('sha256', text)}`), 'stratagem bundle 1')
}
