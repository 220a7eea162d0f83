import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { parseClubs } from './clubs.ts'
import { parseCountries, parseCurrencies, parseRates } from './reference.ts'
import { parseVenues } from './venues.ts'

const data = (path: string) =>
  readFileSync(new URL(`../../../../../../../seeds/data/${path}`, import.meta.url), 'utf8')

const competitions = demoCompetitions()

test('withdrawn currencies and codes that are not currencies are skipped', () => {
  const { rows, bad, skipped } = parseCurrencies(data('reference/currencies.json'))
  expect(bad).toEqual([])
  const codes = rows.map(({ value }) => value.code)
  expect(codes).toEqual(expect.arrayContaining(['EUR', 'GBP', 'JPY', 'USD']))
  expect(codes).not.toEqual(expect.arrayContaining(['BGN']))
  expect(skipped.map(({ reason }) => reason)).toContain(
    'BGN (Bulgarian Lev) is not a currency in circulation',
  )
  expect(rows.find(({ value }) => value.code === 'JPY')?.value).toMatchObject({ numeric: 392 })
})

test('a currency without a rate on a day gets none, and N/A is ignored', () => {
  const { rows, bad } = parseRates('Date,USD,BGN\n2026-04-13,1.1684,N/A\n2024-01-03,1.0919,1.9558\n')
  expect(bad).toEqual([])
  expect(rows.map(({ value }) => value)).toEqual([
    { date: '2026-04-13', currency: 'USD', rate: '1.1684' },
    { date: '2024-01-03', currency: 'USD', rate: '1.0919' },
    { date: '2024-01-03', currency: 'BGN', rate: '1.9558' },
  ])
})

test('a bad rate or date is reported with line and currency', () => {
  const { rows, bad } = parseRates(
    'Date,USD,GBP\n2026-13-13,1.1,0.8\n2026-04-13,zero,0.8\n2026-04-14,9999999999,0.000000001\n',
  )
  expect(rows).toHaveLength(1)
  expect(bad).toEqual([
    { line: 2, reason: 'Date: "2026-13-13" is not a date such as 2026-04-13' },
    { line: 3, reason: 'USD: "zero" is not a rate' },
    { line: 4, reason: 'USD: "9999999999" is not a rate' },
    { line: 4, reason: 'GBP: "0.000000001" is not a rate' },
  ])
})

test('countries without a dial code are imported', () => {
  const { rows, bad } = parseCountries(data('reference/countries-dial-codes.json'))
  expect(bad).toEqual([])
  expect(rows).toHaveLength(250)
  expect(rows.find(({ value }) => value.code === 'AQ')?.value.dialCode).toBe('')
})

test('[X-CAT-03] every venue table gives city, country, time zone, capacity and home team', () => {
  const files = [
    'football-venues-2026-27.csv',
    'brazil-venues.csv',
    'us-venues.csv',
    'other-venues.csv',
    'circuits.csv',
  ]
  const parsed = files.map((file) => parseVenues(data(`venues/${file}`), { competitions }))
  expect(parsed.flatMap(({ bad }) => bad)).toEqual([])
  expect(parsed.map(({ rows }) => rows.length)).toEqual([132, 20, 62, 22, 28])
  expect(parsed[0]?.rows.find(({ value }) => value.home?.name === 'AC Milan')?.value).toMatchObject({
    name: 'San Siro',
    kind: 'bowl',
    city: 'Milano',
    countryCode: 'IT',
    timezone: 'Europe/Rome',
    capacity: 75_710,
    home: { scope: 'football/it' },
  })
  expect(
    parsed[4]?.rows.find(({ value }) => value.aliases.includes('f1 circuit las-vegas'))?.value,
  ).toMatchObject({
    name: 'Las Vegas Street Circuit',
    kind: 'circuit',
    timezone: 'America/Los_Angeles',
    countryCode: 'US',
  })
})

test('a venue with an unknown time zone, no capacity or an unknown league is a bad row', () => {
  const header = 'league,club,venue,city,country_code,timezone,capacity,latitude,longitude'
  const { rows, bad } = parseVenues(
    `${header}\nen.1,A,Ground,London,GB,Europe/Londinium,100,,\nen.1,B,Ground,London,GB,Europe/London,0,,\nxx.9,C,Ground,London,GB,Europe/London,9,,\n`,
    { competitions },
  )
  expect(rows).toEqual([])
  expect(bad).toEqual([
    { line: 2, reason: 'timezone: is not an IANA time zone' },
    { line: 3, reason: 'capacity: must be a number of seats' },
    { line: 4, reason: 'league: unknown league xx.9' },
  ])
})

test('a club has all its names as aliases', () => {
  const { rows, bad } = parseClubs(data('clubs.csv'), { competitions })
  expect(bad).toEqual([])
  expect(rows.find(({ value }) => value.name === '1. FC Köln')?.value).toMatchObject({
    scope: 'football/de',
    aliases: expect.arrayContaining(['1. FC Köln', 'FC Cologne']),
  })
})
