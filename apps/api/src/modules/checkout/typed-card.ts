import { holdsCardNumber } from '../payments/index.ts'

/** E.164: with its country code no telephone number has more digits. */
const longestPhone = 15

/** By first digits and length: Visa, Mastercard, American Express, Diners Club; then JCB, Maestro, Discover and UnionPay. */
const issued =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:35|5[06-9]|6\d|81)\d{14,17})$/

/**
 * As long as the first Visas, which nobody has been given for decades, and begun like them: what a bare number is where its
 * country code stands without a plus. Germany and Austria have numbers that long; Britain and Slovakia where the zero of a
 * number at home is kept behind the code.
 */
const bareNumber = /^(?:49|43|440|4210)\d+$/

/** Written in groups of four, as on a card, and as nobody writes a telephone number. */
const groupedAsCard = /\d{4}[ -]\d{4}[ -]\d{4}[ -]\d/

/**
 * Whether a card number was typed where something else should stand, also with a country code before it or an expiry behind
 * it. What can be called is let through, though one number in ten has the check digit of a card.
 */
export function isTypedCard(text: string): boolean {
  // After words comes something else: an extension, another number.
  return text.split(/\p{L}+/u).some((part) => {
    // No card begins with 0, 1 or 7: those are the zeros or the country code before it.
    const digits = part.replaceAll(/\D/g, '').replace(/^0*[17]?/, '')
    if (digits.length > longestPhone) return withinOf(digits).some(isCard)
    // As long as a telephone number and still a card are the first Visas, whose 13 digits may be a number too, and American
    // Express and Diners Club: the countries that begin with their digits have shorter numbers.
    const isDialled = /^\D*[+0]/.test(part) || (bareNumber.test(digits) && !groupedAsCard.test(part))
    return isCard(digits) && !(isDialled && digits.length === 13)
  })
}

function isCard(digits: string): boolean {
  return issued.test(digits) && holdsCardNumber(digits)
}

/** All that stands within so many digits and is longer than the first Visas. */
function withinOf(digits: string): string[] {
  return Array.from({ length: digits.length }, (_, start) =>
    [14, 15, 16, 17, 18, 19].map((length) => digits.slice(start, start + length)),
  ).flat()
}
