/** Tools of Cline that models call by tags in their text. Source: Cline's system prompt of 2024 and 2025. */
const tools =
  `execute_command read_file write_to_file replace_in_file search_files list_files list_code_definition_names
  browser_action use_mcp_tool access_mcp_resource ask_followup_question attempt_completion new_task plan_mode_respond
  act_mode_respond load_mcp_documentation web_fetch condense`.split(/\s+/)

/** Parameters of one call that are looked at. */
const maxParameters = 20

/** The text within the tags of a name; null if it has none. */
export function tagged(text: string, name: string): string | null {
  const from = text.indexOf(`<${name}>`)
  const end = from < 0 ? -1 : text.indexOf(`</${name}>`, from)
  return end < 0 ? null : text.slice(from + name.length + 2, end).trim()
}

/** The first call in an answer, and the text before it: Cline carries out one call of each. */
export function callInText(text: string): {
  readonly before: string
  readonly call: { readonly tool: string; readonly arguments: { readonly [name: string]: string } } | null
} {
  const found = tools.flatMap((tool) => {
    const at = text.indexOf(`<${tool}>`)
    const inside = at < 0 ? null : tagged(text, tool)
    return inside === null ? [] : [{ tool, at, inside }]
  })
  const [first] = found.toSorted((one, other) => one.at - other.at)
  if (first === undefined) return { before: text, call: null }
  return { before: text.slice(0, first.at).trim(), call: { tool: first.tool, arguments: parametersIn(first.inside) } }
}

function parametersIn(text: string): { readonly [name: string]: string } {
  const found: [string, string][] = []
  let at = 0
  while (found.length < maxParameters) {
    const open = /<(\w{1,50})>/g
    open.lastIndex = at
    const match = open.exec(text)
    const name = match?.[1]
    if (match === null || name === undefined) break
    const end = text.indexOf(`</${name}>`, match.index)
    if (end < 0) break
    found.push([name, text.slice(match.index + match[0].length, end).trim()])
    at = end + name.length + 3
  }
  return Object.fromEntries(found)
}
