import type { ToolEffect } from '../../../../src-shared/model/tool.ts'

/** Effects of other tools' tools, for the colors of the timeline only: nothing here is executed. */
const effects: { readonly [E in ToolEffect]: readonly string[] } = {
  read: [
    ...['read', 'glob', 'grep', 'ls', 'list', 'notebookread', 'webfetch', 'websearch', 'todoread', 'lsp', 'codesearch'],
    ...['bashoutput', 'toolsearch', 'view_image', 'web_search', 'list_dir', 'read_file', 'grep_files'],
  ],
  edit: ['edit', 'write', 'multiedit', 'notebookedit', 'apply_patch', 'patch'],
  command: ['bash', 'killshell', 'shell', 'shell_command', 'exec_command', 'local_shell', 'write_stdin'],
  ask: ['askuserquestion', 'question', 'request_user_input', 'exitplanmode'],
  own: ['task', 'agent', 'todowrite', 'update_plan', 'skill', 'slashcommand', 'taskcreate', 'taskupdate', 'tasklist'],
}
const byName = new Map(
  Object.entries(effects).flatMap(([effect, names]) => names.map((name) => [name, effect] as const)),
)

/** An unknown tool, such as one of an MCP server, counts as a command. */
export function toolEffect(tool: string): ToolEffect {
  const effect = byName.get(tool.toLowerCase())
  return effect === 'read' || effect === 'edit' || effect === 'ask' || effect === 'own' ? effect : 'command'
}
