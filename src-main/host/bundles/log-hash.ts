import { hash } from 'node:crypto'

/** One hash over a log's events in their order, in hex: none may be changed, lost, added or moved. */
export function logHash(texts: readonly string[]): string {
  return texts.reduce((before, text) => hash('sha256', `${before}\n${hash('sha256', text)}`), 'stratagem bundle 1')
}
