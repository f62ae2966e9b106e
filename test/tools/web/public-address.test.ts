import { expect, test } from 'vitest'
import { isPublicAddress } from '../../../src-main/tools/web/public-address.ts'

test.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ],
  ...['192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1'],
  ...['2001:db8::1', '2002:7f00:1::', '2001::1', '100::1', 'example.com', '', '127.1', '0x7f.1'],
])('%s is not read from', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '93.184.215.14', '172.15.0.1', '172.32.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  '%s is on the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
)
