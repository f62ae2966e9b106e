/**
 * Asks until the answer is yes or no. Enter alone is no.
 * @param ask what reads a line; null from it (the input or the run ended) is no too
 */
export async function askYesNo(question: string, ask: (text: string) => Promise<string | null>): Promise<boolean> {
  for (let text = `${question} [y]es, [N]o`; ; text = 'Type y for yes, or n for no:') {
    const answer = (await ask(text))?.trim().toLowerCase() ?? ''
    if (answer === 'y' || answer === 'yes') return true
    if (answer === '' || answer === 'n' || answer === 'no') return false
  }
}
