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
  [['menu'], { name: 'curate', wish: { do: 'menu-show' } }],
  [
    ['menu', 'set', 'event/8', '--under', 'top', '--position', '2', '--show'],
    {
      name: 'curate',
      wish: {
        do: 'menu-set',
        change: { thing: 'event/8', under: 'top', position: 2, isHidden: false, title: undefined },
      },
    },
  ],
  [
    ['banner', 'add', 'venue/wembley', '--title', 'Wembley', '--text', 'All of it'],
    {
      name: 'curate',
      wish: {
        do: 'banner-add',
        banner: { leadsTo: 'venue/wembley', title: 'Wembley', text: 'All of it', position: undefined },
      },
    },
  ],
  [['content', 'clear', 'privacy'], { name: 'content-clear', page: 'privacy' }],
  [['approve', 'ann-buyer'], { name: 'approve', username: 'ann-buyer', isUnverifiedAllowed: false }],
  [
    ['approve', 'ann-buyer', '--unverified'],
    { name: 'approve', username: 'ann-buyer', isUnverifiedAllowed: true },
  ],
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
  [['menu', 'move'], 'menu is followed by nothing, set or reset'],
  [['menu', 'set', 'category/x'], 'menu set needs --title'],
  [['menu', 'set', 'category/x', '--hide', '--show'], '--hide and --show cannot both be'],
  [['menu', 'set', 'category/x', '--position', '0'], '--position: must be a whole number'],
  [['menu', 'reset', 'category/x', '--hide'], '--hide has no meaning here'],
  [['menu', 'set', 'category/x', 'category/y', '--hide'], 'One at a time'],
  [['banner', 'add', 'event/8'], 'banner add needs --title'],
  [['banner', 'remove', 'x'], 'banner remove needs its number'],
  [['banner', 'add', 'event/8', '--title', 'A', '--under', 'top'], '--under has no meaning here'],
  [['withdraw'], 'withdraw needs the id of a listing'],
  [['reprice', 'lst_1', '--price', '85.00', '--unverified'], '--unverified has no meaning here'],
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
