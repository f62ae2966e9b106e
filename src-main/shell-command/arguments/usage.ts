import { branchUsage } from './branch-usage.ts'
import { sessionUsage } from './session-usage.ts'
import { tasksUsage } from './tasks-usage.ts'

/** The usage of each command, shown for `--help`. */
export const usage = {
  run: `agent run [options] "MESSAGE"
  Runs an agent on a project and prints its answer. MESSAGE may be -: it is then read from standard input.
  --project DIR            the project; by default the current folder
  --continue               continues the project's newest conversation, with its strategy and models
  --conversation ID        continues that conversation; with the ID of a run, continues after that run
  --again RUN              asks the message of that run again, or MESSAGE in its place, in a branch beside it
  --files WAY              with these three. restore: the files as before the message that is asked again, or as
                           the run before left them; keep: the current files; copy: as restore, in an isolated
                           copy. Without it earlier files are restored if only this conversation changed them;
                           else you are asked in a terminal, and without one the run works in a copy
  --file FILE              reads the message from a file
  --image FILE             sends an image with the message; can be repeated
  --strategy NAME          such as tool-loop, chat, retry(reflection), best-of-n(agent:opencode); a preset's
                           name; or auto, which picks by your rules (default: as set for the project or command line)
  --options JSON           options of the strategy that --strategy names, or of tool-loop
  --set NAME=VALUE         one option, of the outermost strategy that has it; STRATEGY.NAME=VALUE names which,
                           as in --set retry.maxRetries=2. May be repeated
  --prompt NAME=TEXT       another text for a prompt of it; NAME=@FILE reads it from a file
  --mode plan|act          plan gives the model only read-only tools (default: act)
  --budget LIMITS          limits of this run: cost=2,tokens=200000,time=10m,calls=50,tools=100 (cost in US
                           dollars, calls of models; none removes a limit); others as in the settings
  --at-limit ask|stop      at a limit: asks you for more, or has the model finish (default: ask in a
                           terminal; without one nobody can be asked, and the model finishes)
  --base-url URL           an endpoint, such as http://localhost:11434/v1; needs --model
  --api NAME               the API of that endpoint: chat-completions, responses or messages (default: the
                           provider's own, and chat-completions for others)
  --model NAME             the model there; alone: a saved profile, or a model of OpenAI, Anthropic or
                           Google; NAME@URL: a model at another endpoint. With --strategy agent:NAME it is
                           that agent's model
  --role ROLE=MODEL        another model for a role, named in the same ways; may be repeated
  --stall-limit SECONDS    how long an endpoint named by an address may send nothing before the request is sent
                           again (default: 600 on this computer and in its own network, else 120)
  --effort LEVEL           how much the models think: none, minimal, low, medium, high, xhigh or max;
                           ROLE=LEVEL for one role. May be repeated (default: as each profile says)
  --approve MODE           what is allowed without asking: read-only, edits, everything.
                           Without it you are asked in the terminal; without a terminal, edits and
                           commands are denied, and the model is told so
  --approve-plan           carries plans out that the strategy's option approve would show you; without it
                           and without a terminal they are not carried out
  --network                gives network access to commands that run without asking, for example with
                           --approve everything. Without it they can reach only servers they start
                           themselves, if the system can confine them; see Settings → Approval
  --allow-variable NAME    lets commands have this environment variable, which is kept from them because
                           its name says that it holds a secret (may be given several times); see
                           Settings → Approval
  --no-hooks               runs no hooks, neither yours nor the project's; see Settings → Hooks
  --tools-in-text          describes the tools to the models in text and reads calls from their answers, for
                           models that can't call tools; as "Tool calls: In text" in a model's settings
  --otlp URL               sends the steps to this OpenTelemetry collector, instead of the one in Settings →
                           Integrations; headers of its own, such as a key, are read from
                           STRATAGEM_OTLP_HEADERS (Name: value, one a line)
  --break POINT            pauses before each step that fits, and asks in the terminal what to do: step,
                           step over, run to a point, continue, edit the step, answer by hand, stop.
                           POINT: tool:NAME, step:KIND, phase:NAME, role:NAME, agent:NAME,
                           path:GLOB (about to be written), cost>DOLLARS, score<NUMBER. May be repeated.
                           Without a terminal, the run is left paused, to be resumed
  --json                   prints every event as a line of JSON instead of the answer, and between them each
                           piece of a model's text as it comes in (model-delta, without seq)
  Keys are read from the provider's variable (ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY, …),
  and from OPENAI_API_KEY for OpenAI and for all other endpoints. Without an endpoint, the offline demo
  model answers.`,
  ...sessionUsage.talk,
  list: `agent list [--project DIR] [--json]
  Prints one run per line, newest first: id, status, strategy, title, separated by tabs. What was
  damaged on disk is marked in a fifth column. In a terminal: the number, the end of the id, when it began,
  and the rest as wide as the terminal. --json prints each run as a line of JSON, with its
  conversation, project, times, model use and outcome.`,
  strategies: `agent strategies [NAME] [--project DIR] [--json]
  Prints the strategies that there are, built in and your own; of one, also its options with their defaults
  and limits, its roles, phases, and the prompts that it sends.`,
  show: `agent show RUN [--json]
  Prints one run: the message, its steps and the answer. --json prints all of it as a line of JSON.`,
  inspect: `agent inspect RUN [--json]
  Prints the journal of one run as a tree: each step by its path, how it ended, and its fingerprint. --json
  prints each step as a line of JSON.`,
  resume: `agent resume RUN [--json] [--network] [--no-hooks] [--allow-variable NAME] [--otlp URL]
          [--break POINT]
  Continues a run after a crash or stop from its last finished step, without repeating finished steps. A
  stopped run is kept and continued as a new run. A lane of a comparison continues in its copy and is
  checked there.`,
  replay: `agent replay RUN [--verify] [--json]
  Runs the strategy again from the log alone, without models and tools, and reports the first difference:
  exit code 0 if every step and the outcome match, 1 if not. --verify checks the log's hashes too. --json prints
  the report as a line of JSON.`,
  ...branchUsage,
  export: `agent export RUN|CONVERSATION|TRIALS --format FORMAT [--out FILE] [--damaged]
  Writes it as a bundle (to open, play back and verify on another machine), or prints it as markdown,
  chrome-trace (a run, for Perfetto), otlp (OpenTelemetry, GenAI conventions) or jsonl (a run's events).
  Of trials (batch_…): html, json, csv, jsonl or parquet (a row a trial), or inspect (a log of Inspect a lane).
  --out FILE writes it there and replaces the file; without it, a bundle is written here under a new name.
  Of trials it may be a folder, as logs of Inspect need it.
  Likely secrets are removed and listed first.
  --damaged  includes what was damaged on disk, marked as such; without it, such a run is refused`,
  import: `agent import FILE [--project DIR]
       agent import --found [--json] | --session TOOL:ID [--project DIR]
  Imports a bundle, a session of Claude Code, Codex, opencode (what opencode export writes), Gemini CLI, pi or
  Cline, or a trajectory in ATIF, and prints its conversation. Without --project it can be read, played back and verified; in a project a bundle can
  also be continued. Sessions of other tools are only read. Nothing in the file ever runs.
  --found                  lists the sessions of these tools in the project's folder: TOOL:ID, time and title
  --session TOOL:ID        imports one of them into the project (default: the current folder)`,
  search: `agent search WORDS [--project DIR] [--json]
  Prints where the words occur, best first, one per line: run and step, kind, project, title, excerpt.
  Searches all projects unless one is given. Put "quotes" around a phrase. --json prints
  each place as a line of JSON.`,
  compare: `agent compare --lane A=STRATEGY --lane B=STRATEGY [options] "MESSAGE"
       agent compare --sweep strategy=A,B --sweep OPTION=V1,V2 [options] "MESSAGE"
  Gives one message to 2 to 4 lanes, each in its own copy of the project, and prints them side by side with
  the verdict. The project is not changed: if the system has a sandbox (Linux namespaces, bubblewrap, the
  sandbox of macOS), a lane's commands can write only in its copy; if it has none, the output says so, and
  a command that uses an absolute path can write there. Exit code 0: the comparison completed.
  --lane A=STRATEGY[,NAME=VALUE…]  a strategy or preset with options: B=retry(tool-loop),maxRetries=2;
                           model=, effort=, temperature=, limit.NAME= (as in --sweep) and name= set these for this
                           lane only, and prompt.NAME=@FILE a prompt; A=agent:opencode,model=NAME,mode=NAME
                           another agent with what it offers
  --lanes FILE             JSON: [{"strategy": "retry(tool-loop)", "maxRetries": 2, "model": "…"}, …], lanes with
                           the same names as in --lane
  --sweep NAME=V1,V2,…     makes a lane of every combination of values, from each --lane or from tool-loop; may
                           be repeated. NAME: strategy, inner (strategy), model, model.ROLE, effort,
                           temperature, limit.NAME (cost, tokens, time, calls, tools), an option, or
                           prompt.NAME with texts or @FILEs. Numbers may be a range: maxRetries=1..8, or
                           threshold=0.5..0.9/3 for three of them. Up to 200 lanes, run as trials
  --sweep-random N         draws N different lanes at random instead, by --seed; a range that spans a factor of
                           100 or more is drawn from by orders of magnitude
  --dry-run                only prints the lanes, the number of trials, what they are likely to take and what that
                           rests on, their limits, and what differences they can show
  --check CMD              decides success by its exit code; --score PATTERN reads a number from its
                           output (one group): higher is better, or lower with --lower
  --rubric TEXT            a model (role evaluator) compares the lanes, blind and in both orders
  --set-up CMD             runs in each copy first; --dependencies clone, link or none: linked packages are
                           the project's own, and read-only if commands are confined
  --in-turn                one lane after the other
  --break POINT            pauses each lane before such a step and asks in the terminal what to do, as for run;
                           the other lanes continue meanwhile
  --apply A|best           merges what the lane changed into the project; exits with 1 if some changes could
                           not be applied. best: what succeeds, then score, cost and time. With --resume, for a comparison that has ended
  --repeat N               runs many trials in random order, with intervals, paired tests and a verdict
  --tasks FILE             JSON: [{"message","name","check","files"}, …], each given to every lane; only the
                           message is required. files: the snapshot to start from, as \`agent show\` prints it
  --task-set NAME          the tasks of a set that \`agent tasks import\` made; with --tag TAG those with this tag
  --parallel N, --seed N, --stop-early   trials at a time; their order; ends when every lane is clearly better or
                           worse than lane A: the chance of a wrong “better” or “worse” is at most 5 %
  --race                   drops a lane once it is shown to be worse than another, and saves its further trials;
                           the others continue. The chance of any false “better” stays below 5 %
  --max-cost DOLLARS, --max-tokens N, --max-time 2h   limits of all trials together: at one of them no more
                           start; those that are running continue to their end, which may use more. With --resume
                           they replace the earlier limits; none removes one
  --fair tokens=N|cost=DOLLARS   the same budget for each trial of every lane
  --queue nats://HOST:PORT runs the trials on machines (\`agent worker\`; docs/machines.md); none: here, whatever
                           the settings say; --tls-ca FILE and --key FILE as for worker
  --send-ignored PATH      an ignored file that runs have edited, such as .env, is sent to the machines, too
  --report FILE.html       writes a page with tables and plots
  --all                    prints every lane and every sentence, also of many lanes
  --from RUN               instead of MESSAGE: the message of that run, with the files from before it
  --resume ID              continues a comparison or trials that were cut off, without repeating finished
                           ones, or prints their result again; with --extend N, adds N repeats to finished
                           trials. If the ID is unknown, valid IDs are listed
  --project, --model, --base-url, --api, --role, --effort, --stall-limit, --approve, --approve-plan, --network,
  --no-hooks, --allow-variable, --tools-in-text, --otlp, --json as for run`,
  'what-if': `agent what-if RUN [--step N | --at STEP | --all-steps] [changes] [options]
  Continues a run many times from one of its steps, as it was and with something changed, each time in its own
  copy, and prints what the change does to success, time, tokens and cost, with intervals. Steps before it are
  reused from the log and not counted. The project is not changed. Without a step, lists the steps.
  --step N, --at STEP      the step, by its number in that list or by its path
  --strategy NAME          another strategy, which starts from the messages up to the step (also --options)
  --model NAME, --role ROLE=MODEL   other models, named as for run (also --base-url, --api, --stall-limit)
  --prompt NAME=TEXT       another text for a prompt of the strategy from this step on; NAME=@FILE reads a file
  --message TEXT           a message that is added at the step
  --answer FILE|TEXT       another answer of the model, result of the tool or answer to the question, as for
                           fork; compared with the answer that the step had
                           Each of these is a change by itself, compared with the run as it was; --prompt and
                           --answer may be repeated
  --all-steps              changes nothing: continues from every model call and question, and prints how the
                           chance of success changes from each to the next
  --n N                    continuations of each kind (default: 10; with --all-steps 5)
  --max-trials N           with --all-steps: leaves steps out, so that there are at most N (default: 200)
  --check CMD              decides success by its exit code (default: the check that the run was made for; if it
                           had none, a run that completes is a success)
  --max-cost DOLLARS, --max-tokens N, --max-time 2h   limits of all continuations together: at one of them no more start
  --dry-run                prints how many there would be and what they are likely to take, and runs nothing
  --parallel N, --seed N   at a time; the order and what is drawn by chance; all on this computer, without --queue
  --approve MODE           as for run (default: as it was)
  --network, --no-hooks, --allow-variable, --otlp,
  --json as for run; compare continues one that was cut off, by its ID`,
  tasks: tasksUsage,
  leaderboard: `agent leaderboard [--task-set NAME] [--versions STRATEGY] [--project DIR] [--json]
  Ranks the strategies of all trials that were run in a project, with their versions, options and models, on the
  tasks of a set (default: tasks that belong to none). Entries that the trials don't tell apart share ranks,
  such as 1–3. Results of earlier versions of tasks or strategies are listed below them, without a rank.
  --versions STRATEGY      prints how success went over the versions of a strategy, by its name or title, with the
                           same options, models and limits: each version compared with the one before it
  --json                   prints everything that is known about each entry, or each version`,
  tune: `agent tune STRATEGY --task-set NAME [--option NAME=RANGE…] [--prompts] [options]
       agent tune --resume ID
  Searches for better options and prompts of a strategy or preset: candidates are screened on training tasks, and
  the best is compared with the current setting on held-out tasks that played no part in the choice
  (docs/tune.md).
  --option NAME=RANGE      varies an option: maxTurns=4..64, context=prune,none; STRATEGY.NAME names which, and a
                           name alone varies it over all that the strategy declares. May be repeated
  --prompts                a model reads failed runs of training tasks and proposes other prompts
  --proposer MODEL         that model (default: the one of the runs)
  --task-set NAME          the tasks; with --tag TAG those with this tag
  --train NAME, --held-out NAME   a tag or another task set; --held-out 0.3 is the share that is drawn (default: 0.5)
  --candidates N           at the beginning, the current setting included (default: 16)
  --finalists 1|2, --repeat N   how many are compared in the final (default: 1); trials of each held-out task (3)
  --alpha A                how often noise may be called an improvement (default: 0.05, one-sided)
  --max-trials N, --max-cost X, --max-time 2h   limits for the whole search (cost in US dollars)
  --seed N, --parallel N   the draw of candidates and tasks; trials at a time
  --queue nats://HOST:PORT runs the trials on machines, as for compare (also --tls-ca, --key); none: here
  --save PRESET            saves an improvement with its evidence; shows it and asks first, --yes answers that
  --dry-run                shows rounds, trials, the estimate and what such a final can show, and runs nothing
  --resume ID              continues a search that was cut off, without repeating trials; new limits replace the old
  --set, --prompt, --project, --model, --base-url, --api, --role, --effort, --stall-limit, --approve, --set-up, --dependencies,
  --network, --no-hooks, --allow-variable, --otlp,
  --json as for run and compare`,
  results: `agent results [--project DIR] [--json]
       agent results import FILE --task-set NAME [--source NAME] [--score NAME] [--project DIR]
       agent results remove ID
  Lists, imports or removes results from elsewhere for tasks that are kept here, which the leaderboard then
  shows: an export of trials (CSV, JSON Lines), a log of Inspect (.eval, .json), or the folder of a Harbor job.
  Tasks are found by id or name; the rest is listed. --score: of an Inspect log, what says which trials succeeded.`,
  score: `agent score RESULT --pass | --fail | --rating 1-5 [--note TEXT] [--rater NAME]
       agent score TRIALS|COMPARISON [--json]
  Scores a result as a person: RESULT is TRIALS:NUMBER (batch_…:12, numbers as in exports) or COMPARISON:LANE
  (comp_…:A). The name is by default that of the user of this computer. Scores are only added; the last one
  of each person counts. Without a mark, lists the scores and how far people agree (Krippendorff’s α,
  Cohen’s κ).`,
  acp: `agent acp [options]
  Serves Stratagem to an editor as an agent, by the Agent Client Protocol on standard input and output: Zed, the
  JetBrains IDEs, Neovim, Emacs. The editor starts this command; docs/editors.md has the settings.
  --strategy NAME          what new sessions begin with: a strategy, a preset, auto (default: as set for the project)
  --approve MODE           what new sessions allow without asking: read-only, edits, everything (default: you are asked)
  --model, --base-url, --api, --role, --effort, --stall-limit, --network, --no-hooks as for run; without a model, each role has the
                           model that Settings say`,
  worker: `agent worker --queue nats://HOST:PORT [--slots N] [options]
       agent worker --show-key [--key FILE]
  Makes this computer a machine of a laboratory: it runs trials that \`agent compare --queue\` or the window puts in
  the queue, in copies of its own, with the model profiles and the keys of this computer, which are never sent.
  docs/machines.md has the whole set-up. Ctrl-C ends it at once; unfinished trials go to other machines.
  --slots N                trials at a time (default: 1)
  --accept KEY             also runs trials signed with this public key, which --show-key prints there; can be repeated
  --key FILE               the NKey to sign in at the server and to sign trials with (default: one is made)
  --tls-ca FILE            certificate of the authority that signed that of the server
  --keep GB                gigabytes of fetched files to keep for further trials (default: 10)
  --unconfined             runs trials even if this system has no sandbox to confine commands to the copies
  --network                commands of trials have network access`,
  mcp: `agent mcp [options]
  Serves Stratagem to another agent as a server of the Model Context Protocol, on standard input and output: tools to
  search past runs, read one, list strategies, start a run and compare strategies. docs/editors.md has the settings.
  --project DIR            the only folder that is worked in and read about (default: any that the client names)
  --approve MODE           what runs may do without asking: read-only, edits, everything. What else they need is asked
                           by the client if it can ask its user, and denied if not (default: everything is asked; if
                           the client can't ask, read-only)
  --model, --base-url, --api, --role, --effort, --stall-limit, --network, --no-hooks as for acp`,
  'new-strategy': `agent new-strategy NAME [--project DIR]
  Creates a strategy to start from, with its types, and prints its path: in your data folder, or with --project
  in the project's .stratagem/strategies, for everyone who works on the project.
  --strategy NAME then runs it; the next run uses every change you save.`,
  trust: `agent trust [--project DIR] [--yes | --no]
  Shows the presets, strategies, skills, sub-agents, MCP servers and hooks in a project, and asks whether to trust
  these files; --yes and --no answer that. You are asked again when they change.`,
  check: `agent check NAME [--project DIR]
  Tests a strategy of your own against models that behave and misbehave, with Stop and failures at each
  step, and prints problems; exits with 1 if there are any. NAME is a path, or the name of a strategy in your
  strategies folder; with --project, a trusted one in the project comes first.`,
  ...sessionUsage.about,
} as const

export type CommandName = keyof typeof usage

export const isCommand = (name: string | undefined): name is CommandName =>
  name !== undefined && Object.hasOwn(usage, name)

/** Of one command, or of all. */
export const usageOf = (command: CommandName | null): string =>
  `usage:\n\n${command === null ? Object.values(usage).join('\n\n') : usage[command]}

A RUN is named by its id, by a beginning or end of it that no other run has, or by its number in \`agent list\`:
1 is the newest.

exit codes: 0 completed, 1 failed, 2 usage error, 130 stopped
STRATAGEM_HOME sets the data folder. \`agent\` stands for \`npm run -s agent --\`.\n`

/** A call that can't be understood: reported with a pointer to the help, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
  readonly command: CommandName | null
  /** @param command null: the one that was typed */
  constructor(message: string, command: CommandName | null = null) {
    super(message)
    this.command = command
  }
}
