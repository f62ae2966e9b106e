/** Shown by `--help` of the commands about branches and their files. */
export const branchUsage = {
  fork: `agent fork RUN --at STEP [options] ["MESSAGE"]
  Starts a new run from any step of an earlier one. Earlier steps are reused from the log; the step itself is
  repeated. \`agent show RUN\` lists the steps.
  --files WAY              restore: the files as of that step; keep: the current files; copy: as restore, in an
                           isolated copy, without changing the project. Without it as for run
  --answer FILE|TEXT       an edited answer of the model or result of the tool; JSON with text and calls
                           for an answer that calls tools
  --strategy NAME          another strategy, starting from the messages up to that step (also --options);
                           MESSAGE is added to them
  --model, --base-url, --api, --role, --effort, --stall-limit, --approve, --network, --no-hooks, --allow-variable, --otlp,
  --json as for run;
                           by default those of the run`,
  branches: `agent branches CONVERSATION|RUN [--json]
  Prints the tree of a conversation, or of the conversation of a RUN: each turn with its runs. --json prints it
  as a line of JSON.`,
  files: `agent files RUN [--at STEP | --before] [--restore]
  Prints how the files differ from their state after the run, before it, or right before a step: one path
  per line, as --restore would change it. Changes made outside Stratagem since then are marked, and kept
  unless --overwrite is given.
  --undo SNAPSHOT          undoes a restore; each restore prints its snapshot
  --json                   prints the differences as a line of JSON`,
  merge: `agent merge RUN [--into COPY] [--dry-run]
  Merges the changes of a run into the project's files, or those of a copy, by hunk; other changes there are
  kept. Conflicts are listed and skipped, and the exit code is then 1.
  --undo SNAPSHOT          undoes a merge; each merge prints its snapshot`,
} as const
