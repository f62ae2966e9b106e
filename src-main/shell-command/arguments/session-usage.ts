/** Shown by `--help` of the commands for people at a terminal. */
const talk = {
  session: `agent session [options]
  Talks with an agent in this terminal; \`agent\` does, too, alone or with options. Each line is a message in one
  conversation, whose answer is shown before you are asked again. Lines pasted at once are one message. What you type
  before that stands in the next line, and Enter sends it. new starts another conversation, exit or Ctrl-D ends; Ctrl-C
  stops the run, and not the session.
  --continue, --conversation ID   begins in a conversation that is there
  --project, --strategy, --options, --set, --prompt, --mode, --budget, --at-limit, --base-url, --api, --model, --role,
  --stall-limit, --effort, --approve, --approve-plan, --network, --no-hooks, --allow-variable, --tools-in-text,
  --otlp, --break as for run`,
  completion: `agent completion bash|zsh|fish|models
  Prints a script with which that shell completes commands, options and their values. models: prints the names
  of saved models, as the scripts need them. In ~/.bashrc or ~/.zshrc:
  source <(agent completion bash), or zsh; in fish: agent completion fish | source`,
} as const

/** The same of those about the app itself. */
const about = {
  version: `agent version
  Prints the version of Stratagem; so does agent -V.`,
  diagnostics: `agent diagnostics
  Prints what a bug report needs: versions, the system, the sandbox, the data folder and the end of the log.
  Contains no messages and no keys. "Copy diagnostics" in Settings → About copies the same.`,
  'new-history': `agent new-history
  Starts an empty history if the file with your conversations is missing or empty. What is left, such as the
  files before and after each run, is moved to a new folder in the data folder, whose name is printed.`,
} as const

export const sessionUsage = { talk, about } as const
