/** Amounts are whole cents everywhere; only these two functions know about text. */

/** `1999` becomes `$19.99`. */
export function formatCents(cents) {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${sign}$${whole}.${rest}`
}

/** `$19.99` or `19.99` becomes `1999`. Throws a RangeError for anything else. */
export function parseCents(text) {
  const match = /^(-?)\$?(\d+)\.(\d\d)$/.exec(text.trim())
  if (match === null) throw new RangeError(`not an amount: ${text}`)
  const cents = Number(match[2]) * 100 + Number(match[3])
  return match[1] === '-' ? -cents : cents
}
