import { expect, test } from 'vitest'
import { parseAdmin } from './admin-arguments.ts'

test.each([
  [['publish', 'lst_1'], { name: 'publish-again', listingId: 'lst_1' }],
  [['withdraw', 'lst_1'], { name: 'withdraw', listingId: 'lst_1' }],
  [
    ['reprice', 'lst_1', '--price', '95.5'],
    { name: 'reprice', listingId: 'lst_1', priceMinor: 9550, quantity: undefined },
  ],
  [
    ['reprice', 'lst_1', '--quantity', '3'],
    { name: 'reprice', listingId: 'lst_1', priceMinor: undefined, quantity: 3 },
  ],
  [['content', 'set', 'terms', 'a.txt'], { name: 'content-set', page: 'terms', file: 'a.txt' }],
  [['content', 'clear', 'privacy'], { name: 'content-clear', page: 'privacy' }],
  [['approve', 'ann-buyer'], { name: 'approve', username: 'ann-buyer' }],
  [
    ['audit', '--account', 'ann', '--since', '2026-11-20', '--json'],
    {
      name: 'audit',
      wish: {
        username: 'ann',
        kind: undefined,
        address: undefined,
        since: new Date('2026-11-20'),
        limit: 100,
        isJson: true,
      },
    },
  ],
  [[], { name: 'help' }],
])('%j is understood', (args, command) => {
  expect(parseAdmin(args)).toEqual(command)
})

test.each([
  [['reprice', 'lst_1'], 'reprice needs --price or --quantity'],
  [['reprice', 'lst_1', '--price', '9.555'], '--price: must be an amount with at most two decimals'],
  [['withdraw'], 'withdraw needs the id of a listing'],
  [['approve'], 'approve needs one username'],
  [['approve', 'ann', 'bob'], 'approve needs one username'],
  [['audit', '--since', 'lately'], '--since: must be a day'],
  [['audit', '--since', '2026-13-40'], '--since: must be a day'],
  [['audit', '--limit', '0'], '--limit: must be a whole number'],
  [['audit', 'ann'], 'audit takes options only'],
  [['audit', '--price', '5'], '--price has no meaning here'],
  [['content'], 'content is followed by set or clear'],
  [['content', 'set', 'imprint', 'a.txt'], 'needs a page: terms or privacy'],
  [['content', 'set', 'terms'], 'content set needs one file'],
  [['withdraw', '17'], 'withdraw needs the id of a listing'],
  [['withdraw', 'lst_1', 'lst_2'], 'One listing at a time'],
  [['withdraw', 'lst_1', '--price', '5'], '--price has no meaning here'],
  [['publish', '--wings', '2'], "Unknown option '--wings'"],
])('%j is refused: %s', (args, reason) => {
  expect(parseAdmin(args)).toMatchObject({ name: 'refused', reason: expect.stringContaining(reason) })
})
