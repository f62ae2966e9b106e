/** How each command is called; shown for `--help`. */
export const usage = {
  run: `agent run [options] "MESSAGE"
  Gives the message to an agent in a project, and prints its answer.
  --project DIR            the project; the current folder where none is named
  --strategy NAME          such as tool-loop, chat, retry(reflection); a preset's name; or auto, which
                           picks by your rules (default: as set for the project or command line)
  --options JSON           options of the strategy that --strategy names, or of tool-loop
  --base-url URL           an OpenAI-compatible endpoint, ending in /v1; needs --model
  --model NAME             the model there; alone: a saved profile, or a model of OpenAI
  --role ROLE=MODEL        another model for a role, at the same endpoint; may be repeated
  --approve MODE           what may happen unasked: read-only, edits, everything.
                           Without it you are asked in the terminal; where there is none, edits and
                           commands are denied and the model is told so
  --network                commands that run unasked, as by --approve everything, have the network too;
                           without it they reach only what they started, where the system can hold them
                           to that, but for what Settings → Approval in the window says
  --json                   every event as a line of JSON instead of the answer
  The key is taken from OPENAI_API_KEY. Where no endpoint is named the offline demo model answers.`,
  list: `agent list [--project DIR]
  Prints one run a line, newest first: id, status, strategy, title, separated by tabs. What was
  damaged on the disk is marked in a fifth column.`,
  show: `agent show RUN
  Prints one run: what was asked, what was done, and the answer.`,
  inspect: `agent inspect RUN
  Prints the journal of one run as a tree: each step by its path, how it ended, and its fingerprint.`,
  resume: `agent resume RUN [--json] [--network]
  Goes on from the last finished step of a run that a crash interrupted or that was stopped, as it was
  started: nothing that was finished is done again. A stopped run stays, and goes on as a run beside it.
  A lane of a comparison goes on in its copy and is checked there.`,
  replay: `agent replay RUN [--verify]
  Carries the run out once more from its log alone: no model is asked, no tool runs. Tells whether every
  step and the outcome are equal, or where not: 0 equal, 1 diverged. --verify checks the log's hashes too.`,
  fork: `agent fork RUN --at STEP [options] ["MESSAGE"]
  Goes on from a step of a run, as a new run beside it: the steps before are answered from the log and not
  done again, the step itself is. \`agent show RUN\` names the steps.
  --files WAY              keep: the files as they are now (default); restore: as they were at that step;
                           copy: the same in an isolated copy, so that the project stays as it is
  --answer FILE|TEXT       the answer of the model, or the result of the tool, as you want it; as JSON with
                           text and calls for an answer that calls tools
  --strategy NAME          another strategy, from the messages as they stood at that step (also --options);
                           a MESSAGE is added to them
  --model, --base-url, --role, --approve, --network, --json as for run; where they are left out, as the run
                           had it`,
  branches: `agent branches CONVERSATION
  Prints the tree of a conversation, or of that which a RUN is in: each turn with its runs.`,
  files: `agent files RUN [--at STEP | --before] [--restore]
  Prints how the files differ from what they were after the run, before it, or right before a step: one path
  a line, as --restore changes it. What somebody else changed since is named, and kept but for --overwrite.
  --undo SNAPSHOT          takes a change of the files back; each change names its own`,
  merge: `agent merge RUN [--into COPY] [--dry-run]
  Brings what a run changed into the project's files, or those of a copy, by hunk: what changed there
  meanwhile stays. Conflicts are named and left out, with exit code 1.
  --undo SNAPSHOT          takes that back; each merge names its own`,
  export: `agent export RUN|CONVERSATION --format FORMAT [--out FILE] [--damaged]
  Writes it as a bundle (to open, play back and replay on another machine), or prints it as markdown,
  chrome-trace (a run, for Perfetto), otlp (OpenTelemetry, GenAI conventions) or jsonl (a run's events).
  --out FILE writes it there, over what is there; a bundle goes under a new name into this folder without it.
  What looks like a secret is taken out; it is told first which, how many and where.
  --damaged  also what was damaged on the disk, marked in the file; without it such a run is refused`,
  import: `agent import FILE [--project DIR]
  Takes a bundle in and prints its conversation. Without --project it can be looked at, played back and
  replayed; into a project it can be gone on with too. Strategies that came along are never run.`,
  search: `agent search WORDS [--project DIR]
  Prints where the words stand, best first, one place a line: run and step, kind, project, title, excerpt.
  All projects are searched where none is named; "quotes" keep words together.`,
  compare: `agent compare --lane A=STRATEGY --lane B=STRATEGY [options] "MESSAGE"
  Gives one message to 2 to 4 lanes, each in a copy of the project of its own, and prints them beside each
  other with the verdict. The project stays as it is: where the system has a means (Linux namespaces,
  bubblewrap, the sandbox of macOS) a lane's commands can write in its copy only; where it has none that is
  said, and a command that names another place by its whole path gets there. Exit code 0: it came to its end.
  --lane A=STRATEGY[,NAME=VALUE…]  a strategy or preset with options: B=retry(tool-loop),maxRetries=2;
                           model=, effort=, temperature= and name= vary those for the lane alone
  --check CMD              tells success by its exit code; --score PATTERN takes a number from its output
                           (one group), of which more is better, or with --lower less
  --rubric TEXT            a model (role evaluator) compares the lanes, blind and in both orders
  --set-up CMD             runs in each copy first; --dependencies clone, link or none: linked packages are
                           the project's own, and read-only where commands are confined
  --in-turn                one lane after the other
  --apply A|best           brings what the lane changed into the project; 1 where something was left out. With
                           --resume it does so of a comparison that is over
  --repeat N               many trials in random order: intervals, paired tests, what is not enough yet
  --tasks FILE             JSON: [{"message","name","check","files"}, …], each given to every lane; all but the
                           message may be left out. files: the snapshot to begin with, as \`agent show\` names it
  --parallel N, --seed N, --stop-early   trials at a time; their order; ends when it is decided
  --report FILE.html       writes a page with tables and plots
  --from RUN               instead of MESSAGE: what that run was given, with the files as they were before it
  --resume ID              goes on with a comparison or trials that were cut off, or tells once more what they
                           came to; what was done is not done again; with --repeat N, adds N repeats to trials
                           that are done. An ID that is not there is answered with those that are
  --project, --model, --base-url, --role, --approve, --network, --json as for run`,
  'new-strategy': `agent new-strategy NAME [--project DIR]
  Writes a strategy of your own to start from, with its types beside it, and prints where it is: in your
  data folder, or with --project in the project's .stratagem/strategies, for all who work on it.
  --strategy NAME then runs it; every saved change is used from the next run on.`,
  trust: `agent trust [--project DIR] [--yes | --no]
  Shows the presets and strategies that a project brings, and asks whether to use exactly these files;
  --yes and --no answer that. Changed files are asked about again.`,
  check: `agent check NAME [--project DIR]
  Plays a strategy of your own against models that behave and misbehave, with Stop and failures at each
  step, and prints what breaks; exit code 1 where something does. NAME is a path, or the name of one in your
  strategies folder; with --project, first of one that the project brings and you trust.`,
  'new-history': `agent new-history
  Starts with no conversations where the file that held them is gone or empty. What is left of them, such as
  the files before and after each run, is put into a folder of its own in the data folder, whose name is printed.`,
} as const

export type CommandName = keyof typeof usage

export const isCommand = (name: string | undefined): name is CommandName =>
  name !== undefined && Object.hasOwn(usage, name)

/** Of one command, or of all. */
export const usageOf = (command: CommandName | null): string =>
  `usage:\n\n${command === null ? Object.values(usage).join('\n\n') : usage[command]}

exit codes: 0 completed, 1 failed, 2 not understood, 130 stopped
STRATAGEM_HOME names the folder of all data. \`agent\` stands for \`npm run -s agent --\`.\n`

/** A call that can't be understood: told with where to read how it is called, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
  readonly command: CommandName | null
  /** @param command null: the one that was typed */
  constructor(message: string, command: CommandName | null = null) {
    super(message)
    this.command = command
  }
}
