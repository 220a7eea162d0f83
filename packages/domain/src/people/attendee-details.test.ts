import { expect, test } from 'vitest'
import {
  findAttendeeProblems,
  mergeDetails,
  cleanDetails,
  requiredFields,
  isBlank,
  type AttendeeDetails,
  type AttendeeRequirements,
} from './attendee-details.ts'

const today = '2026-11-22'
const nothing = { delivery: false, identification: false }
const delivery = { delivery: true, identification: false }
const identification = { delivery: false, identification: true }
const both = { delivery: true, identification: true }

const name = { first_name: 'Zoë', last_name: 'O’Neil' }
const identity = {
  date_of_birth: '1990-02-28',
  nationality: 'PL',
  document_type: 'passport',
  document_number: 'AB 1234567',
}
const reach = {
  email: 'zoe@example.test',
  phone: '+44 20 7946 0123',
  address: { line1: '1 High Street', line2: '', city: 'Leeds', postcode: 'LS1 4AP', country_code: 'GB' },
}

const problems = (attendees: AttendeeDetails[] | undefined, needs: AttendeeRequirements, quantity = 1) =>
  findAttendeeProblems(attendees, { needs, quantity, today })

test('a listing needs the fields of its two flags, and names if either is set', () => {
  expect(requiredFields(nothing)).toEqual([])
  expect(requiredFields(identification)).toEqual([
    'first_name',
    'last_name',
    'date_of_birth',
    'nationality',
    'document_type',
    'document_number',
  ])
  expect(requiredFields(delivery)).toEqual([
    'first_name',
    'last_name',
    'email',
    'phone',
    'address.line1',
    'address.line2',
    'address.city',
    'address.postcode',
    'address.country_code',
  ])
  expect(requiredFields(both)).toHaveLength(13)
})

test('the required fields are sufficient', () => {
  expect(problems([{ ...name, ...identity }], identification)).toEqual([])
  expect(problems([{ ...name, ...reach }], delivery)).toEqual([])
  expect(problems([{ ...name, ...identity, ...reach }], both)).toEqual([])
  expect(problems(undefined, nothing)).toEqual([])
  expect(problems([], nothing)).toEqual([])
})

test('missing fields are reported by ticket and path', () => {
  const first = { ...name, ...identity }
  expect(problems([first, { ...first, last_name: ' ', nationality: undefined }], identification, 2)).toEqual([
    { path: '1.last_name', text: 'Last name is required' },
    { path: '1.nationality', text: 'Nationality is required' },
  ])
  expect(problems([{ ...name, ...reach, address: undefined }], delivery)).toEqual([
    { path: '0.address.line1', text: 'Address is required' },
    { path: '0.address.city', text: 'Town or city is required' },
    { path: '0.address.country_code', text: 'Country is required' },
  ])
})

test('fields the tickets do not need are rejected, even when empty', () => {
  expect(problems([{ ...name, ...reach, document_number: '' }], delivery)).toEqual([
    { path: '0.document_number', text: 'is not needed for these tickets' },
  ])
  expect(problems([name], nothing)).toEqual([{ path: '', text: 'these tickets don’t need attendee details' }])
})

test('exactly one entry per ticket is required', () => {
  const one = { ...name, ...identity }
  for (const provided of [undefined, [], [one], [one, one, one]])
    expect(problems(provided, identification, 2)).toEqual([
      { path: '', text: 'must have one entry for each of the 2 tickets' },
    ])
  expect(problems([], identification)).toEqual([{ path: '', text: 'must have one entry for the ticket' }])
})

test.each<[keyof typeof identity | 'email' | 'phone' | 'first_name', string]>([
  ['date_of_birth', '2026-11-22'],
  ['date_of_birth', '1990-02-30'],
  ['date_of_birth', '28-02-1990'],
  ['date_of_birth', '1880-01-01'],
  ['nationality', 'XX'],
  ['nationality', 'pl'],
  ['document_type', 'library card'],
  ['document_number', 'A1'],
  ['document_number', '<script>'],
  ['email', 'zoe@example'],
  ['email', 'zoe example@example.test'],
  ['email', 'a@b@example.test'],
  ['phone', '12'],
  ['phone', 'call me'],
  ['first_name', '…'],
  ['first_name', 'a'.repeat(101)],
])('%s cannot be %s', (field, text) => {
  expect(problems([{ ...name, ...identity, ...reach, [field]: text }], both)).toEqual([
    { path: `0.${field}`, text: expect.any(String) },
  ])
})

test('messages describe the expected format', () => {
  const address = { ...reach.address, city: '221', postcode: '?' }
  const wrong = problems([{ ...name, ...reach, first_name: '…', last_name: 'O\nNeil', address }], delivery)
  expect(wrong.map(({ text }) => text)).toEqual([
    'First name must have at least one letter',
    'Last name must be one line of text',
    'Town or city must have at least one letter',
    'Must be 2 to 16 letters and digits, such as SW1A 1AA',
  ])
})

test.each([
  ['line1', '221B Baker Street'],
  ['city', '東京'],
  ['postcode', 'D04 X285'],
  ['postcode', ''],
  ['country_code', 'JP'],
])('the address field %s can be "%s"', (part, text) => {
  const address = { ...reach.address, [part]: text }
  expect(problems([{ ...name, ...reach, address }], delivery)).toEqual([])
})

test('cleaned details are trimmed and without empty fields', () => {
  const cleaned = cleanDetails({ ...name, first_name: ' Zoë ', email: '', address: reach.address })
  expect(JSON.parse(JSON.stringify(cleaned))).toEqual({
    ...name,
    address: { line1: '1 High Street', city: 'Leeds', postcode: 'LS1 4AP', country_code: 'GB' },
  })
})

test('an update changes only the provided fields and removes emptied ones', () => {
  const known = { ...name, address: { line1: '1 High Street', city: 'Leeds' } }
  const changed = mergeDetails(known, {
    last_name: ' ',
    phone: ' 020 7946 0188',
    address: { city: 'York' },
  })
  expect(JSON.parse(JSON.stringify(changed))).toEqual({
    first_name: name.first_name,
    phone: '020 7946 0188',
    address: { line1: '1 High Street', city: 'York' },
  })
})

test('details are blank when every field, including the address, is empty', () => {
  expect(isBlank({ first_name: ' ', address: { city: '' } })).toBe(true)
  expect(isBlank({ address: { city: 'Leeds' } })).toBe(false)
})
