import { expect, test } from 'vitest'
import { mergeGroups } from './merge-groups.ts'
import type { EntryGroup, PaletteEntry } from './palette-entry.ts'

const entry = (value: string, detail = ''): PaletteEntry => ({
  value,
  kind: 'event',
  id: value,
  title: value,
  detail,
  keys: [],
  action: { href: `/${value}` },
})
const group = (title: string, ...values: string[]): EntryGroup => ({
  title,
  entries: values.map((value) => entry(value)),
})
const linesOf = (groups: readonly EntryGroup[]) =>
  groups.map(({ title, entries }) => [title, ...entries.map(({ value }) => value)])

const command = (value: string): PaletteEntry => ({
  ...entry(value),
  kind: 'command',
  action: { run: () => undefined },
})

test('results found later are added below every shown line, regardless of rank', () => {
  const shown = [group('Events', 'e1'), group('Holds', 'h1')]
  const found = [group('Clients', 'c1'), group('Events', 'e0', 'e1', 'e2'), group('Holds', 'h0', 'h1')]
  expect(linesOf(mergeGroups(shown, found))).toEqual([
    ['Events', 'e1'],
    ['Holds', 'h1', 'h0'],
    ['Clients', 'c1'],
    ['More: Events', 'e0', 'e2'],
  ])
})

test('merging again changes nothing, and pages that are not found any more stay', () => {
  const found = [group('Events', 'e0', 'e1'), group('Holds', 'h1')]
  const merged = mergeGroups([group('Events', 'e1'), group('Holds', 'h1')], found)
  expect(linesOf(mergeGroups(merged, found))).toEqual(linesOf(merged))
  expect(linesOf(mergeGroups(merged, [group('Holds', 'h1')]))).toEqual(linesOf(merged))
})

test('results are added at the end of a "More" group that is last', () => {
  const shown = [group('Events', 'e1'), group('Holds', 'h1'), group('More: Events', 'e2')]
  const found = [group('Events', 'e1', 'e2', 'e3'), group('Holds', 'h1')]
  expect(linesOf(mergeGroups(shown, found)).at(-1)).toEqual(['More: Events', 'e2', 'e3'])
})

test('a command that is no longer possible disappears', () => {
  const shown = [{ title: 'Actions', entries: [command('hold'), command('quote')] }]
  const found = [{ title: 'Actions', entries: [command('quote')] }]
  expect(linesOf(mergeGroups(shown, found))).toEqual([['Actions', 'quote']])
})

test('a line that is found again shows its latest content', () => {
  const found = [{ title: 'Events', entries: [entry('e1', 'from £90.00')] }]
  expect(mergeGroups([group('Events', 'e1')], found)).toEqual(found)
})
