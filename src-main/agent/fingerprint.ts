import { hash } from 'node:crypto'

export const sha256 = (text: string): string => hash('sha256', text)

/** The fingerprint of a step: its kind and 128 bits of the hash of its content. It shows that a strategy changed. */
export const fingerprintOf = (kind: string, content: unknown): string =>
  fingerprintOfText(kind, JSON.stringify(content))

/** @param text the content as JSON text */
export const fingerprintOfText = (kind: string, text: string): string => `${kind}:${sha256(text).slice(0, 32)}`
