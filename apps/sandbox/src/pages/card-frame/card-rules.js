// Formats and validates card number, expiry and CVC. Pure: no DOM, no clock.
import { testCards } from './test-cards.js'

const amexGroups = [4, 6, 5]
const shortDinersGroups = [4, 6, 4]
const usualGroups = [4, 4, 4, 4, 3]

export const digitsOf = (text) => text.replaceAll(/\D/g, '')

/** Returns the brand by prefix, or 'unknown'. */
export function brandOf(number) {
  if (number.startsWith('4')) return 'visa'
  if (/^3[47]/.test(number)) return 'amex'
  // Prefixes 51 to 55 and 2221 to 2720.
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(number)) return 'mastercard'
  if (/^(6011|64[4-9]|65)/.test(number)) return 'discover'
  if (/^3(0[0-59]|[689])/.test(number)) return 'diners'
  // Prefixes 3528 to 3589.
  if (/^35(2[89]|[3-8])/.test(number)) return 'jcb'
  if (number.startsWith('62')) return 'unionpay'
  return 'unknown'
}

const usualLength = { shortest: 16, longest: 16 }
const lengths = {
  amex: { shortest: 15, longest: 15 },
  visa: usualLength,
  mastercard: usualLength,
  discover: usualLength,
  jcb: usualLength,
  diners: { shortest: 14, longest: 16 },
  unionpay: { shortest: 16, longest: 19 },
  unknown: { shortest: 12, longest: 19 },
}

const isShortDiners = (number) => number.startsWith('36')

function lengthOf(number) {
  return isShortDiners(number) ? { shortest: 14, longest: 14 } : lengths[brandOf(number)]
}

function groupsOf(number) {
  if (brandOf(number) === 'amex') return amexGroups
  return isShortDiners(number) ? shortDinersGroups : usualGroups
}

export const cvcLengthOf = (number) => (brandOf(number) === 'amex' ? 4 : 3)

/** '4242 4242 4242 4242', '3782 822463 10005'. */
export function formatNumber(text) {
  const digits = digitsOf(text)
  const number = digits.slice(0, lengthOf(digits).longest)
  const groups = []
  let from = 0
  for (const size of groupsOf(number)) {
    if (from < number.length) groups.push(number.slice(from, from + size))
    from += size
  }
  return groups.join(' ')
}

/** '12 / 30'. A first digit above 1 is a month on its own, and '1/' means January. */
export function formatExpiry(text) {
  const single = /^\s*([1-9])\s*\//.exec(text)
  let digits = digitsOf(single ? `0${text.trim()}` : text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  // Pasted or autofilled '12/2030'.
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

/** Returns the problem and how to fix it, or `null`. */
export function numberError(text) {
  const number = digitsOf(text)
  if (number === '') return 'Enter the card number'
  const { shortest, longest } = lengthOf(number)
  if (number.length < shortest) {
    const length = shortest === longest ? shortest : `${shortest} to ${longest}`
    return `Card number is too short. It has ${length} digits`
  }
  if (!passesLuhn(number)) return 'Card number is invalid. Check its digits'
  if (!cardOf(text)) {
    return 'Use a published test card, such as 4242 4242 4242 4242'
  }
  return null
}

/** A card is valid until the end of its month. */
export function expiryError(text, now) {
  const digits = digitsOf(text)
  if (digits === '') return 'Enter the expiry date as MM / YY'
  const month = Number(digits.slice(0, 2))
  if (digits.length >= 2 && (month < 1 || month > 12)) return 'Enter a month from 01 to 12'
  if (digits.length < 4) return 'Enter the full expiry date as MM / YY'
  const months = (2000 + Number(digits.slice(2))) * 12 + (month - 1)
  const thisMonth = now.getFullYear() * 12 + now.getMonth()
  if (months < thisMonth) return 'This card has expired. Use another card'
  if (months > thisMonth + 50 * 12) return 'The year is too far in the future. Check the expiry date'
  return null
}

export function cvcError(text, number) {
  const digits = digitsOf(text)
  const length = cvcLengthOf(digitsOf(number))
  const where = length === 4 ? 'on the front of the card' : 'on the back of the card'
  if (digits === '') return `Enter the CVC: ${length} digits ${where}`
  if (digits.length !== length) return `The CVC has ${length} digits ${where}`
  return null
}

/** Returns the published test card. Its token carries the expiry: 'pm_card_visa_exp_12_2040'. */
export function cardOf(text, expiry = '') {
  const number = digitsOf(text)
  const card = testCards.find((known) => known.number === number)
  const [month, year] = [digitsOf(expiry).slice(0, 2), digitsOf(expiry).slice(2)]
  const token = year ? `${card?.token}_exp_${month}_20${year}` : card?.token
  return card && { token, brand: card.brand, last4: number.slice(-4) }
}
