import type { KeyPlace } from './key-place.ts'

/** Forges, hosts and databases. */
export const forges: readonly KeyPlace[] = [
  {
    why: 'git-credential-store(1)',
    paths: ['.git-credentials', '.config/git/credentials', '.config/git-credential-oauth'],
  },
  {
    why: 'gh, glab, hub, tea: where they keep tokens',
    paths: [
      '.config/gh',
      '.config/glab-cli',
      '.config/hub',
      '.config/tea',
      'Library/Application Support/glab-cli',
      'Library/Application Support/tea',
    ],
    movedBy: { GH_CONFIG_DIR: 'folder', GLAB_CONFIG_DIR: 'folder' },
  },
  {
    why: 'passwords of hosts: ftp(1), curl(1), NETRC',
    paths: ['.netrc', '_netrc', '.authinfo', '.authinfo.gpg'],
    movedBy: { NETRC: 'file' },
  },
  {
    why: 'file shares and mail: davfs2, mount.cifs, msmtp, isync',
    paths: [
      '.davfs2',
      '.smbcredentials',
      '.msmtprc',
      '.config/msmtp',
      '.mbsyncrc',
      '.config/isyncrc',
      '.config/filezilla',
      '.config/remmina',
      '.local/share/remmina',
    ],
  },
  {
    why: 'databases: libpq PGPASSFILE, MySQL option files',
    paths: ['.pgpass', '.my.cnf', '.mylogin.cnf', '.dbshell'],
    movedBy: { PGPASSFILE: 'file' },
  },
]
