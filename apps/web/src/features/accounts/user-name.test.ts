import { expect, test } from 'vitest'
import { teamName, userName } from './user-name.ts'

test('[SESSION-10] the name is first name, else name, else username, plus the last name', () => {
  const lastname = 'Miller'
  expect(userName({ firstname: 'Jane', name: 'J', username: 'jm', lastname })).toBe('Jane Miller')
  expect(userName({ firstname: ' ', name: 'Janey', username: 'jm', lastname })).toBe('Janey Miller')
  expect(userName({ username: 'jm', lastname })).toBe('jm Miller')
  expect(userName({ username: 'jm' })).toBe('jm')
})

test('unexpected cookie contents yield an empty name', () => {
  expect(userName(null)).toBe('')
  expect(userName({ firstname: 7, lastname: ['x'] })).toBe('')
  expect(teamName({ team_data: { name: 'Harbour Box Office' } })).toBe('Harbour Box Office')
  for (const team_data of [undefined, null, 'x', {}, { name: 3 }]) expect(teamName({ team_data })).toBe('')
})
