import { expect, test } from 'vitest'

interface CardRules {
  brandOf(number: string): string
  formatNumber(text: string): string
  formatExpiry(text: string): string
  numberError(text: string): string | null
  expiryError(text: string, now: Date): string | null
  cvcError(text: string, number: string): string | null
  cardOf(text: string, expiry?: string): { token: string; brand: string; last4: string } | undefined
}
// The card frame is plain JavaScript without types; this declares the functions under test.
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
  ['6205500000000000004', '6205 5000 0000 0000 004'],
  ['36227206271667', '3622 720627 1667'],
  ['3056930009020004', '3056 9300 0902 0004'],
  ['9011000000000000123', '9011 0000 0000 0000 123'],
  ['', ''],
])('the number %o is formatted as %o', (typed, shown) => {
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
])('the expiry %o is formatted as %o', (typed, shown) => {
  expect(rules.formatExpiry(typed)).toBe(shown)
})

test.each([
  ['', 'Enter the card number'],
  ['4242', 'Card number is too short. It has 16 digits'],
  ['3782 822463 1000', 'Card number is too short. It has 15 digits'],
  ['6011', 'Card number is too short. It has 16 digits'],
  ['3622 720627 166', 'Card number is too short. It has 14 digits'],
  ['3056 9300 0902', 'Card number is too short. It has 14 to 16 digits'],
  ['6205', 'Card number is too short. It has 16 to 19 digits'],
  ['9011', 'Card number is too short. It has 12 to 19 digits'],
  ['4242 4242 4242 4241', 'Card number is invalid. Check its digits'],
  // A valid number, but not a published card.
  ['4111 1111 1111 1111', 'Use a published test card, such as 4242 4242 4242 4242'],
  ['6011 0000 0000 0004', 'Use a published test card, such as 4242 4242 4242 4242'],
  ['4242 4242 4242 4242', null],
  ['3782 822463 10005', null],
  ['2223 0031 2200 3222', null],
  ['6011 1111 1111 1117', null],
  ['3622 720627 1667', null],
  ['3056 9300 0902 0004', null],
  ['3566 0020 2036 0505', null],
  ['6205 5000 0000 0000 004', null],
])('[X-PAY-02] the number %o gives %o', (typed, problem) => {
  expect(rules.numberError(typed)).toBe(problem)
})

test.each([
  ['', 'Enter the expiry date as MM / YY'],
  ['1', 'Enter the full expiry date as MM / YY'],
  ['12 / ', 'Enter the full expiry date as MM / YY'],
  ['13 / 30', 'Enter a month from 01 to 12'],
  ['00 / 30', 'Enter a month from 01 to 12'],
  ['10 / 26', 'This card has expired. Use another card'],
  ['12 / 77', 'The year is too far in the future. Check the expiry date'],
  // A card is valid until the end of its month.
  ['11 / 26', null],
  ['12 / 30', null],
])('the expiry %o gives %o', (typed, problem) => {
  expect(rules.expiryError(typed, now)).toBe(problem)
})

test.each([
  ['', '4242', 'Enter the CVC: 3 digits on the back of the card'],
  ['', '3782', 'Enter the CVC: 4 digits on the front of the card'],
  ['12', '4242', 'The CVC has 3 digits on the back of the card'],
  ['123', '3782', 'The CVC has 4 digits on the front of the card'],
  ['123', '', null],
  ['123', '4242', null],
  ['1234', '3782', null],
])('the CVC %o of the card %o gives %o', (typed, number, problem) => {
  expect(rules.cvcError(typed, number)).toBe(problem)
})

test('[X-PAY-03] only a token with the expiry, a brand and four digits leave the frame', () => {
  expect(rules.cardOf('4242 4242 4242 4242', '12 / 40')).toEqual({
    token: 'pm_card_visa_exp_12_2040',
    brand: 'visa',
    last4: '4242',
  })
  expect(rules.cardOf('4111 1111 1111 1111')).toBeUndefined()
})

test.each([
  ['4', 'visa'],
  ['34', 'amex'],
  ['37', 'amex'],
  ['55', 'mastercard'],
  ['2221', 'mastercard'],
  ['2720', 'mastercard'],
  ['6011', 'discover'],
  ['65', 'discover'],
  ['305', 'diners'],
  ['36', 'diners'],
  ['3566', 'jcb'],
  ['62', 'unionpay'],
  ['2721', 'unknown'],
  ['2220', 'unknown'],
  ['50', 'unknown'],
  ['', 'unknown'],
])('a number that starts with %o is of the brand %o', (digits, brand) => {
  expect(rules.brandOf(digits)).toBe(brand)
})
