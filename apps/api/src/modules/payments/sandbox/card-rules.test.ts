import { expect, test } from 'vitest'

interface CardRules {
  brandOf(number: string): string
  formatNumber(text: string): string
  formatExpiry(text: string): string
  numberError(text: string): string | null
  expiryError(text: string, now: Date): string | null
  cvcError(text: string, number: string): string | null
  cardOf(text: string): { token: string; brand: string; last4: string } | undefined
}
// The frame is plain JavaScript without types; this is all that is used of it here.
const rules = (await import(new URL('./card-frame/card-rules.js', import.meta.url).href)) as CardRules
const now = new Date(2026, 10, 21)

test.each([
  ['4', '4'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242x4242', '4242 4242 4242 4242'],
  ['42424242424242429999', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['37828', '3782 8'],
  ['6011000000000000123', '6011 0000 0000 0000 123'],
  ['', ''],
])('the number %o is written %o', (typed, shown) => {
  expect(rules.formatNumber(typed)).toBe(shown)
})

test.each([
  ['1', '1'],
  ['12', '12 / '],
  ['1230', '12 / 30'],
  ['9', '09 / '],
  ['930', '09 / 30'],
  ['1/30', '01 / 30'],
  ['1 / ', '01 / '],
  ['12/2030', '12 / 30'],
  ['12 / 30', '12 / 30'],
  ['', ''],
])('the expiry %o is written %o', (typed, shown) => {
  expect(rules.formatExpiry(typed)).toBe(shown)
})

test.each([
  ['', 'Enter the card number'],
  ['4242', 'The card number is too short: it has 16 digits'],
  ['3782 822463 1000', 'The card number is too short: it has 15 digits'],
  ['6011', 'The card number is too short: it has 12 to 19 digits'],
  ['4242 4242 4242 4241', 'The card number is mistyped: check its digits'],
  // A good number, but of no published card.
  ['4111 1111 1111 1111', 'Only published test cards work in the sandbox, such as 4242 4242 4242 4242'],
  ['6011 1111 1111 1117', 'Only published test cards work in the sandbox, such as 4242 4242 4242 4242'],
  ['4242 4242 4242 4242', null],
  ['3782 822463 10005', null],
])('[X-PAY-02] the number %o is answered by %o', (typed, problem) => {
  expect(rules.numberError(typed)).toBe(problem)
})

test.each([
  ['', 'Enter the expiry date as MM / YY'],
  ['1', 'Enter the expiry date in full, as MM / YY'],
  ['12 / ', 'Enter the expiry date in full, as MM / YY'],
  ['13 / 30', 'The month must be 01 to 12'],
  ['00 / 30', 'The month must be 01 to 12'],
  ['10 / 26', 'The card has expired: the date must lie in the future'],
  ['12 / 77', 'The year is too far away: check the expiry date'],
  // A card is good to the end of its month.
  ['11 / 26', null],
  ['12 / 30', null],
])('the expiry %o is answered by %o', (typed, problem) => {
  expect(rules.expiryError(typed, now)).toBe(problem)
})

test.each([
  ['', '4242', 'Enter the CVC: 3 digits on the back of the card'],
  ['', '3782', 'Enter the CVC: 4 digits on the front of the card'],
  ['12', '4242', 'The CVC has 3 digits, on the back of the card'],
  ['123', '3782', 'The CVC has 4 digits, on the front of the card'],
  ['123', '', null],
  ['123', '4242', null],
  ['1234', '3782', null],
])('the CVC %o of a card %o is answered by %o', (typed, number, problem) => {
  expect(rules.cvcError(typed, number)).toBe(problem)
})

test('[X-PAY-03] what leaves the frame is a name, a brand and four digits', () => {
  expect(rules.cardOf('4242 4242 4242 4242')).toEqual({ token: 'pm_card_visa', brand: 'visa', last4: '4242' })
  expect(rules.cardOf('4111 1111 1111 1111')).toBeUndefined()
})

test.each([
  ['4', 'visa'],
  ['34', 'amex'],
  ['37', 'amex'],
  ['55', 'mastercard'],
  ['2221', 'mastercard'],
  ['2720', 'mastercard'],
  ['2721', 'unknown'],
  ['2220', 'unknown'],
  ['50', 'unknown'],
  ['', 'unknown'],
])('a number that begins with %o is of the brand %o', (digits, brand) => {
  expect(rules.brandOf(digits)).toBe(brand)
})
