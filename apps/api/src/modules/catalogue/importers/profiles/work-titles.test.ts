import { expect, test } from 'vitest'
import { personName, programmeTitle, workTitle } from './work-titles.ts'

test.each([
  ['SYMPHONY NO.  5 IN C SHARP MINOR', 'Symphony No. 5'],
  ['CONCERTO, PIANO, NO. 1, D MINOR, OP.15', 'Piano Concerto No. 1'],
  ['SYMPHONY NO. 6, B MINOR, OP. 74 (PATHÉTIQUE)', 'Symphony No. 6 (Pathétique)'],
  ['VALSE, LA', 'La Valse'],
  ['HARLEM (ARR. Henderson)', 'Harlem'],
  ['HOME ALONE - LIVE TO FILM', 'Home Alone in Concert'],
  ['REQUIEM, K.626', 'Requiem'],
])('the work %s becomes %s', (archived, title) => {
  expect(workTitle(archived)).toBe(title)
})

test.each([
  ['Malkki [Mälkki], Susanna', 'Susanna Mälkki'],
  ['Deneve [Denève], Stephane [Stéphane]', 'Stéphane Denève'],
  ['Colorado Symphony Chorus', 'Colorado Symphony Chorus'],
  ['Brown, Vinroy, Jr.', 'Vinroy Brown'],
])('the name %s becomes %s', (archived, name) => {
  expect(personName(archived)).toBe(name)
})

test('a programme without a named work has the orchestra as its title', () => {
  expect(programmeTitle('NYP Presentation', [])).toBe('NYP Presentation')
})
