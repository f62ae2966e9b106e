/** How many of an item can be sold now. `reserved` ones are promised to somebody. */
export function available(item) {
  return Math.max(0, item.onHand - item.reserved)
}

/** Whether every line of an order can be sold from the stock. */
export function canSell(lines, stock) {
  return lines.every((line) => {
    const item = stock.get(line.name)
    return item !== undefined && available(item) >= line.quantity
  })
}

/** The names of the items to order again, those with the fewest left first. */
export function toReorder(stock) {
  return [...stock.entries()]
    .filter(([, item]) => available(item) < item.reorderAt)
    .sort(([, first], [, second]) => available(first) - available(second))
    .map(([name]) => name)
}
