/** From this subtotal on, in cents, the discount applies. */
export const discountFrom = 10000

/** The part of the subtotal that is taken off. */
export const discountRate = 0.1

/** What the lines cost together, in cents. A line is `{ price, quantity }`. */
export function subtotal(lines) {
  let sum = 0
  for (const line of lines) {
    sum += line.price * line.quantity
  }
  return sum
}

/** What is taken off, in cents: a tenth of every order of $100.00 or more. */
export function discount(lines) {
  const before = subtotal(lines)
  if (before > discountFrom) {
    return Math.round(before * discountRate)
  }
  return 0
}

/** What the customer pays, in cents. */
export function total(lines) {
  return subtotal(lines) - discount(lines)
}
