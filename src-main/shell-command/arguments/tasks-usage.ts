/** Shown by `agent tasks --help`. */
export const tasksUsage = `agent tasks [--set NAME] [--project DIR] [--json]
       agent tasks import FILE|FOLDER [--set NAME] [--test-command CMD] [--repositories DIR] [--variable NAME]
       agent tasks save RUN [--name NAME] [--check CMD]
       agent tasks prove | show | remove [TASK…] [--set NAME]
       agent tasks images [--remove]
  Lists the tasks that are kept in a project for comparisons: id, set, name, whether it is sound, tags, needs.
  import FILE|FOLDER       reads tasks from JSON Lines, also those of SWE-bench, or from a folder in Harbor’s format
                           (docs/tasks.md); a task of the same name in the set is replaced. --test-command runs the
                           tests that a task names ({tests}); --repositories is a folder with clones of the
                           repositories; --variable names a variable of this computer that tasks may read
  prove                    tries each task with its solution and with nothing done: its check must pass with
                           the solution and fail without it. Exit code 1 if a task is not sound
  save RUN                 makes a task of the message of an earlier run, with the files before it
  show TASK, remove TASK   by id or name
  images                   lists the images that were built for tasks, and the tasks that need them; --remove
                           removes those that no task needs
  --json                   prints the tasks, those of show, or the images as lines of JSON`
