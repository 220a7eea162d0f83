import { containsCardNumber } from '@terrace/domain/text/card-number'

/** E.164: the longest telephone number, with country code. */
const maxPhoneDigits = 15

/**
 * Prefix and length by issuer: Visa, Mastercard, American Express, Diners Club; then JCB, Maestro, Discover and
 * UnionPay.
 */
const issuerPattern =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:35|5[06-9]|6\d|81)\d{14,17})$/

/**
 * Country codes that start like a 13-digit Visa (no longer issued) and have 13-digit telephone numbers, written
 * without a plus. Germany and Austria have numbers that long; Britain and Slovakia if the trunk zero is kept.
 */
const barePhonePattern = /^(?:49|43|440|4210)\d+$/

/** Groups of four digits, as printed on cards; telephone numbers are not written this way. */
const cardGroupPattern = /\d{4}[ -]\d{4}[ -]\d{4}[ -]\d/

/**
 * Detects a card number in free text, also after a country code or before an expiry date. Valid telephone numbers
 * pass, although one in ten has the check digit of a card.
 */
export function looksLikeCardNumber(text: string): boolean {
  // Words separate numbers, such as a telephone number and its extension.
  return text.split(/\p{L}+/u).some((part) => {
    // No card number starts with 0, 1 or 7; strip them as a dialling prefix.
    const digits = part.replaceAll(/\D/g, '').replace(/^0*[17]?/, '')
    if (digits.length > maxPhoneDigits) return substringsOf(digits).some(isCard)
    // A 13-digit Visa may be a telephone number. American Express and Diners Club cannot: countries with these
    // prefixes have shorter numbers.
    const isPhoneNumber =
      /^\D*[+0]/.test(part) || (barePhonePattern.test(digits) && !cardGroupPattern.test(part))
    return isCard(digits) && !(isPhoneNumber && digits.length === 13)
  })
}

function isCard(digits: string): boolean {
  return issuerPattern.test(digits) && containsCardNumber(digits)
}

/** Returns all substrings of 14 to 19 digits. */
function substringsOf(digits: string): string[] {
  return Array.from({ length: digits.length }, (_, start) =>
    [14, 15, 16, 17, 18, 19].map((length) => digits.slice(start, start + length)),
  ).flat()
}
