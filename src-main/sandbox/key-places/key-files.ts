import type { KeyPlace } from './key-place.ts'

/** Keys of the user's own: for shells, signatures and files. */
export const keyFiles: readonly KeyPlace[] = [
  { why: 'private keys and hosts: ssh(1), FILES', paths: ['.ssh'] },
  { why: 'private keys: gnupg manual, GNUPGHOME', paths: ['.gnupg'], movedBy: { GNUPGHOME: 'folder' } },
  {
    why: 'age and SOPS keys: sops README, "age"',
    paths: ['.config/sops/age', '.age', '.config/age'],
    movedBy: { SOPS_AGE_KEY_FILE: 'file' },
  },
  { why: 'minisign(1) and signify keys', paths: ['.minisign', '.signify'] },
  {
    why: 'keys of wallets, as each calls its folder',
    paths: ['.bitcoin', '.ethereum', '.electrum', '.config/solana/id.json', '.monero', '.config/Exodus'],
  },
]
