import { expect, test } from 'vitest'
import type { JumpTarget, TargetResults } from '#web/lib/commands/jump-target.ts'
import { highlightParts } from './highlight-parts.ts'
import { targetEntry } from './palette-entry.ts'
import { paletteGroups, type PaletteContent } from './palette-groups.ts'

const target = (kind: JumpTarget['kind'], title: string, id = title): JumpTarget => ({
  kind,
  id,
  title,
  detail: '',
  href: `/${id}`,
})

const results = (values: Partial<TargetResults> = {}): TargetResults => ({
  latest: [],
  found: [],
  isOfEarlierText: false,
  isPending: false,
  isOffline: false,
  isFailed: false,
  retry: () => undefined,
  ...values,
})

const run = () => undefined
const content: PaletteContent = {
  commands: [
    {
      title: 'Listings',
      commands: [
        { id: 'density', title: 'Show comfortable rows', run },
        { id: 'resort', title: 'Re-sort', run: null },
        { id: 'sort', title: 'Sort by: Price', isSearchOnly: true, run },
      ],
    },
  ],
  pages: [target('page', 'Holds'), target('page', 'My account')],
  recent: [],
  events: results(),
  orders: results(),
  quotes: results(),
  clients: results(),
  holds: [],
  tracked: [],
}

const titlesOf = (text: string, change: Partial<PaletteContent> = {}, searched = text) =>
  paletteGroups(text, searched, { ...content, ...change }).groups.map(({ title, entries }) => [
    title,
    ...entries.map((entry) => entry.title),
  ])

test('without text, recent entries come first, then available commands, then pages', () => {
  const recent = [targetEntry(target('event', 'Arsenal v Chelsea'))]
  expect(titlesOf('', { recent })).toEqual([
    ['Recent', 'Arsenal v Chelsea'],
    ['Listings', 'Show comfortable rows'],
    ['Go to', 'Holds', 'My account'],
  ])
})

test('a text finds commands and targets, but no unavailable commands', () => {
  expect(titlesOf('sort')).toEqual([['Actions', 'Sort by: Price']])
  const events = results({ found: [target('event', 'Holstein v Hertha'), target('event_list', 'Holstein')] })
  expect(titlesOf('hol', { events })).toEqual([
    ['Go to', 'Holds'],
    ['Events', 'Holstein v Hertha'],
    ['Teams and places', 'Holstein'],
  ])
})

test('targets found for an earlier text stay only while they match', () => {
  const events = results({ found: [target('event', 'Arsenal v Chelsea'), target('event', 'Leeds v Fulham')] })
  expect(titlesOf('ars', { events }, 'a')).toEqual([['Events', 'Arsenal v Chelsea']])
  expect(titlesOf('ars', { events: { ...events, isOfEarlierText: true } })).toEqual([
    ['Events', 'Arsenal v Chelsea'],
  ])
  expect(titlesOf('arse', { events }, 'arse')).toEqual([['Events', 'Arsenal v Chelsea', 'Leeds v Fulham']])
})

test('a target in memory and found by the server is one line', () => {
  const order = target('order', 'Arsenal v Chelsea', 'ord_1')
  const orders = results({ latest: [order], found: [order] })
  expect(titlesOf('chelsea', { orders })).toEqual([['Orders and quotes', 'Arsenal v Chelsea']])
})

test('> finds actions only, # orders and quotes, @ clients', () => {
  const change = {
    orders: results({ latest: [target('order', 'Show A')] }),
    quotes: results({ latest: [target('quote', 'Show B')] }),
    clients: results({ latest: [target('client', 'Shown Ltd')] }),
  }
  expect(titlesOf('> show', change, 'show')).toEqual([['Actions', 'Show comfortable rows']])
  expect(titlesOf('#show', change, 'show')).toEqual([['Orders and quotes', 'Show B', 'Show A']])
  expect(titlesOf('@', change, '')).toEqual([['Clients', 'Shown Ltd']])
})

test('case and accents do not matter', () => {
  const holds = [target('hold', 'Atlético v Málaga')]
  expect(titlesOf('malaga atl', { holds })).toEqual([['Holds', 'Atlético v Málaga']])
})

test.each([
  ['Arsenal v Aston (A)', 'ars (a', ['Ars', '(A']],
  ['Atlético v Málaga', 'malaga ÉTI', ['éti', 'Málaga']],
  ['Atlético v Málaga'.normalize('NFD'), 'malaga', ['Málaga'.normalize('NFD')]],
  ['Arsenal', '', []],
])('in %s, the words of "%s" are marked', (text, search, matches) => {
  const parts = highlightParts(text, search)
  expect(parts.filter(({ isMatch }) => isMatch).map(({ part }) => part)).toEqual(matches)
  expect(parts.map(({ part }) => part).join('')).toBe(text)
  expect(parts.every(({ part, at }) => text.startsWith(part, at))).toBe(true)
})

test('a seat label finds holds and tracked listings before events', () => {
  const seat = { detail: 'Tracked · Block 304, row 9' }
  const tracked = [{ ...target('tracked', 'Everton v Leeds'), ...seat }]
  const events = results({ found: [target('event', 'Everton v Leeds', 'event_1')] })
  expect(titlesOf('block 304', { tracked, events }).map(([title]) => title)).toEqual([
    'Tracked listings',
    'Events',
  ])
  expect(titlesOf('everton', { tracked, events }).map(([title]) => title)).toEqual([
    'Events',
    'Tracked listings',
  ])
})

test('a command matches the beginnings of its words, in their order', () => {
  const commands = [
    { title: 'Basket', commands: [{ id: 'basket.quote', title: 'Quote the basket', run: () => undefined }] },
  ]
  const events = results({ found: [target('event', 'Quartet by the Bay')] })
  const groups = titlesOf('quote b', { commands, events })
  expect(groups.map(([title]) => title)).toEqual(['Actions', 'Events'])
})

test('groups above the first one that is still loading can be shown, because nothing moves them', () => {
  const titles = (change: Partial<PaletteContent>) =>
    paletteGroups('show', 'show', { ...content, ...change }).first.map(({ title }) => title)
  const events = results({ found: [target('event', 'Show A')] })
  const clients = results({ found: [target('client', 'Ada')] })
  const loading = results({ isPending: true })
  expect(titles({ events, clients, orders: loading })).toEqual(['Actions', 'Events'])
  expect(titles({ events: loading, clients })).toEqual(['Actions'])
  expect(titles({ events, clients, orders: { ...loading, isFailed: true } })).toEqual([
    'Actions',
    'Events',
    'Clients',
  ])
})
