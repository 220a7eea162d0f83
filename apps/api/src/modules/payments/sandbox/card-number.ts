const shortest = 12
const longest = 19

/** Whether some field of `value`, a key or anything nested, reads as a card number. */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return textHoldsCardNumber(value)
  if (typeof value === 'number') return textHoldsCardNumber(String(value))
  if (Array.isArray(value)) return value.some(holdsCardNumber)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => textHoldsCardNumber(key) || holdsCardNumber(item))
}

/** Digits may stand in groups, as printed on a card: `4242 4242 4242 4242`, also with more digits after it. */
function textHoldsCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[ -]?\d){11,}/g)) {
    const groups = run.split(/[ -]/)
    for (const start of groups.keys()) {
      let digits = ''
      for (const group of groups.slice(start)) {
        digits += group
        if (digits.length > longest) break
        if (digits.length >= shortest && passesLuhn(digits)) return true
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
