import { expect, test } from 'vitest'
import { numbersOf, openSeasonTitles } from './season-titles.ts'

const race = { session: '', round: 'Round 8', sourceLocal: '2027-05-23T15:00' }

test('events of a season are found by their title in any spelling, each with its session, round and day', () => {
  const titles = openSeasonTitles()
  titles.add({ ...race, id: 4, title: 'São Paulo Grand Prix' })
  titles.add({ ...race, id: 5, title: 'Sao Paulo Grand Prix', session: 'sprint' })
  titles.add({ ...race, id: 6, title: 'Monaco Grand Prix' })
  const found = titles.titled('SAO PAULO grand-prix')
  expect(found.map(({ id }) => id)).toEqual([5, 4])
  expect(found[1]).toEqual({ id: 4, ...numbersOf(race) })
  expect(titles.titled('Grand Prix')).toEqual([])
})

test('an event that has moved is found on its new day only', () => {
  const titles = openSeasonTitles()
  titles.add({ ...race, id: 4, title: 'Monaco Grand Prix' })
  titles.remove({ id: 4, title: 'Monaco Grand Prix' })
  titles.add({ ...race, id: 4, title: 'Monaco Grand Prix', sourceLocal: '2027-06-06T15:00' })
  expect(titles.titled('Monaco Grand Prix').map(({ id }) => id)).toEqual([4])
  expect([titles.near('2027-05-23', 1, 5), titles.near('2027-06-05', 1, 5)]).toEqual([[], [4]])
})

test('a season of any size is found, and a day names only some of its events', () => {
  const titles = openSeasonTitles()
  for (let id = 1; id <= 5000; id += 1) titles.add({ ...race, id, title: `Race ${id}` })
  expect([1, 2500, 5000].map((id) => titles.titled(`Race ${id}`).map((one) => one.id))).toEqual([
    [1],
    [2500],
    [5000],
  ])
  expect(titles.near('2027-05-22', 1, 3)).toHaveLength(3)
})
