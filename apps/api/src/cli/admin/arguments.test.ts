import { expect, test } from 'vitest'
import { parseAdmin } from './arguments.ts'

test.each([
  [['relist', 'lst_1'], { name: 'relist', listingId: 'lst_1' }],
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
  [['menu'], { name: 'home-content', request: { do: 'menu-show' } }],
  [
    ['menu', 'set', 'event/8', '--parent', 'top', '--position', '2', '--show'],
    {
      name: 'home-content',
      request: {
        do: 'menu-set',
        change: { target: 'event/8', parent: 'top', position: 2, isHidden: false, title: undefined },
      },
    },
  ],
  [
    ['banner', 'add', 'venue/wembley', '--title', 'Wembley', '--text', 'All of it'],
    {
      name: 'home-content',
      request: {
        do: 'banner-add',
        banner: { leadsTo: 'venue/wembley', title: 'Wembley', text: 'All of it', position: undefined },
      },
    },
  ],
  [['content', 'reset', 'privacy'], { name: 'content-reset', page: 'privacy' }],
  [['approve', 'ann-buyer'], { name: 'approve', username: 'ann-buyer', isUnverifiedAllowed: false }],
  [
    ['approve', 'ann-buyer', '--unverified'],
    { name: 'approve', username: 'ann-buyer', isUnverifiedAllowed: true },
  ],
  [
    ['audit', '--account', 'ann', '--since', '2026-11-20', '--json'],
    {
      name: 'audit',
      request: {
        username: 'ann',
        kind: undefined,
        teamId: undefined,
        ipAddress: undefined,
        since: new Date('2026-11-20'),
        limit: 100,
        isJson: true,
      },
    },
  ],
  [[], { name: 'help', args: [] }],
  [
    ['catalogue', 'proposals', 'accept', '--file', 'a.csv', '--help'],
    { name: 'help', args: ['catalogue', 'proposals', 'accept', 'a.csv'] },
  ],
])('parses %j', (args, command) => {
  expect(parseAdmin(args)).toEqual(command)
})

test.each([
  [['reprice', 'lst_1'], 'reprice needs --price or --quantity'],
  [['reprice', 'lst_1', '--price', '9.555'], '--price: must be an amount with at most two decimals'],
  [['menu', 'move'], 'menu is used alone, or with set or reset'],
  [['menu', 'set', 'category/x'], 'menu set needs --title'],
  [['menu', 'set', 'category/x', '--hide', '--show'], 'use either --hide or --show'],
  [['menu', 'set', 'category/x', '--position', '0'], '--position: must be a whole number'],
  [['menu', 'reset', 'category/x', '--hide'], 'unknown option: --hide'],
  [['menu', 'set', 'category/x', 'category/y', '--hide'], 'too many entries'],
  [['banner', 'add', 'event/8'], 'banner add needs --title'],
  [['banner', 'remove', 'x'], 'banner remove needs a banner number'],
  [['banner', 'add', 'event/8', '--title', 'A', '--parent', 'top'], 'unknown option: --parent'],
  [['withdraw'], 'withdraw needs a listing id'],
  [['reprice', 'lst_1', '--price', '85.00', '--unverified'], 'unknown option: --unverified'],
  [['approve'], 'approve needs one username'],
  [['remove-second-factors'], 'remove-second-factors needs one username'],
  [['remove-second-factors', 'ann', 'bob'], 'remove-second-factors needs one username'],
  [['remove-second-factors', 'ann', '--unverified'], 'unknown option: --unverified'],
  [['approve', 'ann', 'bob'], 'approve needs one username'],
  [['audit', '--since', 'lately'], '--since: must be a date'],
  [['audit', '--since', '2026-13-40'], '--since: must be a date'],
  [['audit', '--limit', '0'], '--limit: must be a whole number'],
  [['audit', 'ann'], 'audit accepts only options'],
  [['audit', '--price', '5'], 'unknown option: --price'],
  [['content'], 'content needs set or reset'],
  [['content', 'set', 'imprint', 'a.txt'], 'needs a page: terms or privacy'],
  [['content', 'set', 'terms'], 'content set needs one text file'],
  [['withdraw', '17'], 'withdraw needs a listing id'],
  [['withdraw', 'lst_1', 'lst_2'], 'unexpected argument: lst_2'],
  [['withdraw', 'lst_1', '--price', '5'], 'unknown option: --price'],
  [['publish', '--wings', '2'], "Unknown option '--wings'"],
])('rejects %j: %s', (args, reason) => {
  expect(parseAdmin(args)).toMatchObject({ name: 'usage-error', reason: expect.stringContaining(reason) })
})
