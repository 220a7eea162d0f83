import { expect, test } from 'vitest'
import { lineUpOf, lineUpText } from './line-up.ts'

const act = (id: number, name: string, role = 'performer') => ({ id, name, slug: `act-${id}`, role })
const festival = {
  title: 'Island festival',
  performers: ['Ghost Ferry', 'Lumen', 'Nordlicht', 'Mila Vance', 'Salt Choir'].map((name, id) =>
    act(id, name),
  ),
}

test('a long line-up shows three acts and how many more there are, the one that the search names first', () => {
  expect(lineUpText(festival)).toEqual({ text: 'Ghost Ferry, Lumen, Nordlicht and 2 more', isNamed: false })
  expect(lineUpText(festival, 'mila')).toEqual({
    text: 'Mila Vance, Ghost Ferry, Lumen and 2 more',
    isNamed: true,
  })
})

test('teams, drivers and an artist who is the title are no line-up', () => {
  const performers = [act(1, 'Arsenal', 'home'), act(2, 'Max Verstappen', 'driver'), act(3, 'Radiohead')]
  expect(lineUpOf({ title: 'Radiohead', performers })).toEqual([])
  expect(lineUpText({ title: 'Radiohead', performers }).text).toBe('')
})
