import type { KeyPlace } from './key-place.ts'

/** Password stores and keyrings. */
export const passwordStores: readonly KeyPlace[] = [
  {
    why: 'pass(1), gopass',
    paths: ['.password-store', '.local/share/gopass', '.config/gopass'],
    movedBy: { PASSWORD_STORE_DIR: 'folder' },
  },
  {
    why: 'keyrings of GNOME, KDE and macOS',
    paths: [
      '.local/share/keyrings',
      '.gnome2/keyrings',
      '.local/share/kwalletd',
      '.kde/share/apps/kwallet',
      'Library/Keychains',
    ],
  },
  {
    why: '1Password, Bitwarden, KeePassXC',
    paths: [
      '.config/op',
      '.op',
      '.1password',
      '.config/1Password',
      'Library/Application Support/1Password',
      'Library/Group Containers/2BUA8C4S2C.com.1password',
      '.config/Bitwarden',
      '.config/Bitwarden CLI',
      'Library/Application Support/Bitwarden',
      'Library/Application Support/Bitwarden CLI',
      '.config/keepassxc',
      '.cache/keepassxc',
    ],
  },
]
