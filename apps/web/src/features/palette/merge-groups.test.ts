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

test('groups found later are added below the shown ones, regardless of rank', () => {
  const shown = [group('Holds', 'h1')]
  expect(linesOf(mergeGroups(shown, [group('Events', 'e1'), group('Holds', 'h1')], 'h1'))).toEqual([
    ['Holds', 'h1'],
    ['Events', 'e1'],
  ])
})

test('nothing is added above the highlighted line', () => {
  const shown = [group('Events', 'e1'), group('Holds', 'h1')]
  const found = [group('Events', 'e0', 'e1', 'e2'), group('Holds', 'h0', 'h1')]
  expect(linesOf(mergeGroups(shown, found, 'h1'))).toEqual([
    ['Events', 'e1'],
    ['Holds', 'h1', 'h0'],
    ['More: Events', 'e0', 'e2'],
  ])
  expect(linesOf(mergeGroups(shown, found, 'e1'))).toEqual([
    ['Events', 'e1', 'e0', 'e2'],
    ['Holds', 'h1', 'h0'],
  ])
})

test('merging again changes nothing, and lines that are not found any more disappear', () => {
  const found = [group('Events', 'e0', 'e1'), group('Holds', 'h1')]
  const merged = mergeGroups([group('Events', 'e1'), group('Holds', 'h1')], found, 'h1')
  expect(linesOf(mergeGroups(merged, found, 'h1'))).toEqual(linesOf(merged))
  expect(linesOf(mergeGroups(merged, [group('Holds', 'h1')], 'h1'))).toEqual([['Holds', 'h1']])
})

test('a line that is found again shows its latest content', () => {
  const found = [{ title: 'Events', entries: [entry('e1', 'from £90.00')] }]
  expect(mergeGroups([group('Events', 'e1')], found, 'e1')).toEqual(found)
})
