// What a card number, an expiry and a security code look like, and what is wrong with one that does not. Pure: no page, no clock.
import { testCards } from './test-cards.js'

const amexGroups = [4, 6, 5]
const usualGroups = [4, 4, 4, 4, 3]

/** Digits only, whatever was typed or pasted between them. */
export const digitsOf = (text) => text.replaceAll(/\D/g, '')

/** The brand that the first digits tell, or 'unknown'. */
export function brandOf(number) {
  if (number.startsWith('4')) return 'visa'
  if (/^3[47]/.test(number)) return 'amex'
  // 51 to 55 and 2221 to 2720.
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(number)) return 'mastercard'
  return 'unknown'
}

const lengthOf = (number) => ({ amex: 15, visa: 16, mastercard: 16 })[brandOf(number)] ?? 19

export const cvcLengthOf = (number) => (brandOf(number) === 'amex' ? 4 : 3)

/** '4242 4242 4242 4242', '3782 822463 10005'. */
export function formatNumber(text) {
  const digits = digitsOf(text)
  const number = digits.slice(0, lengthOf(digits))
  const groups = []
  let from = 0
  for (const size of brandOf(number) === 'amex' ? amexGroups : usualGroups) {
    if (from < number.length) groups.push(number.slice(from, from + size))
    from += size
  }
  return groups.join(' ')
}

/** '12 / 30'; a first digit above 1 can only be a month by itself, and '1/' means January. */
export function formatExpiry(text) {
  const single = /^\s*([1-9])\s*\//.exec(text)
  let digits = digitsOf(single ? `0${text.trim()}` : text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  // A pasted or filled-in '12/2030'.
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  if (digits.length < 2) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

export function passesLuhn(number) {
  let sum = 0
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** What is wrong with the number, or null; says what would be right. */
export function numberError(text) {
  const number = digitsOf(text)
  if (number === '') return 'Enter the card number'
  const length = lengthOf(number)
  if (brandOf(number) !== 'unknown' && number.length < length) {
    return `The card number is too short: it has ${length} digits`
  }
  if (number.length < 12) return 'The card number is too short: it has 12 to 19 digits'
  if (!passesLuhn(number)) return 'The card number is mistyped: check its digits'
  if (!cardOf(text)) {
    return 'Only published test cards work in the sandbox, such as 4242 4242 4242 4242'
  }
  return null
}

/** `now` is a Date; a card is good to the end of its month. */
export function expiryError(text, now) {
  const digits = digitsOf(text)
  if (digits === '') return 'Enter the expiry date as MM / YY'
  const month = Number(digits.slice(0, 2))
  if (digits.length >= 2 && (month < 1 || month > 12)) return 'The month must be 01 to 12'
  if (digits.length < 4) return 'Enter the expiry date in full, as MM / YY'
  const months = (2000 + Number(digits.slice(2))) * 12 + (month - 1)
  const thisMonth = now.getFullYear() * 12 + now.getMonth()
  if (months < thisMonth) return 'The card has expired: the date must lie in the future'
  if (months > thisMonth + 50 * 12) return 'The year is too far away: check the expiry date'
  return null
}

export function cvcError(text, number) {
  const digits = digitsOf(text)
  const length = cvcLengthOf(digitsOf(number))
  const where = length === 4 ? 'on the front of the card' : 'on the back of the card'
  if (digits === '') return `Enter the CVC: ${length} digits ${where}`
  if (digits.length !== length) return `The CVC has ${length} digits, ${where}`
  return null
}

/** The published test card of this number, by the name that may leave the frame. */
export function cardOf(text) {
  const number = digitsOf(text)
  const card = testCards.find((known) => known.number === number)
  return card && { token: card.token, brand: card.brand, last4: number.slice(-4) }
}
