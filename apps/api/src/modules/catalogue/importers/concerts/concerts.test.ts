import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseConcerts } from './concerts.ts'
import { personName, programmeTitle, workTitle } from './work-titles.ts'

const concert = {
  eventType: 'Subscription Season',
  Venue: 'David Geffen Hall',
  Date: '2024-11-20T05:00:00Z',
  Time: '7:30PM',
}
const programme = {
  programID: '14948',
  orchestra: 'New York Philharmonic',
  season: '2024-25',
  concerts: [concert],
  works: [
    {
      composerName: 'Beethoven,  Ludwig  van',
      workTitle: 'CONCERTO, PIANO, NO. 3, C MINOR, OP. 37',
      conductorName: 'Jarvi [Järvi], Paavo',
      soloists: [{ soloistName: 'Bronfman, Yefim' }],
    },
    { interval: 'Intermission', soloists: [] },
    {
      composerName: 'Nielsen,  Carl',
      workTitle: 'SYMPHONY NO. 5, OP. 50',
      conductorName: 'Jarvi [Järvi], Paavo',
      soloists: [],
    },
  ],
}
const parse = (...programs: object[]) => parseConcerts(JSON.stringify({ programs }))

test('each date of a programme is one event at New York local time across DST changes', () => {
  const concerts = [concert, { ...concert, Date: '2024-09-13T04:00:00Z', Time: '12:00PM' }]
  const { rows } = parse({ ...programme, concerts })
  expect(rows.map(({ value }) => [value.identity, value.when])).toEqual([
    [expect.objectContaining({ name: '14948-1' }), { kind: 'local', local: '2024-11-20T19:30' }],
    [expect.objectContaining({ name: '14948-2' }), { kind: 'local', local: '2024-09-13T12:00' }],
  ])
})

test('the title names the orchestra and the main work, and the artists perform', () => {
  const [row] = parse(programme).rows
  expect(row?.value).toMatchObject({
    identity: { title: 'New York Philharmonic: Nielsen Symphony No. 5' },
    performers: [{ name: 'New York Philharmonic' }, { name: 'Paavo Järvi' }, { name: 'Yefim Bronfman' }],
    venue: { name: 'David Geffen Hall', required: true },
  })
})

test('a concert without a time has its day only, and an invalid time is a bad row', () => {
  const concerts = [
    { ...concert, Time: 'None' },
    { ...concert, Time: '19h30' },
    { ...concert, Time: '13:00PM' },
  ]
  const { rows, bad } = parse({ ...programme, concerts })
  expect(rows.map(({ value }) => [value.timeKnown, value.when])).toEqual([
    [false, { kind: 'local', local: '2024-11-20T00:00' }],
  ])
  expect(bad.map(({ reason }) => reason)).toEqual([
    'programme 14948, concert 2: Time "19h30" is not a time such as 7:30PM',
    'programme 14948, concert 3: Time "13:00PM" is not a time such as 7:30PM',
  ])
})

test('concerts without ticket sales are skipped with a reason', () => {
  const { rows, skipped } = parse({ ...programme, concerts: [{ ...concert, eventType: 'Private Concert' }] })
  expect(rows).toEqual([])
  expect(skipped[0]?.reason).toContain('tickets are not sold')
})

test('[X-CAT-08] the archive file is read without a bad row', () => {
  const url = new URL('../../../../../../../seeds/data/concerts/nyphil-2024-25_TO_NOW.json', import.meta.url)
  const { rows, bad, skipped } = parseConcerts(readFileSync(url, 'utf8'))
  expect(bad).toEqual([])
  expect([rows.length, skipped.length]).toEqual([226, 26])
})

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
