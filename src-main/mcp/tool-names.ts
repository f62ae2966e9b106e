import { createHash } from 'node:crypto'
import { mcpToolPrefix } from '../../src-shared/mcp/mcp-server.ts'

/** OpenAI's rule, which is the strictest. */
const maxLength = 64

/**
 * Unique names for a server's tools that every model API accepts: `mcp__server__tool`, with a hash of
 * the two names if characters had to be replaced, the name is too long, or it is taken.
 */
export function toolNames(server: string, tools: readonly string[], taken: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>()
  const used = new Set(taken)
  for (const tool of tools) {
    const whole = `${mcpToolPrefix}${server}__${tool}`
    const plain = whole.replace(/[^a-zA-Z0-9_-]/g, '_')
    const isOwn = plain === whole && plain.length <= maxLength && !used.has(plain)
    const name = isOwn ? plain : `${plain.slice(0, maxLength - markLength - 1)}_${markOf(server, tool)}`
    names.set(tool, name)
    used.add(name)
  }
  return names
}

const markLength = 8
const markOf = (server: string, tool: string): string =>
  createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, markLength)
