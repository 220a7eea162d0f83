const minDigits = 12
const maxDigits = 19

/** Whether any key or value, nested ones included, contains a card number. */
export function containsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return textContainsCardNumber(value)
  if (typeof value === 'number') return textContainsCardNumber(String(value))
  if (Array.isArray(value)) return value.some(containsCardNumber)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => textContainsCardNumber(key) || containsCardNumber(item))
}

/** Digits may be grouped as on a card (`4242 4242 4242 4242`), also with more digits after them. */
function textContainsCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[ -]?\d){11,}/g)) {
    const groups = run.split(/[ -]/)
    for (const start of groups.keys()) {
      let digits = ''
      for (const group of groups.slice(start)) {
        digits += group
        if (digits.length > maxDigits) break
        if (digits.length >= minDigits && passesLuhn(digits)) return true
      }
    }
  }
  return false
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
