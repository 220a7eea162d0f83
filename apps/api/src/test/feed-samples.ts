/** Small feeds for tests, in the shapes in which others publish them. */

export const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
export const fixture = (uid: string, summary: string, start: string, ...more: string[]) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261101T090000Z',
    `DTSTART${start}`,
    `SUMMARY:${summary}`,
    ...more,
    'END:VEVENT',
  ].join('\r\n')

const madisonSquareGarden = {
  venues: [{ name: 'Madison Square Garden', city: { name: 'New York' }, country: { countryCode: 'US' } }],
}

/** An evening of Radiohead in New York as the Discovery API has it, but for what is given. */
export const concert = (change: Record<string, unknown> = {}) => ({
  id: 'tm-1',
  name: 'Radiohead',
  dates: { start: { localDate: '2027-02-03', localTime: '19:30:00' }, status: { code: 'onsale' } },
  classifications: [{ primary: true, segment: { name: 'Music' }, genre: { name: 'Rock' } }],
  _embedded: { ...madisonSquareGarden, attractions: [{ name: 'Radiohead' }] },
  ...change,
})
export const discovery = (...events: object[]) => JSON.stringify({ _embedded: { events } })

/** Where no artist is named, only the evening. */
export const noArtist = { _embedded: { ...madisonSquareGarden, attractions: [] } }
