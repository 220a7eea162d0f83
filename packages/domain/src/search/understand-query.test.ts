import { expect, test } from 'vitest'
import { createNameIndexBuilder, type Meaning, type NameIndex } from './name-index.ts'
import { understandQuery } from './understand-query.ts'

const performer = (id: number, label: string): Meaning => ({ kind: 'performer', values: [String(id)], label })
const competition = (id: number, label: string): Meaning => ({
  kind: 'competition',
  values: [String(id)],
  label,
})
const venue = (id: number, label: string): Meaning => ({ kind: 'venue', values: [String(id)], label })
const city = (label: string): Meaning => ({ kind: 'city', values: [label], label })
const country = (code: string, label: string): Meaning => ({ kind: 'country', values: [code], label })

const catalogue: readonly [Meaning, ...string[]][] = [
  [performer(1, 'Arsenal'), 'The Gunners', 'AFC'],
  [performer(2, 'Tottenham Hotspur'), 'Spurs', 'Tottenham'],
  [performer(3, 'Manchester United'), 'Man U', 'Man Utd', 'MUFC', 'United'],
  [performer(4, 'Manchester City'), 'Man City'],
  [performer(5, 'Liverpool'), 'The Reds'],
  [performer(6, 'Barcelona'), 'Barça', 'FCB'],
  [performer(7, 'Real Madrid'), 'Real'],
  [performer(8, 'Bayern München'), 'Bayern Munich', 'FCB'],
  [performer(9, 'Real Sociedad'), 'La Real'],
  [performer(10, 'New York Giants'), 'NYG'],
  [performer(11, 'AC Milan'), 'Milan', 'A.C. Milan'],
  [performer(12, "Nott'm Forest"), 'Nottingham Forest'],
  [performer(13, '東京ヴェルディ')],
  [performer(14, 'مكابي')],
  [performer(15, 'Brighton & Hove Albion'), 'Brighton'],
  [{ kind: 'rivalry', values: ['6', '7'], label: 'El Clásico' }],
  [competition(20, 'Premier League'), 'PL', 'EPL', 'Prem'],
  [competition(21, 'Champions League'), 'UCL'],
  [competition(22, 'Formula 1'), 'F1', 'Formula One'],
  [venue(30, 'Emirates Stadium'), 'The Emirates'],
  [venue(31, 'Autodromo Nazionale Monza'), 'Monza'],
  [city('London')],
  [city('Liverpool')],
  [city('New York'), 'NYC'],
  [city('East Rutherford'), 'New York', 'NYC'],
  [city('Manchester')],
  [city('Milano'), 'Milan'],
  [country('GB', 'United Kingdom'), 'England', 'UK'],
  [country('IT', 'Italy')],
  [{ kind: 'event', values: [], label: 'Monaco Grand Prix' }, 'italy grand prix'],
  [{ kind: 'event', values: [], label: 'Sunday Night Football' }],
]

function namesOf(): NameIndex {
  const builder = createNameIndexBuilder()
  for (const [meaning, ...others] of catalogue) {
    for (const name of [meaning.label, ...others]) builder.add(name, meaning)
  }
  return builder.build()
}
const names = namesOf()
// A Tuesday.
const today = '2026-11-24'

const understand = (text: string, locale = 'en-GB') => understandQuery(text, { today, locale, names })

/** 'Arsenal | home | March 2027 + hat trick': parts, then the words that remain. */
function summaryOf(text: string, locale?: string): string {
  const { parts, listing, words } = understand(text, locale)
  const shown = [...parts, ...listing]
    .toSorted((left, right) => left.from - right.from)
    .map(({ label }) => label)
    .join(' | ')
  const rest = words.map((word) => word.text).join(' ')
  return rest === '' ? shown : `${shown}${shown === '' ? '' : ' '}+ ${rest}`
}

test.each([
  ['arsenal', 'Arsenal'],
  ['ARSENAL', 'Arsenal'],
  ['spurs', 'Tottenham Hotspur'],
  ['man u', 'Manchester United'],
  ['mufc', 'Manchester United'],
  ['the gunners', 'Arsenal'],
  ['barça', 'Barcelona'],
  ['barca', 'Barcelona'],
  ['bayern munchen', 'Bayern München'],
  ['a.c. milan', 'AC Milan'],
  ['nottm forest', "Nott'm Forest"],
  ['nott’m forest', "Nott'm Forest"],
  ['brighton and hove albion', 'Brighton & Hove Albion'],
  ['brighton & hove albion', 'Brighton & Hove Albion'],
  ['東京ヴェルディ', '東京ヴェルディ'],
  ['مكابي', 'مكابي'],
  ['pl', 'Premier League'],
  ['ucl final', 'Champions League | Final'],
  ['champions league semi', 'Champions League | Semi-final'],
  ['champions league semi-finals', 'Champions League | Semi-final'],
  ['ucl quarter final', 'Champions League | Quarter-final'],
  ['ucl group stage', 'Champions League | Group stage'],
  ['ucl last 16', 'Champions League | Round of 16'],
  ['el clasico', 'El Clásico'],
  ['emirates stadium', 'Emirates Stadium'],
  ['london', 'London'],
  ['england', 'United Kingdom'],
  ['new york giants', 'New York Giants'],
  ['new york', 'New York'],
  ['nyc', 'New York or East Rutherford'],
  ['fcb', 'Barcelona or Bayern München'],
  ['formula 1 monza', 'Formula 1 | Autodromo Nazionale Monza'],
  ['real madrid', 'Real Madrid'],
  ['real', 'Real Madrid'],
])('the name "%s" means %s', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

test.each([
  ['arsenal v spurs', 'Arsenal | Tottenham Hotspur'],
  ['arsenal vs spurs', 'Arsenal | Tottenham Hotspur'],
  ['arsenal - spurs', 'Arsenal | Tottenham Hotspur'],
  ['arsenal spurs', 'Arsenal | Tottenham Hotspur'],
  ['Arsenal – Liverpool', 'Arsenal | Liverpool'],
  ['arsenal home', 'Arsenal | home'],
  ['arsenal at home', 'Arsenal | home'],
  ['spurs away london', 'Tottenham Hotspur | away | London'],
  ['home', '+ home'],
  ['arsenal tickets', 'Arsenal'],
  ['tickets for liverpool', 'Liverpool'],
  ['real madrid barcelona tickets', 'Real Madrid | Barcelona'],
  ['arsenal home march', 'Arsenal | home | March 2027'],
  ['premier league december', 'Premier League | December 2026'],
  ['arsenal hamlet', 'Arsenal + hamlet'],
  ['monaco grand prix', '+ monaco grand prix'],
  ['italy grand prix', '+ italy grand prix'],
  ['grand prix italy', 'Italy + grand prix'],
  ['sunday night football', '+ sunday night football'],
])('"%s" is read as %s', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

test.each([
  ['ars', '+ ars'],
  ['arsen', '+ arsen'],
  ['real soc', '+ real soc'],
  ['real sociedad', 'Real Sociedad'],
  ['new york g', '+ new york g'],
  ['new york g ', 'New York + g'],
  ['man un', '+ man un'],
  ['decem', '+ decem'],
])('the beginning of a name or month, "%s", is text until it is complete', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

test.each([
  ['arsnal', 'Arsenal'],
  ['arsneal', 'Arsenal'],
  ['spurz', 'Tottenham Hotspur'],
  ['mnchester united', 'Manchester United'],
  ['manchester untied', 'Manchester United'],
  ['new york gaints', 'New York Giants'],
  ['totenham hotspir', 'Tottenham Hotspur'],
  ['bracelona', 'Barcelona'],
  ['champoins leage', 'Champions League'],
  ['arsenal decmber', 'Arsenal | December 2026'],
  ['arsenal tomorow', 'Arsenal | Wed 25 Nov 2026'],
  ['ucl semifnal', 'Champions League | Semi-final'],
  ['londn', 'London'],
  // Three letters are too few, and "wrsenla" is two edits away.
  ['pll', '+ pll'],
  ['wrsenla', '+ wrsenla'],
  ['hamlet', '+ hamlet'],
])('the misspelt "%s" means %s', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

test.each([
  ['14/03', 'Sun 14 Mar 2027'],
  ['14.3.27', 'Sun 14 Mar 2027'],
  ['14-03-2027', 'Sun 14 Mar 2027'],
  ['2027-03-14', 'Sun 14 Mar 2027'],
  ['14 mar', 'Sun 14 Mar 2027'],
  ['14mar', 'Sun 14 Mar 2027'],
  ['14mar27', 'Sun 14 Mar 2027'],
  ['14-mar-27', 'Sun 14 Mar 2027'],
  ['14th of march', 'Sun 14 Mar 2027'],
  ['14 March 2027', 'Sun 14 Mar 2027'],
  ['march 14th', 'Sun 14 Mar 2027'],
  ['march 14', 'Sun 14 Mar 2027'],
  ['Mar 14, 2027', 'Sun 14 Mar 2027'],
  ['sat 13 mar', 'Sat 13 Mar 2027'],
  ['saturday, 13 march', 'Sat 13 Mar 2027'],
  // In 2028 it is a Tuesday.
  ['tue 14 mar', 'Tue 14 Mar 2028'],
  ['on 14 mar', 'Sun 14 Mar 2027'],
  ['14 dec', 'Mon 14 Dec 2026'],
  ['24 nov', 'Tue 24 Nov 2026'],
  ['23 nov', 'Tue 23 Nov 2027'],
  ['14-16 mar', '14–16 Mar 2027'],
  ['14 to 16 march', '14–16 Mar 2027'],
  ['28 dec - 3 jan', '28 Dec 2026 – 3 Jan 2027'],
  ['march', 'March 2027'],
  ['in march', 'March 2027'],
  ['march 2028', 'March 2028'],
  ['nov', 'November 2026'],
  ['june', 'June 2027'],
  ['jun', 'June 2027'],
  ['sept', 'September 2027'],
  ['31/02', '+ 31 02'],
  ['29 feb', 'Tue 29 Feb 2028'],
  ['mahler 5 mar', 'Fri 5 Mar 2027 + mahler'],
])('the date "%s" is %s', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

test.each([
  ['today', 'Tue 24 Nov 2026'],
  ['tonight', 'Tue 24 Nov 2026'],
  ['tomorrow', 'Wed 25 Nov 2026'],
  ['this weekend', '28–29 Nov 2026'],
  ['next weekend', '5–6 Dec 2026'],
  ['this week', '24–29 Nov 2026'],
  ['next week', '30 Nov 2026 – 6 Dec 2026'],
  ['next month', 'December 2026'],
  ['next 7 days', '24 Nov 2026 – 1 Dec 2026'],
  ['this saturday', 'Sat 28 Nov 2026'],
  ['next monday', 'Mon 30 Nov 2026'],
  ['xmas', '24–26 Dec 2026'],
  ['christmas day', 'Fri 25 Dec 2026'],
  ['boxing day', 'Sat 26 Dec 2026'],
  ['new year', '31 Dec 2026 – 1 Jan 2027'],
  ["new year's eve", 'Thu 31 Dec 2026'],
  ['new years day', 'Fri 1 Jan 2027'],
  ['easter', '26–29 Mar 2027'],
  ['thanksgiving', 'Thu 26 Nov 2026'],
])('"%s" is %s', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

test.each([
  ['3/4', 'en-GB', ['Sat 3 Apr 2027']],
  ['3/4', 'de', ['Sat 3 Apr 2027']],
  ['3/4', 'en-US', ['Thu 4 Mar 2027']],
  ['3/4', 'en', ['Sat 3 Apr 2027', 'Thu 4 Mar 2027']],
  ['3/4', 'no such locale', ['Sat 3 Apr 2027', 'Thu 4 Mar 2027']],
  ['3/4/27', 'en', ['Sat 3 Apr 2027', 'Thu 4 Mar 2027']],
  ['sat 3/4', 'en', ['Sat 3 Apr 2027']],
  ['3/3', 'en', ['Wed 3 Mar 2027']],
  ['14/3', 'en-US', ['Sun 14 Mar 2027']],
  ['3/14', 'en-GB', ['Sun 14 Mar 2027']],
  // People mean the coming Saturday, or the one after it.
  ['next saturday', 'en-GB', ['Sat 28 Nov 2026', 'Sat 5 Dec 2026']],
])('%s in %s is %s', (text, locale, expected) => {
  const [part, ...others] = understand(text, locale).parts
  expect(others).toEqual([])
  expect([part?.label, ...(part?.alternatives ?? [])]).toEqual(expected)
  expect(part?.ranges).toHaveLength(expected.length)
})

test.each([
  ['sat 14 mar', 'Sun 14 Mar 2027', 'sat'],
  ['arsenal Saturday, 14 march 2027', 'Sun 14 Mar 2027', 'saturday'],
  ['sat 2027-03-14', 'Sun 14 Mar 2027', 'sat'],
  ['sat 14/3', 'Sun 14 Mar 2027', 'sat'],
  ['mon 13-16 mar', '13–16 Mar 2027', 'mon'],
  ['thu 13 mar - 16 mar', '13–16 Mar 2027', 'thu'],
  ['13 mar - fri 16 mar', '13–16 Mar 2027', 'fri'],
  ['sun 14 mar', 'Sun 14 Mar 2027', undefined],
  ['sat 13-16 mar', '13–16 Mar 2027', undefined],
  ['tue 14 mar', 'Tue 14 Mar 2028', undefined],
])('"%s" is %s, and the week day "%s" has no effect', (text, label, unused) => {
  const date = understand(text).parts.find(({ kind }) => kind === 'date')
  expect([date?.label, date?.unused]).toEqual([label, unused])
})

test.each([
  [
    'arsenal spurs 4 under 150 lower etickets',
    'Arsenal | Tottenham Hotspur | 4 tickets | Up to 150 all-in | Lower | E-tickets',
  ],
  ['arsenal 2 tickets', 'Arsenal | 2 tickets'],
  ['arsenal 4x', 'Arsenal | 4 tickets'],
  ['arsenal pair', 'Arsenal | 2 tickets'],
  ['arsenal march 4 tickets', 'Arsenal | March 2027 | 4 tickets'],
  ['arsenal 14 mar 4 tickets', 'Arsenal | Sun 14 Mar 2027 | 4 tickets'],
  ['arsenal max £1,200.50', 'Arsenal | Up to 1200.50 GBP all-in'],
  ['arsenal under 150 eur each', 'Arsenal | Up to 150 EUR all-in'],
  ['arsenal < $90', 'Arsenal | Up to 90 USD all-in'],
  ['arsenal €90', 'Arsenal | Up to 90 EUR all-in'],
  ['arsenal over 50 under 100', 'Arsenal | From 50 all-in | Up to 100 all-in'],
  ['arsenal between 50 and 100 pounds', 'Arsenal | 50 GBP to 100 GBP all-in'],
  ['arsenal mobile', 'Arsenal | Mobile'],
  ['arsenal e-tickets in hand', 'Arsenal | E-tickets | In hand'],
  ['arsenal vip', 'Arsenal | Hospitality'],
  ['arsenal block 126', 'Arsenal | Block 126'],
  ['arsenal cat 1', 'Arsenal | Cat 1'],
  // Without an event's name, these are words of something else.
  ['lower', '+ lower'],
  ['maroon 5', '+ maroon 5'],
  ['blink 182', '+ blink 182'],
  ['arsenal 2027', 'Arsenal + 2027'],
])('the quick entry "%s" is read as %s', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

test.each([
  ['"home"', '+ home'],
  ['arsenal "spurs"', 'Arsenal + spurs'],
  ['“man u” home', '+ man u home'],
  ['"14 mar"', '+ 14 mar'],
  ['arsenal "', 'Arsenal'],
])('what stands in quotation marks is text: %s', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

test.each([
  ['', ''],
  ['   ', ''],
  ['???', ''],
  ['🎉🎉', ''],
  ['"', ''],
  ['-', ''],
  ['the', '+ the'],
  ['🎉 arsenal 🎉', 'Arsenal'],
  ['ליברפול', '+ ליברפול'],
  ['(arsenal), [spurs]!', 'Arsenal | Tottenham Hotspur'],
])('the unusual query "%s" is read as "%s"', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

test('only the beginning of a very long query is read, and it says so', () => {
  const read = understand(`arsenal ${'word '.repeat(2000)}`)
  expect(read.parts.map(({ label }) => label)).toEqual(['Arsenal'])
  expect(read.words.length).toBeLessThanOrEqual(10)
  expect(read.isTruncated).toBe(true)
  expect(understand('a'.repeat(10_000)).isTruncated).toBe(true)
  expect(understand('"'.repeat(10_000)).parts).toEqual([])
  expect(understand('arsenal').isTruncated).toBe(false)
})

test('facets are what a name finds: performers, both of a rivalry, a side, several kinds', () => {
  const facetsOf = (text: string) => understand(text).parts.flatMap(({ facets }) => facets)
  const team = (id: number) => [`home_id:${id}`, `away_id:${id}`, `performer_ids:${id}`]
  expect(facetsOf('arsenal spurs')).toEqual([team(1), team(2)])
  expect(facetsOf('el clasico')).toEqual([team(6), team(7)])
  expect(facetsOf('arsenal away')).toEqual([team(1), ['away_id:1']])
  expect(facetsOf('fcb home')).toEqual([
    [...team(6), ...team(8)],
    ['home_id:6', 'home_id:8'],
  ])
  expect(facetsOf('ucl final')).toEqual([['category.id:21'], ['stage:final']])
  expect(facetsOf('new york')).toEqual([['venue.city:New York', 'venue.city:East Rutherford']])
})

test('a name of a team and a city finds both, next to another team it is the team', () => {
  const [alone] = understand('liverpool').parts
  expect(alone).toMatchObject({ kind: 'performer', alternatives: ['city'] })
  expect(alone?.facets[0]).toContain('venue.city:Liverpool')
  for (const text of ['arsenal liverpool', 'liverpool home']) {
    const part = understand(text).parts.find(({ label }) => label === 'Liverpool')
    expect(part?.facets.flat()).not.toContain('venue.city:Liverpool')
  }
})

test('parts say where they stand in the typed text', () => {
  const text = '  Arsenal   at home, 14 mar'
  for (const part of understand(text).parts) expect(text.slice(part.from, part.to)).toBe(part.text)
  expect(understand(text).parts.map(({ text: typed }) => typed)).toEqual(['Arsenal', 'at home', '14 mar'])
})
