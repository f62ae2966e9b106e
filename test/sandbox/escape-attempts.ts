import { basename, dirname, relative } from 'node:path'
import type { EscapeWorld } from './escape-world.ts'

/** One command that tries to change what is outside. */
export type Attempt = readonly [name: string, command: string]

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Ways to write a file. */
const writers: readonly (readonly [name: string, write: (path: string) => string])[] = [
  ['redirect', (path) => `echo gone >${quoted(path)}`],
  ['append', (path) => `echo more >>${quoted(path)}`],
  ['cp', (path) => `echo gone >own; cp -f own ${quoted(path)}`],
  ['mv over', (path) => `echo gone >own; mv -f own ${quoted(path)}`],
  ['ln over', (path) => `echo gone >own; ln -f own ${quoted(path)}; ln -sf own ${quoted(path)}`],
  ['dd', (path) => `dd if=/dev/zero of=${quoted(path)} bs=8 count=1 conv=notrunc`],
  ['tee', (path) => `echo gone | tee ${quoted(path)}`],
  ['sed in place', (path) => `sed -i s/a/b/ ${quoted(path)}`],
  ['truncate', (path) => `truncate -s 0 ${quoted(path)}`],
  ['rm', (path) => `rm -rf ${quoted(path)}`],
  ['mv away', (path) => `mv ${quoted(path)} taken`],
  ['chmod', (path) => `chmod 0777 ${quoted(path)}`],
  ['chown', (path) => `chown 1:1 ${quoted(path)}; chmod 0700 ${quoted(path)}`],
  ['make a folder in its place', (path) => `rm -f ${quoted(path)}; mkdir ${quoted(path)}`],
  ['make nodes beside', (path) => `mkfifo ${quoted(`${path}.fifo`)}; mknod ${quoted(`${path}.null`)} c 1 3`],
  ['install', (path) => `echo gone >own; install -m 777 own ${quoted(path)}`],
  ['tar', (path) => `echo gone >${basename(path)}; tar c ${basename(path)} | tar x -C ${quoted(dirname(path))}`],
  ['cp -a', (path) => `mkdir -p d; echo gone >d/${basename(path)}; cp -a d/. ${quoted(dirname(path))}`],
  ['node', (path) => `${process.execPath} -e 'fs.writeFileSync(process.argv[1], "gone")' ${quoted(path)}`],
  ['python', (path) => `python3 -c 'import sys; open(sys.argv[1], "w").write("gone")' ${quoted(path)}`],
  ['perl', (path) => `perl -e 'open(F, ">", $ARGV[0]); print F "gone"' ${quoted(path)}`],
  ['git init', (path) => `git init -q --separate-git-dir ${quoted(`${path}.git`)} made`],
  ['git config', (path) => `git config --file ${quoted(path)} core.fsmonitor ./evil`],
  ['temporary names', (path) => `TMPDIR=${quoted(dirname(path))} mktemp`],
]

/** Ways to name a file; each is written to in the first way that there is. */
const names: readonly (readonly [name: string, write: (path: string) => string])[] = [
  ['climbing', (path) => `echo gone >"$(realpath --relative-to=. -m ${quoted(path)})"`],
  ['link to the file', (path) => `ln -sfn ${quoted(path)} l; echo gone >l`],
  ['link to the folder', (path) => `ln -sfn ${quoted(dirname(path))} d; echo gone >d/${basename(path)}`],
  ['links in a row', (path) => `ln -sfn / r; ln -sfn r${dirname(path)} s; echo gone >s/${basename(path)}`],
  ['hard link', (path) => `ln ${quoted(path)} h && echo gone >h`],
  ['own root', (path) => `echo gone >/proc/self/root${quoted(path)}`],
  ['root of process 1', (path) => `echo gone >/proc/1/root${quoted(path)}`],
  ['root of the parent', (path) => `echo gone >/proc/$PPID/root${quoted(path)}`],
  ['any root', (path) => `for r in /proc/[0-9]*/root; do echo gone >$r${quoted(path)}; done`],
  ['any working folder', (path) => `for r in /proc/[0-9]*/cwd; do echo gone >$r/../../../..${quoted(path)}; done`],
  ['folder held open', (path) => `exec 9<${quoted(dirname(path))}; echo gone >/proc/self/fd/9/${basename(path)}`],
  ['file held open', (path) => `exec 9<${quoted(path)}; echo gone >/proc/self/fd/9`],
  ['inherited files', (path) => `for f in /proc/*/fd/*; do echo gone >$f/../${basename(path)}; done`],
]

/** Ways out of what confines. */
const exits: readonly (readonly [name: string, write: (path: string) => string])[] = [
  ['remount', (path) => `mount -o remount,rw,bind /; mount -o remount,rw ${dirname(path)}; echo gone >${path}`],
  ['bind over', (path) => `mount --bind / ${dirname(path)}; mount -t tmpfs none /mnt; echo gone >${path}`],
  ['umount', (path) => `for i in 1 2 3; do umount -l ${dirname(path)} /tmp /dev /proc; done; echo gone >${path}`],
  [
    'own namespaces',
    (path) => `unshare -Urmpf sh -c 'mount -o remount,rw,bind /; umount -l /tmp /dev; echo gone >${path}'`,
  ],
  ['own namespace, bound', (path) => `unshare -Urm sh -c 'mkdir m; mount --rbind / m; echo gone >m${path}'`],
  [
    'own namespace, moved root',
    (path) => `unshare -Urm sh -c 'mkdir n; mount -t tmpfs none n; mkdir n/o; pivot_root n n/o; echo gone >/o${path}'`,
  ],
  ['namespaces of others', (path) => `nsenter -t 1 -U -m sh -c 'echo gone >${path}'`],
  ['namespaces of the parent', (path) => `nsenter -t $PPID -a sh -c 'echo gone >${path}'`],
  ['chroot', (path) => `unshare -Ur chroot /proc/1/root sh -c 'echo gone >${path}'`],
  ['left behind', (path) => `setsid sh -c 'while :; do echo gone >${path}; done' & setsid true`],
  ['left behind twice', (path) => `(nohup sh -c 'while :; do echo gone >${path}; done' &) ; exit 0`],
  [
    'moving parents',
    (path) => `mv ${dirname(path)} ${dirname(path)}.old; mkdir -p ${dirname(path)}; echo gone >${path}`,
  ],
  ['own parents', () => 'cd ..; p=$(pwd); mv $p $p.old; cd ../..; mv * moved; touch x'],
  ['disks', (path) => `for d in /dev/vd? /dev/sd? /dev/nvme?n?; do dd if=/dev/zero of=$d count=0; done; echo >${path}`],
  ['made disk', (path) => `mknod disk b 254 0 && cat disk >${path}`],
  ['as another user', (path) => `sudo -n sh -c 'echo gone >${path}'; su -c 'echo gone >${path}'`],
  ['hooks', (path) => `mkdir -p ${dirname(path)}/.git/hooks; echo evil >${dirname(path)}/.git/hooks/post-checkout`],
  ['renaming .git', (path) => `cd ${dirname(path)}; mv .git .g; cp -r .g .git; echo evil >.git/hooks/pre-commit`],
  ['worktree', (path) => `git init -q w; cd w; git commit -q --allow-empty -m x; git worktree add ${path}.tree`],
  ['clone', (path) => `git init -q v; git clone -q v ${path}.clone`],
  ['own .git that points away', (path) => `rm -rf .git; echo gitdir: ${dirname(path)}/.git >.git; git config a.b c`],
  ['settings of git', () => `git config --global core.hooksPath "$PWD"; echo x >>~/.gitconfig; echo x >>~/.bashrc`],
  [
    'a debugger',
    (path) => `echo 'call system("echo gone >${path}")' | gdb -p $PPID; kill -9 ${process.pid} ${process.ppid}`,
  ],
  [
    'memory of others',
    () => `for p in ${process.pid} ${process.ppid} 1; do echo x >/proc/$p/mem; echo 5 >/proc/$p/oom_score_adj; done`,
  ],
  [
    'settings of the kernel',
    () => 'cat /proc/sys/vm/overcommit_memory | tee /proc/sys/vm/overcommit_memory && exit 99',
  ],
]

/** Every way at some file outside, most at one, the ones by name at all. */
export function attemptsIn({ workspace, others }: EscapeWorld): readonly Attempt[] {
  const files = others.map((folder) => `${folder}/file.txt`)
  const at = (index: number) => files[index % files.length] ?? ''
  return [
    ...writers.flatMap(([name, write], index) =>
      [at(index), at(index + 1)].map((path): Attempt => [`${name} ${path}`, write(path)]),
    ),
    ...names.flatMap(([name, write], index) =>
      [at(index), at(index + 1)].map((path): Attempt => [`${name} ${path}`, write(path)]),
    ),
    ...exits.flatMap(([name, write], index) =>
      [at(index), at(index + 1)].map((path): Attempt => [`${name} ${path}`, write(path)]),
    ),
    ...others.map((path): Attempt => [`moving ${path}`, `mv ${path} ${path}.old`]),
    // Of the app's data only: what it lies in is the test's own, should it work.
    ...others.slice(-1).map((path): Attempt => ['moving what holds it', `cd /; p=${dirname(path)}; mv $p $p.old`]),
    ...files.map((path): Attempt => [`from below ${path}`, `echo gone >${relative(workspace, path)}`]),
  ]
}

/** Those that are harmless to everything but the files themselves: tried unconfined, they must get there. */
export const plainWriters = (path: string): readonly Attempt[] => writers.map(([name, write]) => [name, write(path)])
